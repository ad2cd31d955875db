"""Thesis figure 6.1: taxonomies learned from parts of the newsgroups."""

import gzip
import random
from itertools import combinations
from pathlib import Path

from frame.corpora import documents, newsgroups_folder
from frame.lab import Experiment
from frame.table import Measure, Result, Table

TRUE = Measure("true among the pairs of siblings (%)", "", True, 100, 1)
CLUSTERS = Measure("clusters", "", True, 1, 1)
FORMS = {"tf-idf": (), "counts": ("--weighting", "none", "--normalize", "none", "--min-df", 2)}


def parents(taxonomy):
    return dict(line.split("\t")[::-1] for line in Path(taxonomy).read_text().splitlines())


def lines(file):
    opened = gzip.open(file, "rt") if file.suffix == ".gz" else file.open()
    with opened as stream:
        return stream.read().splitlines()


def learned(lab, source, part, options):
    """Sibling classes of the taxonomy that is learned from a random 90 %: how many pairs, true ones, clusters."""
    def make():
        chance = random.Random(part)
        sample, learned_to = lab.work / "data" / f"part-{part}.jsonl", lab.work / "data" / f"learned-{part}.tsv"
        sample.write_text("\n".join(l for l in lines(documents(source)) if chance.random() < 0.9) + "\n")
        lab.call("taxonomy", "learn", sample, "--split", "all", "-o", learned_to, *options)
        return count(parents(learned_to), parents(source / "taxonomy.tsv"))
    return lab.kept(["figure-6.1", str(source), part, options], make)


def count(found, true):
    classes = [name for name in found if name in true]
    siblings = [pair for pair in combinations(classes, 2) if found[pair[0]] == found[pair[1]]]
    right = sum(true[a] == true[b] for a, b in siblings)
    return [len(siblings), right, len({found[name] for name in classes})]


def run(lab):
    source = newsgroups_folder(lab)
    counts = {name: [learned(lab, source, part, options) for part in range(lab.pick(10, 2))]
              for name, options in FORMS.items()}
    table = Table("Siblings that are siblings in the real taxonomy", ["parts"], list(FORMS), judge="none")
    label = [f"{len(counts['tf-idf'])} of 90 %"]
    table.add(label, TRUE, [[right / max(pairs, 1) for pairs, right, _ in found] for found in counts.values()])
    table.add(label, CLUSTERS, [[clusters for _, _, clusters in found] for found in counts.values()])
    return Result(METHOD, [table, figure_7_13(lab, source)])


def figure_7_13(lab, source):
    """The taxonomy that is learned from a hundredth of the documents, classes coloured by their true parent."""
    def make():
        chance = random.Random(0)
        sample, learned_to = lab.work / "data" / "hundredth.jsonl", lab.work / "data" / "hundredth.tsv"
        share = lab.pick(0.01, 0.3)
        sample.write_text("\n".join(l for l in lines(documents(source)) if chance.random() < share) + "\n")
        lab.call("taxonomy", "learn", sample, "--split", "all", "-o", learned_to)
        return parents(learned_to)
    found, true = lab.kept(["figure-7.13", str(source)], make), parents(source / "taxonomy.tsv")
    groups = sorted({true[name] for name in found if name in true})
    nodes = [[0, "root", None, 5]]
    for cluster in sorted({found[name] for name in found if name in true}):
        place = len(nodes)
        if cluster != "root":
            nodes.append([1, "", 0, 5])
        for name in sorted(name for name in found if found[name] == cluster and name in true):
            nodes.append([1 if cluster == "root" else 2, f"{true[name]}: {name}", 0 if cluster == "root" else place,
                          groups.index(true[name]) % 5])
    return Table("Figure 7.13: a taxonomy learned from one percent of the newsgroups", [], [], judge="none", file="figure-7.13",
                 chart={"kind": "tree", "nodes": nodes})


METHOD = """\
`clade taxonomy learn` on random parts of 90 % of the newsgroups (15 classes below 5 nodes), with tf-idf weights, and with plain \
counts, where long documents rule the centroids. Two levels (thesis Algorithm 8). Figure 7.13: the same from one percent, each class with its true parent before its name. The thesis' figure has seven clusters, in which \
religion and politics are in two parts each and the computers whole."""

EXPERIMENT = Experiment("figure-6.1", "Thesis figures 6.1 and 7.13: learning the taxonomy of the newsgroups", 0.3, run)
