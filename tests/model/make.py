#!/usr/bin/env python3
"""How the models of the folders 0.1.0, 0.2.0, ... were made, one of each kind by the program of that version: make.py
CLADE. They stay as they are, and later versions must read them.

answers.tsv lists what the version answered: the file with the answer, the model, the rows that were predicted, the
options of `clade predict`, and, if the model was updated first, the rows for that."""

import math
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WORK = Path(tempfile.mkdtemp())  # WORK in a call of the program
CLADE = Path(sys.argv[1]).resolve()
VERSION = subprocess.run([CLADE, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
HERE = Path(__file__).resolve().parent / VERSION
answers = []


def clade(words):
    words = words.replace("WORK", str(WORK)).split()
    return subprocess.run([CLADE, *words], cwd=HERE, check=True, capture_output=True, text=True).stdout


# ---- Training data, and the rows of them that are kept to be predicted


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def write(name, records):
    (WORK / name).write_text(lines(records))
    keep(name, records)


def keep(name, records, count=5):
    (HERE / name).write_text(lines(records[:: max(1, len(records) // count)][:count]))


def make_data():
    clade("generate wang2 --n 40 --seed 1 -o WORK/tree")
    keep("tree.svm", (WORK / "tree/test.svm").read_text().splitlines())
    clade("generate cai-multilabel --n 60 --fanout 3 --depth 2 --features 5 --seed 2 -o WORK/several")
    keep("several.svm", (WORK / "several/data.svm").read_text().splitlines())
    make_dag()
    make_wide()
    make_gram()
    make_texts()
    if VERSION != "0.1.0":
        make_newer()


def make_dag():
    rng = random.Random(3)
    (WORK / "dag.tsv").write_text("root\ta\nroot\tb\na\tab\nb\tab\na\ta1\nb\tb1\nab\tx\nab\ty\n")
    labels = [(k, label) for k, label in enumerate(("a1", "b1", "x", "y"), 1) for _ in range(5)]
    write("dag.svm", [f"{label} {k}:{1 + rng.random():.3f} 5:{rng.random():.3f}" for k, label in labels])


def make_wide():
    """Many nodes, few of which have a weight for a feature."""
    upper = [f"root\tn{i}" for i in range(5)]
    (WORK / "wide.tsv").write_text(lines(upper + [f"n{i}\tn{i}.{j}" for i in range(5) for j in range(12)]))
    labels = [(i, j) for i in range(5) for j in (0, 3, 7)]
    write("wide.svm", [f"n{i}.{j} {2 * i + j % 2 + 1}:1 {20 + i}:{1 + j % 3}" for i, j in labels])


def make_gram():
    points = [(math.cos(k), math.sin(2 * k)) for k in range(8)]
    rows = [[1 + x * u + y * v for u, v in points] for x, y in points]
    texts = [" ".join(f"{j}:{value:.6f}" for j, value in enumerate(row, 1)) for row in rows]
    write("gram.svm", [f"{'pqr'[k % 3]} {text}" for k, text in enumerate(texts)])


DOCUMENTS = """
sport/run | running | the runners were racing fast
sport/swim | pools | swimmers dived in the pool
home | gardens | planting roses and weeding
sport/run | races | a runner ran the race
sport/swim | swimming | strokes and dives in water
home | baking | bread and roses at home
home | Häuser | Größe der Häuser, naïve weeds
"""
STRINGS = "up abcabc, down cbacba, up abccab, down cbbaca, up aabbcc, down ccbbaa"


def make_texts():
    strings = [text.split() for text in STRINGS.split(", ")]
    write("letters.jsonl", [f'{{"labels":["{label}"],"text":"{text}"}}' for label, text in strings])
    records = []
    for k, line in enumerate(DOCUMENTS.split("\n")[1:-1]):
        label, title, text = line.split(" | ")
        texts = f'"title":"{title}","text":"{text}"'
        records.append(f'{{"id":"{label[0]}{k}","labels":["{label}"],{texts},"features":{{"pages":{k}}}}}')
    write("words.jsonl", records)
    (WORK / "words.tsv").write_text("root\tsport\nroot\thome\nsport\tsport/run\nsport\tsport/swim\n")


def make_newer():
    """Many records, of which some are held out; numbers of different scales with gaps; labels of an ontology."""
    clade("generate wang2 --n 200 --seed 4 -o WORK/many")
    keep("many.svm", (WORK / "many/test.svm").read_text().splitlines())
    rng = random.Random(5)
    columns = [(label, k + rng.random(), 1000 * k + 100 * rng.random()) for k, label in enumerate("pqr") for _ in range(6)]
    write("columns.svm", [f"{c} 1:{a:.3f} 2:{'nan' if i % 5 == 0 else f'{b:.3f}'}" for i, (c, a, b) in enumerate(columns)])
    leaves = ("A/1", "A/2", "B/1", "B/2")
    write("closed.svm", [f"{leaf[0]},{leaf} {k}:1 {4 + i}:0.5" for k, leaf in enumerate(leaves, 1) for i in range(1, 5)])


# ---- Models and what they answer

DATA = {  # by the rows that are kept
    "tree.svm": "WORK/tree/data.svm --taxonomy WORK/tree/taxonomy.tsv",
    "several.svm": "WORK/several/data.svm --taxonomy WORK/several/taxonomy.tsv",
    "dag.svm": "WORK/dag.svm --taxonomy WORK/dag.tsv",
    "wide.svm": "WORK/wide.svm --taxonomy WORK/wide.tsv",
    "gram.svm": "WORK/gram.svm",
    "letters.jsonl": "WORK/letters.jsonl",
    "words.jsonl": "WORK/words.jsonl --taxonomy WORK/words.tsv",
    "many.svm": "WORK/many/data.svm --taxonomy WORK/many/taxonomy.tsv",
    "columns.svm": "WORK/columns.svm",
    "closed.svm": "WORK/closed.svm --taxonomy paths",
}
PROBABILITIES = {
    "probabilities": "--scores --probabilities",
    "confidence": "--confidence 0.6",
    "coverage": "--coverage 0.8",
}
LABEL_SETS = {rule: f"--label-set {rule}" for rule in ("threshold", "size", "class-thresholds")}


def answer(name, rows, kind, options, update=""):
    model = f"{name}.clade"
    if update:
        clade(f"update {model} {update} --quiet -o WORK/next.clade")
        model = "WORK/next.clade"
    (HERE / f"{name}.{kind}.tsv").write_text(clade(f"predict {model} {rows} {options}"))
    answers.append([f"{name}.{kind}.tsv", f"{name}.clade", rows, options, update])


def ask(name, rows, more=None):
    for kind, options in {"scores": "--scores", "top": "--top 2", **(more or {})}.items():
        answer(name, rows, kind, options)


def train(name, rows, options="", more=None):
    clade(f"train {DATA[rows]} {options} --quiet -o {name}.clade")
    ask(name, rows, more)


def train_online(name, rows, options):
    train(name, rows, options)
    answer(name, rows, "updated", "--scores", update=rows)


def prune(name, method, options):
    clade(f"train {DATA['wide.svm']} --method {method} --quiet -o WORK/whole.clade")
    clade(f"prune WORK/whole.clade {options} -o {name}.clade")
    ask(name, "wide.svm")


def make_models():
    train("dense", "tree.svm", "--method hsvm")
    train("default", "tree.svm")
    train("flat", "tree.svm", "--method svm")
    train("bias", "tree.svm", "--method svm --bias free")
    train("double", "tree.svm", "--method hsvm --precision double --bias feature")
    train("dnc", "tree.svm", "--method dnc")
    train("topdown-svm", "tree.svm", "--method topdown-svm")
    train("topdown-psi", "tree.svm", "--method topdown-psi")
    train("orthogonal", "tree.svm", "--method orthogonal --C 100")
    train("transfer", "tree.svm", "--method transfer --C 100")
    train("treeloss", "tree.svm", "--method treeloss --C 100")
    prune("packed-single", "perceptron", "--keep 1 --precision single")
    prune("packed-half", "perceptron", "--keep 0.8")
    prune("packed-half-dense", "hsvm", "--keep 0.2")
    train("rbf", "tree.svm", "--method hsvm --kernel rbf --gamma 2 --C 10")
    train("poly", "tree.svm", "--kernel poly --degree 2 --coef0 1 --bias feature --precision double")
    train("subsequence", "letters.jsonl", "--kernel subsequence --length 2 --decay 0.7")
    train("precomputed", "gram.svm", "--kernel precomputed")
    train("kernel-online", "tree.svm", "--method perceptron --kernel rbf --gamma 1 --update averaged")
    train_online("averaged", "tree.svm", "--method perceptron --update averaged")
    train_online("averaged-sparse", "wide.svm", "--method perceptron --update averaged")
    train_online("sparse", "wide.svm", "--method perceptron --epochs 2")
    train_online("hieron", "words.jsonl", "--method hieron --min-df 1")
    train("intersect", "several.svm", "--method topdown-svm --multilabel intersect")
    train("binary", "several.svm", "--method hsvm --constraints binary", {"sign": "--label-set sign"})
    train("nested-softmax", "tree.svm", "--method hsvm --calibrate", PROBABILITIES)
    train("node-logits", "several.svm", "--calibrate", {**PROBABILITIES, **LABEL_SETS})
    train("dag", "dag.svm", "--method hsvm --attributes class-depth")
    train("dag-calibrated", "dag.svm", "--calibrate --calibrate-folds 3", PROBABILITIES)
    train("stemmer", "words.jsonl", "--stemmer english --stopwords english --min-df 1 --text-fields title=2,text")
    train("char-ngrams", "words.jsonl", "--char-ngrams 3 --ngrams 0")
    train("hash", "words.jsonl", "--hash 8 --weighting tf --label-nodes all")
    if VERSION != "0.1.0":
        make_newer_models()
    DATA["words.jsonl"] = "WORK/words.jsonl --taxonomy paths"
    train("paths", "words.jsonl", "--min-df 1")


def make_newer_models():
    train("no-fingerprint", "tree.svm", "--method hsvm --no-fingerprint")
    train("heavy-tails", "many.svm", "--kernel linear", PROBABILITIES)
    train("standard", "columns.svm", "--method svm --scale standard --missing mean")
    train("minmax", "columns.svm", "--method svm --scale minmax --missing zero")
    train("closed", "closed.svm", "--close-labels --calibrate-folds 2 --kernel linear",
          {"probabilities": PROBABILITIES["probabilities"], "least-loss": "--label-set least-loss"})
    train("term-weights", "words.jsonl", "--ngrams 2 --ngram-weight 0.5 --char-ngrams 3-4 --char-weight 0.25")
    train("dnc-rbf", "tree.svm", "--method dnc --kernel rbf --bias free")
    train("all-nodes", "tree.svm", "--method treeloss --candidates all")
    train_online("hieron-last", "tree.svm", "--method hieron --update last")


try:
    make_data()
    make_models()
    (HERE / "answers.tsv").write_text(lines("\t".join(row) for row in answers))
finally:
    shutil.rmtree(WORK)
