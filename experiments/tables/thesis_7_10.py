"""Thesis table 7.10: flat and hierarchical SVM on newsgroups, by the number of training documents."""

from frame.lab import Experiment
from frame.table import Result, Table

from .newsgroups import DNC, MEASURES, PROTOCOL, SVMS, compare

PAPER = {1: [[17.1, 16.8], [34.6, 34.8], [1.43, 1.43], [40.0, 40.1]],
         5: [[38.1, 38.0], [54.7, 55.3], [0.955, 0.942], [66.5, 68.0]],
         10: [[49.8, 49.5], [64.6, 65.1], [0.750, 0.743], [75.1, 76.2]],
         15: [[54.1, 53.6], [68.1, 68.4], [0.669, 0.668], [78.9, 79.5]],
         20: [[58.7, 58.1], [71.6, 71.7], [0.591, 0.594], [82.1, 82.6]],
         "all": [[84.8, 84.5], [90.7, 90.6], [0.204, 0.206], [94.8, 94.9]]}


def run(lab):
    table = Table("Table 7.10", ["t"], list(SVMS))
    found = {t: compare(lab, t, {**SVMS, **DNC}) for t in lab.pick(tuple(PAPER), (2, "all"))}
    for t, comparison in found.items():
        table.add_found([t], comparison, MEASURES, PAPER.get(t))
    return Result(PROTOCOL, [table])


EXPERIMENT = Experiment("thesis-7.10", "Thesis table 7.10: flat and hierarchical SVM on newsgroups", 0.6, run)
