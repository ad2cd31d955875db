"""Thesis tables 7.6, 7.7 and 7.14 (CIKM tables 2 and 3): SVMs on WIPO-alpha, all documents and three of each category."""

from frame.corpora import wipo
from frame.lab import Experiment
from frame.table import ACCURACY, PARENT_ACCURACY, Result, Table

from .newsgroups import DNC, MEASURES, SVMS
from .wipo import STAND_IN, folds, samples, sections, whole

WHOLE = {"A": [[42.3, 42.9], [51.7, 53.2], [1.24, 1.15], [61.5, 65.0]],
         "B": [[33.2, 33.8], [41.5, 43.1], [1.54, 1.41], [57.3, 62.2]],
         "C": [[35.5, 35.1], [44.8, 44.6], [1.32, 1.23], [61.5, 65.6]],
         "D": [[41.8, 42.8], [52.3, 54.4], [1.20, 1.08], [65.4, 69.1]],
         "E": [[34.7, 34.3], [44.8, 46.3], [1.38, 1.30], [62.7, 64.2]],
         "F": [[31.2, 32.4], [40.6, 42.9], [1.47, 1.33], [57.6, 63.3]],
         "G": [[41.0, 41.2], [50.3, 51.1], [1.32, 1.26], [60.6, 63.0]],
         "H": [[43.0, 43.1], [54.2, 55.2], [1.12, 1.07], [63.3, 66.2]]}
SAMPLED = {"A": [[10.6, 11.7], [17.3, 20.5], [2.12, 1.87], [34.9, 43.2]],
           "B": [[9.56, 11.3], [14.7, 18.9], [2.25, 1.99], [36.5, 45.6]],
           "C": [[12.1, 13.3], [18.1, 20.7], [1.90, 1.69], [45.4, 53.0]],
           "D": [[19.7, 20.5], [27.2, 30.9], [1.71, 1.54], [48.9, 57.3]],
           "E": [[10.2, 11.4], [17.3, 20.6], [2.01, 1.82], [40.5, 48.3]],
           "F": [[13.1, 14.5], [19.4, 22.8], [2.02, 1.75], [40.8, 50.5]],
           "G": [[12.4, 13.6], [18.9, 22.4], [2.09, 1.87], [35.2, 43.5]],
           "H": [[14.8, 15.7], [22.6, 25.0], [1.81, 1.66], [42.0, 48.0]]}
DIVIDED = {"D": [[41.8, 38.5, 42.8], [65.4, 67.1, 69.1]],
           "E": [[34.7, 30.6, 34.3], [62.7, 61.5, 64.2]],
           "H": [[43.0, 40.9, 43.1], [63.3, 65.2, 66.2]]}


def run(lab):
    tables = [Table("Table 7.6, CIKM table 2: all documents", ["section"], list(SVMS)),
              Table("Table 7.7, CIKM table 3: three documents of each category", ["section"], list(SVMS)),
              Table("Table 7.14: divide and conquer", ["section"], ["F-SVM", "DNC-SVM", "H-SVM"])]
    made = False
    for section in sections(lab):
        corpus = wipo(lab, section)
        made = corpus.stand_in
        full = lab.compare_draws(whole(lab, corpus), {**SVMS, **DNC}, *folds(lab))
        few = lab.compare_draws(samples(lab, corpus), SVMS, *folds(lab))
        tables[0].add_found([section], full, MEASURES, WHOLE.get(section))
        tables[1].add_found([section], few, MEASURES, SAMPLED.get(section))
        tables[2].add_found([section], full, [ACCURACY, PARENT_ACCURACY], DIVIDED.get(section))
    return Result(STAND_IN + "Three folds, three times; three draws of the samples.", tables, stand_in=made)


EXPERIMENT = Experiment("thesis-7.6", "Thesis tables 7.6, 7.7 and 7.14, CIKM tables 2 and 3: WIPO-alpha", 0.4, run)
