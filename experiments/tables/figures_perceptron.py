"""Thesis figures 7.9 to 7.12 as data: online, averaged and Minover Perceptrons, flat and hierarchical."""

from frame.corpora import abridged_newsgroups, folds, sampled, wipo_multilabel
from frame.lab import Experiment
from frame.table import ACCURACY, MAX_LOSS, PARENT_ACCURACY, PRECISION, RANKING_LOSS, Measure, Result, Table

from .wipo import STAND_IN, folds as fold_options, sections

ACTIVE = Measure("active ratio (%)", "active", False, 100, 2)
MEASURES = [ACCURACY, PRECISION, RANKING_LOSS, PARENT_ACCURACY]
UPDATES = ("online", "averaged", "minover")


def methods(passes):
    def words(update):
        order = "" if update == "minover" else "--order random "  # minover takes the worst
        return f"--update {update} --epochs {passes} {order}--normalize unit"
    return {f"{form}{update}": f"perceptron {flag}{words(update)}"
            for update in UPDATES for form, flag in (("F-", "--flat "), ("H-", ""))}


def all_three(lab, section, passes):
    """Figure 7.9: the three kinds on a section of WIPO-alpha with several labels."""
    corpus = wipo_multilabel(lab, section)
    table = Table("Figure 7.9: three Perceptrons on WIPO-alpha", ["section"], list(methods(passes)), file="figure-7.9",
                  chart={"kind": "bars", "x": "section"})
    table.add_found([section], lab.compare(corpus.data, corpus.taxonomy, methods(passes), *fold_options(lab)), MEASURES)
    return table


def on_newsgroups(lab, most, passes):
    """Figure 7.10, with the share of dual variables that are not zero, counted from the trace of updates."""
    corpus = abridged_newsgroups(lab, most)
    table = Table("Figure 7.10: three Perceptrons on the abridged newsgroups", ["documents"], list(methods(passes)),
                  file="figure-7.10", chart={"kind": "bars", "x": "documents"})
    runs = {name: [traced(lab, words, corpus, *files) for files in folds(lab, corpus, lab.pick(10, 2))]
            for name, words in methods(passes).items()}
    for measure in [*MEASURES, ACTIVE]:
        table.add([most], measure, [[one[measure.key] for one in found] for found in runs.values()],
                  [None, 3.8, None, None, None, 3.0] if measure is ACTIVE else None)
    return table


def traced(lab, words, corpus, train, test):
    """The measures of one run, and which part of the dual variables has ever moved."""
    def make():
        run = lab.learn_now([str(train), "--taxonomy", str(corpus.taxonomy), "--method", *words.split(),
                             "--trace-updates", "--trace"], test)
        moved = {(u["instance"], u["label"], u["guess"]) for u in run["trace"]}
        pairs = run["train"]["instances"] * (run["train"]["classes"] - 1)
        return {**run["evaluate"]["metrics"], "active": len(moved) / pairs}
    return lab.kept(["traced", words, str(train)], make)


def minover(lab, passes):
    """Figures 7.11 and 7.12: Minover on sections of WIPO-alpha, all documents and samples of three."""
    pair = {name: words for name, words in methods(passes).items() if name.endswith("minover")}
    whole = Table("Figure 7.11: Minover on WIPO-alpha", ["section"], list(pair), file="figure-7.11",
                  chart={"kind": "bars", "x": "section"})
    few = Table("Figure 7.12: Minover on samples of WIPO-alpha", ["section", "sample"], list(pair), file="figure-7.12", once=["sample"],
                chart={"kind": "scatter"})
    for section in sections(lab):
        corpus = wipo_multilabel(lab, section)
        whole.add_found([section], lab.compare(corpus.data, corpus.taxonomy, pair, *fold_options(lab)), MEASURES)
        for seed in range(lab.pick(3, 1)):
            sample = sampled(lab, corpus, 3, seed)
            found = lab.compare(sample.data, sample.taxonomy, pair, *fold_options(lab), "--seed", seed)
            few.add_found([section, seed], found, [*MEASURES, MAX_LOSS])
    return whole, few


def run(lab):
    passes = lab.pick(100, 10)
    tables = [all_three(lab, sections(lab)[-1], passes), on_newsgroups(lab, lab.pick(3000, 200), passes), *minover(lab, passes)]
    for table in tables:
        table.stand_in = "newsgroups" not in table.title and "wipo" not in lab.given
    return Result(METHOD + STAND_IN, tables)


METHOD = """\
At most 100 passes, each in a new random order, fewer where one is without a change. Figure 7.10: newsgroups as elsewhere \
on this page, but no empty documents and of identical ones in several groups a random one (thesis 7.5.1, footnote 1); 3000 documents at \
random, ten folds, as every step of Minover looks at all of them. The share of active dual variables is what the updates of a run touched. Figures 7.9, \
7.11 and 7.12: """

EXPERIMENT = Experiment("figures-7.9-7.12", "Thesis figures 7.9 to 7.12: three kinds of Perceptron", 1.2, run)
