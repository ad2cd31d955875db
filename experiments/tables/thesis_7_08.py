"""Thesis tables 7.8 and 7.9: SVMs on WIPO-alpha with several labels."""

from frame.corpora import wipo_multilabel
from frame.lab import Experiment
from frame.table import ACCURACY, MAX_LOSS, PARENT_ACCURACY, PRECISION, RANKING_LOSS, Result, Table

from .newsgroups import SVMS
from .wipo import STAND_IN, folds, samples, sections, whole

MEASURES = [ACCURACY, PRECISION, MAX_LOSS, RANKING_LOSS, PARENT_ACCURACY]
WHOLE = {"A": [[53.8, 54.2], [56.0, 57.3], [1.66, 1.34], [9.09, 3.85], [70.3, 73.5]],
         "B": [[37.3, 37.8], [40.8, 42.5], [2.08, 1.76], [12.6, 5.38], [59.9, 65.0]],
         "C": [[45.3, 45.4], [45.5, 45.9], [2.10, 1.68], [10.1, 4.95], [67.8, 73.3]],
         "D": [[47.3, 48.6], [52.7, 55.0], [1.82, 1.45], [11.7, 7.35], [67.7, 71.6]],
         "E": [[38.7, 38.7], [44.9, 46.5], [1.99, 1.63], [12.7, 7.44], [63.7, 66.2]],
         "F": [[36.6, 37.6], [41.3, 43.4], [2.07, 1.69], [11.6, 5.13], [59.7, 65.0]],
         "G": [[47.2, 47.2], [52.3, 52.8], [1.73, 1.50], [10.5, 5.46], [64.9, 67.0]],
         "H": [[48.7, 49.2], [55.1, 56.2], [1.63, 1.34], [8.25, 4.15], [66.5, 69.6]]}
# Table 7.9 has no ranking loss.
SAMPLED = {"A": [[14.8, 16.3], [16.8, 20.5], [2.71, 2.28], None, [39.3, 47.3]],
           "B": [[12.4, 14.0], [14.0, 17.9], [2.78, 2.39], None, [40.1, 48.6]],
           "C": [[14.8, 16.3], [15.6, 18.2], [2.79, 2.23], None, [46.6, 58.1]],
           "D": [[19.4, 21.3], [24.0, 27.3], [2.58, 2.06], None, [49.3, 56.3]],
           "E": [[14.4, 15.2], [19.9, 22.4], [2.66, 2.19], None, [45.2, 50.4]],
           "F": [[13.4, 14.9], [16.6, 20.2], [2.74, 2.25], None, [41.5, 51.1]],
           "G": [[11.4, 12.4], [14.9, 18.4], [2.75, 2.40], None, [35.1, 41.9]],
           "H": [[15.1, 16.2], [19.2, 22.6], [2.67, 2.12], None, [40.2, 48.4]]}


def run(lab):
    tables = [Table("Table 7.8: all documents", ["section"], list(SVMS)),
              Table("Table 7.9: three documents of each category", ["section"], list(SVMS))]
    made = False
    for section in sections(lab):
        corpus = wipo_multilabel(lab, section)
        made = corpus.stand_in
        tables[0].add_found([section], lab.compare_draws(whole(lab, corpus), SVMS, *folds(lab)), MEASURES,
                            WHOLE.get(section))
        tables[1].add_found([section], lab.compare_draws(samples(lab, corpus), SVMS, *folds(lab)), MEASURES,
                            SAMPLED.get(section))
    return Result(METHOD, tables, stand_in=made)


METHOD = STAND_IN + """\
Every second document is joined with a random other one, words and labels. Three folds, three times; three draws of the samples."""

EXPERIMENT = Experiment("thesis-7.8", "Thesis tables 7.8 and 7.9: WIPO-alpha with several labels", 0.4, run)
