"""Thesis figure 7.3: how many classes a document has, and how deep they are, in a subtree of OHSUMED."""

from collections import Counter

from frame.corpora import ohsumed, parts
from frame.lab import Experiment
from frame.table import Measure, Result, Table

DOCUMENTS = Measure("documents", "", True, 1, 0)
CLASSES = Measure("classes", "", True, 1, 0)


def depth(node, parent):
    steps = 0
    while node in parent:
        node, steps = parent[node], steps + 1
    return steps


def run(lab):
    names = parts(lab, "ohsumed", ["H"])
    corpus = ohsumed(lab, "N" if "N" in names else names[0])
    labels = [row.partition(" ")[0].split(",") for row in corpus.rows()]
    parent = dict(line.split("\t")[::-1] for line in corpus.taxonomy.read_text().splitlines())
    many = Counter(len(own) for own in labels)
    deep = Counter(depth(name, parent) for name in {name for own in labels for name in own})
    tables = []
    for side, title, label, measure, counts in (("left", "classes of a document", "classes of a document", DOCUMENTS, many),
                                                ("right", "depth of the classes", "depth", CLASSES, deep)):
        table = Table(f"Figure 7.3, {side}: {title}", [label], ["count"], judge="none", file=f"figure-7.3-{side}",
                      chart={"kind": "bars", "x": label})
        for value in sorted(counts):
            table.add([value], measure, [[counts[value]]])
        tables.append(table)
    return Result(METHOD, tables, stand_in=corpus.stand_in)


METHOD = """\
The thesis shows subtree N of OHSUMED, where more than half of the documents have two or more classes. Unless `--data ohsumed=PATH` is \
given, this is the stand-in of tables 7.11 and 7.12."""

EXPERIMENT = Experiment("figure-7.3", "Thesis figure 7.3: classes of documents and their depths", 0.1, run)
