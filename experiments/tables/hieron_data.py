"""Hieron tables 1 and 2 and figure 2, web pages and phonemes: the scripts for DMOZ and TIMIT, on the nearest data there are."""

import random
from pathlib import Path

from frame.corpora import COUNTS, Corpus, folds, text
from frame.lab import Experiment
from frame.table import Measure, Result, Table

from .hieron import DISTANCE, ROWS, figure_2, on_the_way, updates

RIGHT = Measure("right (%)", "", True, 100, 1)
FORMS = {"tree": "hieron --progressive --order random", "flat": "hieron --flat --progressive --order random",
         "greedy": "dnc --base hieron --order random --label-nodes path"}
# Distance and percent right (the paper has the percent wrong), by set and weights, then by form.
PAPER = {("DMOZ", "on the way"): ([3.62, 4.10, None], [24.1, 24.6, None]),
         ("DMOZ", "last"): ([3.12, 3.56, 3.86], [30.2, 29.8, 18.2]), ("DMOZ", "mean"): ([2.60, 2.89, 3.14], [37.4, 38.4, 25.7]),
         ("phonemes", "on the way"): ([1.64, 1.72, None], [60.0, 60.3, None]),
         ("phonemes", "last"): ([1.88, 2.01, 3.22], [52.0, 51.2, 26.1]), ("phonemes", "mean"): ([1.30, 1.41, 2.48], [59.4, 58.2, 41.8])}
TRAIN_EACH, TEST_EACH = 2000, 500  # instances of each phoneme


def svm_rows(lab, name, files, *options):
    """The records of several files as one."""
    return lab.folder(f"hieron-{name}", lambda to: lab.call("convert", *files, *options, "-o", to / "data.svm")) / "data.svm"


def dmoz(lab):
    """--data dmoz=PATH: data.svm and taxonomy.tsv. Four folds, as in the paper."""
    if "dmoz" in lab.given:
        corpus = Corpus(Path(lab.given["dmoz"]) / "data.svm", Path(lab.given["dmoz"]) / "taxonomy.tsv")
    elif lab.quick:
        corpus = text(lab, "3,6,12", 150, words=1500, length=60, seed=1)
    else:
        folder = lab.data_set("lshtc2010_pages")
        files = [folder / "train.svm.gz", folder / "test.svm.gz"]
        corpus = Corpus(svm_rows(lab, "dmoz", files, *COUNTS), folder / "taxonomy.tsv", stand_in=True)
    return corpus, folds(lab, corpus, lab.pick(4, 2))


def phonemes(lab):
    """--data timit=PATH: train.svm and test.svm, of other speakers, and taxonomy.tsv. The stand-in has four folds."""
    if "timit" in lab.given:
        folder = Path(lab.given["timit"])
        corpus = Corpus(folder / "train.svm", folder / "taxonomy.tsv")
        return corpus, [drawn(lab, folder, seed) for seed in range(lab.pick(4, 2))]
    if lab.quick:
        made = lab.generate("dekel", n=605, seed=2)
        corpus = Corpus(made / "data.svm", made / "taxonomy.tsv", stand_in=True)
    else:
        folder = lab.data_set("imclef07a")
        corpus = Corpus(svm_rows(lab, "phonemes", [folder / "train.svm.gz"]), folder / "taxonomy.tsv", stand_in=True)
    return corpus, folds(lab, corpus, lab.pick(4, 2))


def drawn(lab, source, seed):
    """2000 random training instances of each phoneme and 500 to test on (Hieron 5), from the corpus's own two parts."""
    def make(folder):
        for name, each in (("train", TRAIN_EACH), ("test", TEST_EACH)):
            chance, taken, kept = random.Random(seed), {}, []
            rows = (source / f"{name}.svm").read_text().splitlines()
            for row in chance.sample(rows, len(rows)):
                label = row.partition(" ")[0]
                taken[label] = taken.get(label, 0) + 1
                if taken[label] <= each:
                    kept.append(row)
            (folder / f"{name}.svm").write_text("\n".join(kept) + "\n")
    folder = lab.folder(f"timit-{seed}", make)
    return folder / "train.svm", folder / "test.svm"


def tested(run):
    return 2 * run["evaluate"]["metrics"]["tree_loss"], run["evaluate"]["metrics"]["accuracy"]


def seen_on_the_way(run):
    found = on_the_way(run)
    return found and (found[0], 1 - found[1])


def run(lab):
    tables = [Table("Tables 1 and 2", ["set", "weights"], list(FORMS))]
    stand_in = False
    for name, (corpus, parts), rows in (("DMOZ", dmoz(lab), "--weighting log-tfidf --normalize unit"),
                                        ("phonemes", phonemes(lab), "--normalize unit")):
        stand_in = stand_in or corpus.stand_in
        found = {update: {form: [lab.learn(f"{words} --update {update} {rows}", *part, corpus.taxonomy) for part in parts]
                          for form, words in FORMS.items()} for update in updates(lab)}
        for weights, (update, at_the_end) in ROWS.items():
            if update in found:
                pick = tested if at_the_end else seen_on_the_way
                for place, measure in enumerate((DISTANCE, RIGHT)):
                    values = [[pair[place] for pair in map(pick, found[update][form]) if pair] for form in FORMS]
                    paper = PAPER.get((name, weights))
                    tables[0].add([name, weights], measure, values, paper and paper[place])
        tables += figure_2(f"Figure 2, {name}: errors by distance", f"figure-hieron-2-{name.lower()}", found["averaged"], [name])
    return Result(METHOD, tables, stand_in=stand_in)


METHOD = """\
Hieron's web pages (8576 of DMOZ below 316 nodes) and phonemes (TIMIT) cannot be had. Unless `--data dmoz=PATH` and `--data \
timit=PATH` are given, web pages are those of lshtc2010_pages (3718 pages of DMOZ below 2377 nodes) and in the place of \
phonemes stand images with 80 numbers below 96 nodes (imclef07a): other data of the same kind, so that only the order of \
the methods can be compared. One pass in a random order; four folds, or for TIMIT four draws of 2000 training and 500 test instances of \
each phoneme; rows of length 1. \"On the way\" are the predictions of the online run before each example was learned (table 1), \"last\" and \
\"mean\" the last and the mean weights of the batch run (table 2)."""

EXPERIMENT = Experiment("hieron-data", "Hieron, tables 1 and 2, figure 2: web pages and phonemes", 4, run)
