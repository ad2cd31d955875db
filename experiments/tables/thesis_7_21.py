"""Thesis table 7.21: online Hieron and online Perceptron on newsgroups, against the averaged ones."""

from frame.lab import Experiment
from frame.table import PARENT_ACCURACY, TOP_LOSS, Evidence, Result, Table

from .newsgroups import AVERAGED, MEASURES, ONLINE, PROTOCOL, compare

PAPER = [[29.5, 36.4, 34.7, 39.9], [54.4, 58.7, 58.2, 62.4], [1.24, 1.06, 1.13, 1.01], [46.7, 57.1, 52.0, 58.9]]


def run(lab):
    table = Table("Table 7.21", ["t"], list(ONLINE))
    found = compare(lab, "all", {**ONLINE, **AVERAGED})
    table.add_found(["all"], found, MEASURES, PAPER)
    evidence = []
    for name in ("Hieron", "PERC"):
        evidence += table.evidence("tree-loss", f"Ho{name}", f"Fo{name}", [TOP_LOSS])
        evidence += table.evidence("parent-accuracy", f"Ho{name}", f"Fo{name}", [PARENT_ACCURACY])
    evidence += [Evidence.of("averaged", f"Tables 7.20, 7.21, {averaged}, {measure.name}",
                             found.values(averaged, measure), found.values(online, measure), measure.higher_is_better)
                 for online, averaged in zip(ONLINE, AVERAGED) for measure in MEASURES]
    return Result(METHOD, [table], evidence)


METHOD = PROTOCOL + """ Twenty passes, each in a new random order (the thesis does not say how many)."""

EXPERIMENT = Experiment("thesis-7.21", "Thesis table 7.21: online Hieron and Perceptron on newsgroups", 1, run)
