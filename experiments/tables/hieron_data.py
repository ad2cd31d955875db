"""Hieron tables 1 and 2, web pages and phonemes: the scripts for DMOZ and TIMIT, on the nearest data that there are."""

from pathlib import Path

from frame.corpora import COUNTS, Corpus, text
from frame.lab import Experiment
from frame.table import Evidence, Measure, Result, Table

DISTANCE = Measure("distance", "tree_loss", False, 2)  # the loss is half the distance
RIGHT = Measure("right (%)", "accuracy", True, 100, 1)
UPDATES = {"last": "online", "mean": "averaged"}
FORMS = {"tree": "hieron --order random --update {}", "flat": "hieron --flat --order random --update {}",
         "greedy": "dnc --base hieron --order random --label-nodes path --update {}"}
# Table 2: distance and percent right (the paper has the percent wrong), by set and weights, then by form.
PAPER = {("DMOZ", "last"): ([3.12, 3.56, 3.86], [30.2, 29.8, 18.2]), ("DMOZ", "mean"): ([2.60, 2.89, 3.14], [37.4, 38.4, 25.7]),
         ("phonemes", "last"): ([1.88, 2.01, 3.22], [52.0, 51.2, 26.1]), ("phonemes", "mean"): ([1.30, 1.41, 2.48], [59.4, 58.2, 41.8])}


def svm_rows(lab, name, files, *options):
    """The records of several files as one."""
    return lab.folder(f"hieron-{name}", lambda to: lab.call("convert", *files, *options, "-o", to / "data.svm")) / "data.svm"


def dmoz(lab):
    """--data dmoz=PATH: data.svm and taxonomy.tsv."""
    if "dmoz" in lab.given:
        return Corpus(Path(lab.given["dmoz"]) / "data.svm", Path(lab.given["dmoz"]) / "taxonomy.tsv")
    if lab.quick:
        return text(lab, "3,6,12", 150, words=1500, length=60, seed=1)
    folder = lab.data_set("lshtc2010_pages")
    files = [folder / "train.svm.gz", folder / "test.svm.gz"]
    return Corpus(svm_rows(lab, "dmoz", files, *COUNTS), folder / "taxonomy.tsv", stand_in=True)


def phonemes(lab):
    """--data timit=PATH: data.svm and taxonomy.tsv."""
    if "timit" in lab.given:
        return Corpus(Path(lab.given["timit"]) / "data.svm", Path(lab.given["timit"]) / "taxonomy.tsv")
    if lab.quick:
        made = lab.generate("dekel", n=600, seed=2)
        return Corpus(made / "data.svm", made / "taxonomy.tsv", stand_in=True)
    folder = lab.data_set("imclef07a")
    return Corpus(svm_rows(lab, "phonemes", [folder / "train.svm.gz"]), folder / "taxonomy.tsv", stand_in=True)


def run(lab):
    table = Table("Table 2", ["set", "weights"], list(FORMS))
    stand_in = False
    for name, corpus in {"DMOZ": dmoz(lab), "phonemes": phonemes(lab)}.items():
        stand_in = stand_in or corpus.stand_in
        rows = "--normalize unit" if name == "phonemes" else "--weighting log-tfidf --normalize unit"
        for weights, update in UPDATES.items():
            methods = {form: f"{words.format(update)} {rows}" for form, words in FORMS.items()}
            found = lab.compare(corpus.data, corpus.taxonomy, methods, "--folds", lab.pick(4, 2))
            for place, measure in enumerate((DISTANCE, RIGHT)):
                table.add([name, weights], measure, [found.values(form, measure) for form in methods],
                          PAPER[name, weights][place])
    evidence = table.evidence("tree-loss", "tree", "flat", [DISTANCE], stand_in)
    rows = {tuple(row.labels): row for row in table.rows if row.measure == DISTANCE}
    evidence += [Evidence.of("averaged", f"Hieron, {name}, {form}", rows[name, "mean"].cells[i].values,
                             rows[name, "last"].cells[i].values, False, stand_in)
                 for name in ("DMOZ", "phonemes") for i, form in enumerate(FORMS)]
    return Result(METHOD, [table], evidence, stand_in=stand_in)


METHOD = """\
Hieron's web pages (8576 of DMOZ below 316 nodes) and phonemes (TIMIT) cannot be had. Unless `--data dmoz=PATH` and `--data \
timit=PATH` are given, web pages are those of lshtc2010_pages (3718 pages of DMOZ below 2377 nodes) and in the place of \
phonemes stand images with 80 numbers below 96 nodes (imclef07a): other data of the same kind, so that only the order of \
the methods can be compared. One pass in a random order, four folds; rows of length 1; \"last\" are the last weights of the \
online run, \"mean\" its averaged ones."""

EXPERIMENT = Experiment("hieron-data", "Hieron, table 2: web pages and phonemes", 2, run)
