"""Thesis tables 7.11, 7.12 and 7.16: SVMs on OHSUMED, an unbalanced tree with classes at inner nodes."""

from frame.corpora import ohsumed, parts
from frame.lab import Experiment
from frame.table import ACCURACY, MAX_LOSS, PARENT_ACCURACY, PRECISION, RANKING_LOSS, Result, Table

# Thesis 7.2: attributes by the class's own depth, and the loss divided by the depths.
METHODS = {"F-SVM": "svm --normalize unit",
           "H-SVM": "hsvm --loss normalized --attributes class-depth --normalize unit", "DNC-SVM": "dnc --normalize unit"}
SVMS = ["F-SVM", "H-SVM"]
MEASURES = [ACCURACY, PRECISION, MAX_LOSS, RANKING_LOSS, PARENT_ACCURACY]
WHOLE = {"H": [[48.2, 47.0], [56.3, 55.4], [2.26, 2.16], [11.3, 8.8], [54.1, 53.2]]}
SAMPLED = {"A": [[30.5, 34.2], [35.7, 38.1], [4.80, 4.37], [15.7, 9.6], [36.1, 40.7]],
           "B": [[32.2, 33.8], [39.6, 41.5], [4.71, 4.22], [18.6, 11.7], [37.6, 39.1]],
           "C": [[41.2, 45.0], [41.1, 43.4], [4.48, 4.26], [13.8, 7.6], [46.6, 50.7]],
           "E": [[25.5, 28.7], [28.8, 30.8], [4.75, 4.43], [19.2, 13.0], [29.9, 33.6]],
           "F": [[26.0, 27.6], [28.7, 29.9], [4.24, 4.03], [25.6, 19.5], [29.8, 31.6]],
           "G": [[21.0, 24.1], [25.1, 25.2], [4.76, 4.40], [21.1, 12.7], [26.2, 29.9]],
           "H": [[17.3, 18.1], [25.1, 25.9], [3.65, 3.37], [27.7, 21.6], [22.4, 24.0]],
           "I": [[19.0, 19.8], [24.4, 25.1], [4.36, 4.02], [30.2, 24.0], [24.1, 25.3]],
           "J": [[30.3, 30.5], [38.7, 39.8], [2.88, 2.60], [28.7, 21.9], [39.5, 39.0]],
           "K": [[23.4, 26.2], [33.5, 36.0], [2.47, 2.35], [45.1, 41.1], [30.8, 31.2]],
           "L": [[16.3, 16.4], [24.5, 25.0], [3.67, 3.46], [36.5, 29.2], [22.5, 23.0]],
           "M": [[25.0, 25.6], [35.3, 36.1], [2.72, 2.36], [28.9, 23.0], [36.3, 37.0]],
           "N": [[16.8, 18.4], [19.1, 20.1], [5.21, 5.00], [29.7, 21.5], [20.9, 22.8]],
           "Z": [[16.4, 16.2], [26.3, 26.9], [3.19, 2.93], [41.8, 34.9], [30.7, 29.5]]}
DIVIDED = {"H": [[17.3, 13.0, 18.1], [22.4, 18.8, 24.0]], "I": [[19.0, 14.9, 19.8], [24.1, 22.8, 25.3]],
           "J": [[30.3, 26.8, 30.5], [39.5, 35.1, 39.0]], "K": [[23.4, 27.0, 26.2], [30.8, 33.4, 31.2]],
           "L": [[16.3, 14.8, 16.4], [22.5, 22.4, 23.0]], "M": [[25.0, 21.8, 25.6], [36.3, 35.9, 37.0]],
           "Z": [[16.4, 8.7, 16.2], [30.7, 43.6, 29.5]]}


def run(lab):
    tables = [Table("Table 7.11: all documents", ["subtree"], SVMS),
              Table("Table 7.12: two documents of each category", ["subtree"], SVMS),
              Table("Table 7.16: divide and conquer", ["subtree"], ["F-SVM", "DNC-SVM", "H-SVM"])]
    made = False
    for subtree in parts(lab, "ohsumed", ["H"]):
        corpus = ohsumed(lab, subtree)
        made = corpus.stand_in
        full = lab.compare_draws([corpus] * lab.pick(3, 1), METHODS, "--folds", lab.pick(3, 2))
        few = lab.compare(corpus.data, corpus.taxonomy, METHODS, "--sample-per-class", 2, "--repeats", lab.pick(10, 2))
        tables[0].add_found([subtree], full, MEASURES, WHOLE.get(subtree))
        tables[1].add_found([subtree], few, MEASURES, SAMPLED.get(subtree))
        tables[2].add_found([subtree], few, [ACCURACY, PARENT_ACCURACY], DIVIDED.get(subtree))
    return Result(METHOD, tables, stand_in=made)


METHOD = """\
OHSUMED is not here: unless `--data ohsumed=PATH` is given, these are documents of `clade generate text` over a tree with 8, 30, 60 and \
70 nodes on its levels, which stands for the one subtree H of 14, a third of them joined with another one, and three labels in ten moved to the parent. Word counts of length 1, \
C = 1, the loss divided by depths (thesis 7.2), evaluated with half the distance. Three folds, three times; two documents \
of each category train and the others test, ten times."""

EXPERIMENT = Experiment("thesis-7.11", "Thesis tables 7.11, 7.12 and 7.16: OHSUMED", 0.3, run)
