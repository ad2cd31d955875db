"""Thesis tables 7.22 and 7.23: averaged Hieron and Perceptron on WIPO-alpha, with true and with learned taxonomies."""

from frame.corpora import wipo
from frame.lab import Experiment
from frame.table import Result, Table

from .newsgroups import AVERAGED, MEASURES, SVMS
from .wipo import STAND_IN, folds, sections, whole

# FaHieron, HaHieron, FaPERC, HaPERC.
PAPER = {"D": [[35.0, 33.4, 34.6, 37.3], [45.2, 45.4, 45.3, 49.1], [1.39, 1.25, 1.39, 1.19], [59.0, 63.3, 59.1, 66.4]],
         "E": [[27.4, 26.5, 27.4, 29.2], [36.8, 37.4, 36.9, 39.6], [1.62, 1.46, 1.62, 1.42], [55.4, 59.3, 55.0, 60.6]]}
LEARNED = {"D": [[34.6, 34.9], [45.3, 47.3], [1.39, 1.36], [59.1, 59.2]],
           "E": [[27.4, 27.6], [36.9, 38.1], [1.62, 1.57], [55.0, 55.8]],
           "G": [[34.2, 33.9], [43.4, 44.4], [1.51, 1.50], [54.5, 55.1]],
           "H": [[33.8, 34.4], [45.5, 47.6], [1.33, 1.29], [55.9, 57.8]]}
LEARNED_METHODS = ["FaPERC", "HaPERC, learned", "HaPERC", "FaHieron", "HaHieron, learned", "F-SVM", "H-SVM, learned"]


def padded(paper, methods):
    """Nothing printed for the methods behind those that the paper has."""
    return paper and [row + [None] * (len(methods) - len(row)) for row in paper]


def run(lab):
    with_svms = [*AVERAGED, *SVMS]
    tables = [Table("Table 7.22, and the SVMs", ["section"], with_svms),
              Table("Table 7.23: learned taxonomies", ["section"], LEARNED_METHODS)]
    made = False
    for section in sections(lab):
        corpus = wipo(lab, section)
        made = corpus.stand_in
        found = lab.compare_draws(whole(lab, corpus), {**AVERAGED, **SVMS}, *folds(lab), "--taxonomies", "given,learned")
        tables[0].add_found([section], found, MEASURES, padded(PAPER.get(section), with_svms))
        tables[1].add_found([section], found, MEASURES, padded(LEARNED.get(section), LEARNED_METHODS))
    return Result(STAND_IN + METHOD, tables, stand_in=made)


METHOD = """\
Twenty passes, each in a new random order; three folds, three times. Learned taxonomies come from each training part; the thesis prints \
those of the Perceptron."""

EXPERIMENT = Experiment("thesis-7.22", "Thesis tables 7.22 and 7.23: Hieron and Perceptron on WIPO-alpha", 0.8, run)
