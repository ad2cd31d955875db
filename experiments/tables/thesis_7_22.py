"""Thesis tables 7.22 and 7.23: averaged Hieron and Perceptron on WIPO-alpha, with true and with learned taxonomies."""

from frame.corpora import wipo
from frame.lab import Experiment
from frame.table import PARENT_ACCURACY, PRECISION, TOP_LOSS, Evidence, Result, Table

from .newsgroups import AVERAGED, MEASURES, SVMS, gain
from .wipo import STAND_IN, folds, sections, whole

PAPER = {"D": [[35.0, 33.4, 34.6, 37.3], [45.2, 45.4, 45.3, 49.1], [1.39, 1.25, 1.39, 1.19], [59.0, 63.3, 59.1, 66.4]],
         "E": [[27.4, 26.5, 27.4, 29.2], [36.8, 37.4, 36.9, 39.6], [1.62, 1.46, 1.62, 1.42], [55.4, 59.3, 55.0, 60.6]]}
LEARNED = {"D": [[34.6, 34.9], [45.3, 47.3], [1.39, 1.36], [59.1, 59.2]],
           "E": [[27.4, 27.6], [36.9, 38.1], [1.62, 1.57], [55.0, 55.8]],
           "G": [[34.2, 33.9], [43.4, 44.4], [1.51, 1.50], [54.5, 55.1]],
           "H": [[33.8, 34.4], [45.5, 47.6], [1.33, 1.29], [55.9, 57.8]]}


def run(lab):
    tables = [Table("Table 7.22", ["section"], list(AVERAGED)),
              Table("Table 7.23: learned taxonomies", ["section"], ["FaPERC", "HaPERC, learned"])]
    evidence, made, better = [], False, [PRECISION, TOP_LOSS, PARENT_ACCURACY]
    for section in sections(lab):
        corpus = wipo(lab, section)
        made = corpus.stand_in
        found = lab.compare_draws(whole(lab, corpus), {**AVERAGED, **SVMS}, *folds(lab), "--taxonomies", "given,learned")
        tables[0].add_found([section], found, MEASURES, PAPER.get(section))
        tables[1].add_found([section], found, MEASURES, LEARNED.get(section))
        evidence += [Evidence.of("perceptron-gains-more", f"Table 7.22, {section}, {measure.name}",
                                 gain(found, "HaPERC", "FaPERC", measure), gain(found, "H-SVM", "F-SVM", measure),
                                 True, made) for measure in better]
    for name in ("Hieron", "PERC"):
        evidence += tables[0].evidence("tree-loss", f"Ha{name}", f"Fa{name}", [TOP_LOSS], made)
        evidence += tables[0].evidence("parent-accuracy", f"Ha{name}", f"Fa{name}", [PARENT_ACCURACY], made)
    evidence += tables[1].evidence("learned-helps-online", "HaPERC, learned", "FaPERC", better, made)
    return Result(STAND_IN + METHOD, tables, evidence, stand_in=made)


METHOD = "Twenty passes, each in a new random order; three folds, three times. Learned taxonomies come from each training part."

EXPERIMENT = Experiment("thesis-7.22", "Thesis tables 7.22 and 7.23: Hieron and Perceptron on WIPO-alpha", 0.8, run)
