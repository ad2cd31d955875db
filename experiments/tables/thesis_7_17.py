"""Thesis table 7.17 and figure 7.8: random taxonomies on section D of WIPO-alpha."""

from frame.corpora import wipo
from frame.lab import Experiment
from frame.table import ACCURACY, PARENT_ACCURACY, PRECISION, Result, Table

from .newsgroups import DNC, SVMS
from .wipo import STAND_IN, folds, whole

MEASURES = [ACCURACY, PRECISION, PARENT_ACCURACY]
PAPER = [[41.82, 42.81, 39.72], [52.27, 54.42, 49.2], [65.45, 69.13, 63.85]]


def run(lab):
    corpus = wipo(lab, "D")
    made = corpus.stand_in
    found = lab.compare_draws(whole(lab, corpus), {**SVMS, **DNC}, *folds(lab), "--taxonomies",
                              f"given,random:{lab.pick(30, 2)}")
    table = Table("Table 7.17", ["section"], ["F-SVM", "H-SVM", "H-SVM, random"])
    table.add_found(["D"], found, MEASURES, PAPER)
    figure = Table("Figure 7.8: both methods with true and random taxonomies", ["section"],
                   ["H-SVM", "H-SVM, random", "DNC-SVM", "DNC-SVM, random"], file="figure-7.8",
                   chart={"kind": "bars", "x": "section"})
    figure.add_found(["D"], found, [ACCURACY, PARENT_ACCURACY])
    return Result(STAND_IN + METHOD, [table, figure], stand_in=made)


METHOD = "Three folds, three times, 30 random trees in each, as in the thesis."

EXPERIMENT = Experiment("thesis-7.17", "Thesis table 7.17 and figure 7.8: random taxonomies on WIPO-alpha", 2.5, run)
