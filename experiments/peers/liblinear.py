"""LIBLINEAR's own programs; scores are made from the weights of the model file, as they print none."""

import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn.datasets import dump_svmlight_file

from peers.answer import Answer
from peers.labels import best, classes_of, labels_of


def learn(problem, rows, options):
    labels = labels_of(problem)
    classes = classes_of(labels)
    at = {name: i for i, name in enumerate(classes)}
    with tempfile.TemporaryDirectory() as folder:
        data, model = Path(folder) / "train.svm", Path(folder) / "model"
        dump_svmlight_file(rows.train, [at[one[0]] for one in labels], str(data), zero_based=False)
        began = time.monotonic()
        subprocess.run(["liblinear-train", "-s", options["solver"], "-c", options["C"], "-B", options["bias"], "-q", data,
                        model], check=True, capture_output=True)
        trained = time.monotonic() - began
        weights, order, bias = read_model(model)
    began = time.monotonic()
    columns = min(rows.test.shape[1], len(weights))
    found = rows.test[:, :columns] @ weights[:columns] + bias
    scores = np.full((len(problem.test), len(classes)), found.min() - 1.0)
    scores[:, order] = found
    return Answer(classes, scores, best(scores, classes), {"train": trained, "predict": time.monotonic() - began})


def read_model(path):
    """(weights by feature and class, the classes of its columns, what is added for each)."""
    lines = path.read_text().splitlines()
    at = lines.index("w")
    header = dict(line.split(" ", 1) for line in lines[:at] if " " in line)
    order = [int(label) for label in header["label"].split()]
    weights = np.array([list(map(float, line.split())) for line in lines[at + 1:]])
    if weights.shape[1] == 1 and len(order) == 2:  # two classes have one row of weights, for the first
        weights = np.hstack([weights, -weights])
    factor = float(header["bias"])
    return (weights[:-1], order, factor * weights[-1]) if factor >= 0 else (weights, order, 0.0)
