"""Thesis tables 7.18 and 7.19: random taxonomies on newsgroups."""

from frame.lab import Experiment
from frame.statistics import mean
from frame.table import ACCURACY, PARENT_ACCURACY, PRECISION, Result, Table

from .newsgroups import DNC, PROTOCOL, SVMS, compare

MEASURES = [ACCURACY, PRECISION, PARENT_ACCURACY]
METHODS = {**SVMS, **DNC}
# Flat, hierarchical, and the mean over the five random taxonomies; for acc, prec and pacc.
SVM_PAPER = {20: [[58.74, 58.07, mean([57.59, 57.85, 57.70, 57.65, 57.82])],
                  [71.58, 71.74, mean([70.80, 70.92, 70.86, 70.78, 71.12])],
                  [82.14, 82.57, mean([81.47, 81.27, 81.24, 81.34, 81.52])]],
             "all": [[84.82, 84.45, mean([84.43, 84.25, 84.46, 84.19, 84.65])],
                     [90.73, 90.63, mean([90.43, 90.18, 90.48, 90.26, 90.63])],
                     [94.79, 94.92, mean([94.58, 94.58, 94.58, 94.37, 94.64])]]}
DNC_PAPER = {20: [[58.74, 54.96, mean([52.56, 52.87, 55.13, 52.34, 52.88])],
                  [82.14, 82.16, mean([77.57, 77.08, 78.69, 76.71, 77.90])]]}


def run(lab):
    svm = Table("Table 7.18", ["t"], ["F-SVM", "H-SVM", "H-SVM, random"])
    dnc = Table("Table 7.19", ["t"], ["F-SVM", "DNC-SVM", "DNC-SVM, random"])
    both = Table("Both methods beside each other", ["t"], ["H-SVM", "H-SVM, random", "DNC-SVM", "DNC-SVM, random"], judge="none")
    for t in lab.pick((20, "all"), (2, "all")):
        found = compare(lab, t, METHODS, "--taxonomies", f"given,random:{lab.pick(5, 2)}")
        svm.add_found([t], found, MEASURES, rounded(SVM_PAPER.get(t)))
        dnc.add_found([t], found, [ACCURACY, PARENT_ACCURACY], rounded(DNC_PAPER.get(t)))
        both.add_found([t], found, [ACCURACY, PARENT_ACCURACY])
    return Result(METHOD, [svm, dnc, both])


def rounded(paper):
    return paper and [[round(v, 2) for v in row] for row in paper]


METHOD = PROTOCOL + """ Five random trees with as many nodes on each level (`--taxonomies random:5`), whose mean is shown for \
each split, of the paper's five as well. Losses and parents are those of the true taxonomy."""

EXPERIMENT = Experiment("thesis-7.18", "Thesis tables 7.18 and 7.19: random taxonomies on newsgroups", 2, run)
