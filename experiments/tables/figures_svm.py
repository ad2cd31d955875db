"""Thesis figures 7.4 to 7.7 as data: the SVMs on WIPO-alpha."""

from frame.corpora import folds, wipo, wipo_multilabel
from frame.lab import Experiment
from frame.table import ACCURACY, MAX_LOSS, PARENT_ACCURACY, PRECISION, RANKING_LOSS, TOP_LOSS, Measure, Result, Table

from .newsgroups import SVMS, gain, larger_gain
from .wipo import STAND_IN, folds as fold_options

DOCUMENTS = Measure("documents", "", True, 1, 0)
DUAL = Measure("dual objective", "dual", True)
ACTIVE = Measure("active ratio (%)", "active_ratio", False, 100, 2)


def histogram(lab, corpus):
    """Figure 7.4: how many documents cost how much, in one cross-validation."""
    counts = {}
    for name, words in SVMS.items():
        counts[name] = {}
        for train, test in folds(lab, corpus, lab.pick(3, 2)):
            found = lab.learn(words, train, test, corpus.taxonomy)["evaluate"]
            wrong = {float(loss): n for loss, n in found["loss_histogram"].items() if float(loss) > 0}
            for loss, n in {0.0: found["instances"] - sum(wrong.values()), **wrong}.items():
                counts[name][loss] = counts[name].get(loss, 0) + n
    table = Table("Figure 7.4: documents by loss", ["loss"], list(SVMS), file="figure-7.4")
    for loss in sorted(set().union(*counts.values())):
        table.add([f"{loss:g}"], DOCUMENTS, [[counts[name].get(loss, 0)] for name in SVMS])
    return table


def by_price(lab, corpus):
    """Figure 7.5: accuracy and loss by C."""
    table = Table("Figure 7.5: by C", ["section", "C"], list(SVMS), file="figure-7.5")
    for price in lab.pick((0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100), (0.1, 10)):
        methods = {name: f"{words} --C {price}" for name, words in SVMS.items()}
        found = lab.compare(corpus.data, corpus.taxonomy, methods, *fold_options(lab))
        table.add_found(["D", price], found, [ACCURACY, TOP_LOSS])
    return table


def progress(lab, corpus):
    """Figure 7.6: the dual objective and the active variables while Algorithm 2 works."""
    train, test = folds(lab, corpus, lab.pick(3, 2))[0]
    words = SVMS["H-SVM"] + " --solver paper --tolerance 0.1"
    trace = lab.learn(words, train, test, corpus.taxonomy, "--trace")["trace"]
    table = Table("Figure 7.6: Algorithm 2 at work", ["updates"], ["H-SVM"], file="figure-7.6")
    step = max(1, len(trace) // 60)
    for line in trace[::step] + trace[-1:]:
        table.add([line["updates"]], DUAL, [[line["dual"]]])
        table.add([line["updates"]], ACTIVE, [[line["active_ratio"]]])
    return table


def by_size(lab, corpus):
    """Figure 7.7: by the number of documents of each category; several labels."""
    table = Table("Figure 7.7: by documents of each category", ["t"], list(SVMS), file="figure-7.7")
    measures = [ACCURACY, PRECISION, MAX_LOSS, RANKING_LOSS, PARENT_ACCURACY]
    found = {t: lab.compare(corpus.data, corpus.taxonomy, SVMS, "--sample-per-class", t, "--repeats", lab.pick(10, 2))
             for t in lab.pick((1, 2, 3, 4, 6), (1, 2))}
    for t, comparison in found.items():
        table.add_found([t], comparison, measures)
    gains = {t: gain(comparison, "H-SVM", "F-SVM", MAX_LOSS) for t, comparison in found.items()}
    most = max(gains)
    return table, [larger_gain("few-examples", f"Figure 7.7, t = {t} against {most}, △x-loss", gains[t], gains[most],
                               corpus.stand_in) for t in gains if t != most]


def run(lab):
    corpus, several = wipo(lab, "D"), wipo_multilabel(lab, "D")
    made = corpus.stand_in
    size, evidence = by_size(lab, several)
    price = by_price(lab, corpus)
    evidence += size.evidence("tree-loss", "H-SVM", "F-SVM", [MAX_LOSS], made)
    evidence += size.evidence("parent-accuracy", "H-SVM", "F-SVM", [PARENT_ACCURACY], made)
    evidence += price.evidence("tree-loss", "H-SVM", "F-SVM", [TOP_LOSS], made)
    return Result(STAND_IN + METHOD, [histogram(lab, corpus), price, progress(lab, corpus), size], evidence,
                  stand_in=made)


METHOD = """\
Section D, three folds; figure 7.6: one training part, `--solver paper` with epsilon 0.1; figure 7.7: several labels, t documents of \
each category train and the others test, ten times."""

EXPERIMENT = Experiment("figures-7.4-7.7", "Thesis figures 7.4 to 7.7: SVMs on WIPO-alpha", 1.2, run)
