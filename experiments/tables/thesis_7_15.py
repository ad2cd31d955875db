"""Thesis table 7.15: divide and conquer beside the flat and the hierarchical SVM on newsgroups."""

from frame.lab import Experiment
from frame.table import ACCURACY, PARENT_ACCURACY, Result, Table

from .newsgroups import DNC, PROTOCOL, SVMS, compare

PAPER = {1: [[17.1, 16.3, 16.8], [40.0, 44.2, 40.7]],
         5: [[38.1, 32.9, 37.8], [66.5, 67.3, 68.0]],
         10: [[49.8, 44.9, 49.5], [75.1, 75.4, 76.2]],
         15: [[54.1, 49.8, 53.6], [78.9, 79.5, 79.5]],
         20: [[58.7, 55.0, 58.1], [82.14, 82.16, 82.6]],
         "all": [[84.8, 84.1, 84.5], [94.8, 95.0, 94.9]]}


def run(lab):
    table = Table("Table 7.15", ["t"], ["F-SVM", "DNC-SVM", "H-SVM"])
    for t in lab.pick(tuple(PAPER), (2, "all")):
        table.add_found([t], compare(lab, t, {**SVMS, **DNC}), [ACCURACY, PARENT_ACCURACY], PAPER.get(t))
    return Result(PROTOCOL, [table])


EXPERIMENT = Experiment("thesis-7.15", "Thesis table 7.15: divide and conquer on newsgroups", 0.1, run)
