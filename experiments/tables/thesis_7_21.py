"""Thesis table 7.21: online Hieron and Perceptron on newsgroups, beside the averaged ones, in both orders."""

from frame.lab import Experiment
from frame.table import Result, Table

from .newsgroups import MEASURES, PROTOCOL, both, compare, compare_sorted

# FoHieron, HoHieron, FoPERC, HoPERC; the averaged ones are those of table 7.20.
PAPER = [[29.5, 36.4, 34.7, 39.9], [54.4, 58.7, 58.2, 62.4], [1.24, 1.06, 1.13, 1.01], [46.7, 57.1, 52.0, 58.9]]
AVERAGED_PAPER = [[63.4, 62.5, 64.9, 67.2], [74.7, 75.9, 76.0, 78.7], [0.52, 0.50, 0.49, 0.46], [84.9, 87.7, 85.7, 87.0]]
PASSES = (1, 2, 5, 10, 20)


def run(lab):
    printed = [a + b for a, b in zip(PAPER, AVERAGED_PAPER)]
    names = [*both("online"), *both("averaged")]
    files = Table("Table 7.21 in the order of the files", ["passes"], names, once=["passes"])
    random = Table("Table 7.21 in random orders", ["passes"], names)
    for passes in lab.pick(PASSES, (2,)):
        methods = {**both("online", "file", passes), **both("averaged", "file", passes)}
        files.add_found([passes], compare_sorted(lab, "all", methods), MEASURES, printed)
    passes = lab.pick(20, 2)
    methods = {**both("online", "random", passes), **both("averaged", "random", passes)}
    random.add_found([passes], compare(lab, "all", methods), MEASURES, printed)
    return Result(METHOD, [files, random], NOTES)


METHOD = PROTOCOL + """ Ten folds of all documents, in the order of the files, group after group, by the number of passes, which the \
thesis does not give for this table, and twenty passes, each in a new random order."""

NOTES = ["What explains the thesis' columns, and what does not, is said under thesis-7.20-rule."]

EXPERIMENT = Experiment("thesis-7.21", "Thesis table 7.21: online Hieron and Perceptron on newsgroups", 4, run)
