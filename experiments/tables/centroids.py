"""Thesis 7.4.1: cosines between class centroids by the distance of the classes in the taxonomy."""

from collections import defaultdict
from itertools import combinations
from math import sqrt

from frame.corpora import newsgroups, parse, wipo
from frame.lab import Experiment
from frame.statistics import mean
from frame.table import Measure, Result, Table

COSINE = Measure("mean cosine", "", True)
DISTANCES = (2, 4, 6)
PAPER = [0.21, 0.18, 0.16]  # section D of WIPO-alpha with several labels
PARTS = 5                   # disjoint parts of the documents, for a spread


def centroids(rows):
    """{class: its mean row of length 1, scaled to length 1}"""
    sums = defaultdict(lambda: defaultdict(float))
    for row in rows:
        labels, words = parse(row)
        length = sqrt(sum(v * v for v in words.values())) or 1.0
        for label in labels.split(","):
            for word, value in words.items():
                sums[label][word] += value / length
    return {label: unit(words) for label, words in sums.items()}


def unit(words):
    length = sqrt(sum(v * v for v in words.values())) or 1.0
    return {word: v / length for word, v in words.items()}


def cosine(first, second):
    if len(first) > len(second):
        first, second = second, first
    return sum(v * second.get(word, 0.0) for word, v in first.items())


def path(node, parent):
    found = [node]
    while node in parent:
        node = parent[node]
        found.append(node)
    return set(found)


def by_distance(rows, parent):
    """{distance: mean cosine of the pairs of classes that far apart}"""
    found = defaultdict(list)
    made = centroids(rows)
    paths = {label: path(label, parent) for label in made}
    for a, b in combinations(sorted(made), 2):
        found[len(paths[a] ^ paths[b])].append(cosine(made[a], made[b]))
    return {distance: mean(values) for distance, values in found.items()}


def run(lab):
    tables = []
    for name, corpus in (("newsgroups", newsgroups(lab)), ("WIPO-alpha, D", wipo(lab, "D"))):
        parent = dict(line.split("\t")[::-1] for line in corpus.taxonomy.read_text().splitlines())
        rows = corpus.rows()
        found = [lab.kept(["centroids", str(corpus.data), part],
                          lambda part=part: {str(d): v for d, v in by_distance(rows[part::PARTS], parent).items()})
                 for part in range(PARTS)]
        one = Table(f"Mean cosine of two centroids, {name}", ["set"], [f"distance {d}" for d in DISTANCES], stand_in=corpus.stand_in)
        one.add([name], COSINE, [[part[str(d)] for part in found if str(d) in part] for d in DISTANCES],
                PAPER if name.startswith("WIPO") else None)
        tables.append(one)
    return Result(METHOD, tables)


METHOD = """\
The hierarchical SVM assumes that classes that are near in the taxonomy are alike. Rows of length 1, their mean for each class, and the mean \
cosine of two such means by the distance of the classes (2: siblings), in five disjoint parts of the documents. The thesis has section D \
of WIPO-alpha with several labels; here are newsgroups, whose tree has no distance 6, and the stand-in of section D."""

EXPERIMENT = Experiment("centroids", "Thesis 7.4.1: cosines of class centroids by distance", 0.3, run)
