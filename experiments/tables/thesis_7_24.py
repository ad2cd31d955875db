"""Thesis table 7.24: taxonomies learned from the training part, for Perceptron, Hieron and SVM on newsgroups."""

from frame.lab import Experiment
from frame.table import Result, Table

from .newsgroups import AVERAGED, MEASURES, PROTOCOL, SVMS, both, compare, compare_sorted
from .thesis_7_22 import LEARNED_METHODS, padded

# FaPERC, and HaPERC with a learned taxonomy.
PAPER = {10: [[36.2, 36.9], [51.4, 53.4], [1.05, 1.01], [59.2, 62.2]],
         20: [[46.1, 47.7], [59.9, 62.7], [0.85, 0.79], [69.3, 72.9]],
         "all": [[64.9, 65.3], [76.0, 77.2], [0.49, 0.49], [85.7, 85.3]]}


def run(lab):
    files = Table("Table 7.24 in the order of the files", ["t"], LEARNED_METHODS)
    random = Table("Table 7.24 in random orders", ["t"], LEARNED_METHODS)
    for t in lab.pick(tuple(PAPER), (2, "all")):
        paper = padded(PAPER.get(t), LEARNED_METHODS)
        learned = ("--taxonomies", "given,learned")
        files.add_found([t], compare_sorted(lab, t, {**both("averaged", "file"), **SVMS}, *learned), MEASURES, paper)
        random.add_found([t], compare(lab, t, {**AVERAGED, **SVMS}, *learned), MEASURES, paper)
    return Result(METHOD, [files, random], NOTES)


METHOD = PROTOCOL + """ Twenty passes, in the order of the files, group after group, and each in a new random order. The taxonomy of `--taxonomies \
learned` comes from each training part alone (thesis Algorithm 8, two levels); losses and parents are those of the true one. The thesis \
prints the Perceptron, and says of Hieron that it is alike."""

NOTES = ["What explains the thesis' columns, and what does not, is said under thesis-7.20-rule."]

EXPERIMENT = Experiment("thesis-7.24", "Thesis table 7.24: learned taxonomies on newsgroups", 4, run)
