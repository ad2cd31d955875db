"""Thesis figures 7.4 to 7.7 and CIKM's 3 and 4: the SVMs on WIPO-alpha."""

import json

from frame.corpora import folds, wipo, wipo_multilabel
from frame.lab import Experiment
from frame.table import ACCURACY, MAX_LOSS, PARENT_ACCURACY, PRECISION, RANKING_LOSS, TOP_LOSS, Measure, Result, Table

from .newsgroups import SVMS
from .wipo import STAND_IN, folds as fold_options, sections

DOCUMENTS = Measure("documents", "", True, 1, 0)
SECONDS = Measure("seconds", "", False, 1, 2)
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
    table = Table("Figure 7.4: documents by loss", ["loss"], list(SVMS), file="figure-7.4",
                  chart={"kind": "bars", "x": "loss"})
    for loss in sorted(set().union(*counts.values())):
        table.add([f"{loss:g}"], DOCUMENTS, [[counts[name].get(loss, 0)] for name in SVMS])
    return table


def by_price(lab, section):
    """Figure 7.5: accuracy and loss by C."""
    corpus = wipo(lab, section)
    table = Table(f"Figure 7.5 (CIKM figure 3), section {section}: by C", ["section", "C"], list(SVMS), file=f"figure-7.5-{section}",
                  once=["C"], chart={"kind": "lines", "x": "C", "log": True})
    for price in lab.pick((0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100), (0.1, 10)):
        methods = {name: f"{words} --C {price}" for name, words in SVMS.items()}
        found = lab.compare(corpus.data, corpus.taxonomy, methods, *fold_options(lab))
        table.add_found([section, price], found, [ACCURACY, TOP_LOSS])
    return table


def progress(lab, corpus):
    """Figure 7.6: the dual objective and the active variables while Algorithm 2 works."""
    train, test = folds(lab, corpus, lab.pick(3, 2))[0]
    words = SVMS["H-SVM"] + " --solver paper --tolerance 0.1"
    trace = lab.learn(words, train, test, corpus.taxonomy, "--trace")["trace"]
    table = Table("Figure 7.6 (CIKM figure 4): Algorithm 2 at work", ["updates"], ["H-SVM"], file="figure-7.6",
                  chart={"kind": "lines", "x": "updates"})
    step = max(1, len(trace) // 60)
    for line in trace[::step] + trace[-1:]:
        table.add([line["updates"]], DUAL, [[line["dual"]]])
        table.add([line["updates"]], ACTIVE, [[line["active_ratio"]]])
    return table


def active_sets(lab, corpus):
    """CIKM 6.4: Algorithm 1 with active variables alone, and with all variables of an example, as Crammer and Singer do."""
    forms = {"active variables": (), "all variables of an example": ("--no-active-set",)}
    table = Table("CIKM 6.4: which variables Algorithm 1 optimises", ["section"], list(forms), judge="none")
    found = {name: [] for name in forms}
    for train, _ in folds(lab, corpus, lab.pick(3, 2)):
        for name, words in forms.items():
            found[name].append(lab.kept(["active-sets", str(train), words], lambda train=train, words=words: timed(lab, corpus, train, words)))
    for at, measure in enumerate((SECONDS, ACTIVE)):
        table.add(["D"], measure, [[one[at] for one in found[name]] for name in forms])
    return table


def timed(lab, corpus, train, words):
    """Processor time, and the share of dual variables that are not zero."""
    before, model = lab.seconds(), lab.work / "models" / "active.clade"
    said = lab.call("train", train, "--taxonomy", corpus.taxonomy, "--method", *SVMS["H-SVM"].split(), "--solver", "paper",
                    "--tolerance", 0.1, *words, "-o", model, "--json", "--quiet", "--threads", 1)
    model.unlink()
    variables = json.loads(said)["dual_variables"]
    return [lab.seconds() - before, variables["nonzero"] / variables["total"]]


def by_size(lab, corpus):
    """Figure 7.7: by the number of documents of each category; several labels."""
    table = Table("Figure 7.7: by documents of each category", ["t"], list(SVMS), file="figure-7.7",
                  chart={"kind": "lines", "x": "documents of each category"})
    measures = [ACCURACY, PRECISION, MAX_LOSS, RANKING_LOSS, PARENT_ACCURACY]
    found = {t: lab.compare(corpus.data, corpus.taxonomy, SVMS, "--sample-per-class", t, "--repeats", lab.pick(10, 2))
             for t in lab.pick((1, 2, 3, 4, 6), (1, 2))}
    for t, comparison in found.items():
        table.add_found([t], comparison, measures)
    return table


def run(lab):
    corpus, several = wipo(lab, "D"), wipo_multilabel(lab, "D")
    tables = [histogram(lab, corpus), *(by_price(lab, section) for section in sections(lab)[:2]), progress(lab, corpus), by_size(lab, several),
              active_sets(lab, corpus)]
    return Result(STAND_IN + METHOD, tables, stand_in=corpus.stand_in)


METHOD = """\
Section D, and for figure 7.5 also E, three folds; figure 7.6: one training part, `--solver paper` with epsilon 0.1; figure 7.7: several labels, t documents of \
each category train and the others test, ten times."""

EXPERIMENT = Experiment("figures-7.4-7.7", "Thesis figures 7.4 to 7.7: SVMs on WIPO-alpha", 1.2, run)
