"""Omikuji: trees of labels like Parabel's; all classes are scored (a beam as wide as there are classes)."""

import tempfile
import time
from pathlib import Path

import numpy as np
import omikuji

from peers.answer import Answer
from peers.labels import classes_of, labels_of, sets_of


def learn(problem, rows, options):
    labels = labels_of(problem)
    classes = classes_of(labels)
    at = {name: i for i, name in enumerate(classes)}
    settings = omikuji.Model.default_hyper_param()
    settings.linear_c = float(options["C"])
    settings.n_trees = int(options["trees"])
    settings.max_depth = int(options["depth"])
    train, test = rows.train, rows.test
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "train.txt"
        with data.open("w") as out:
            out.write(f"{train.shape[0]} {train.shape[1]} {len(classes)}\n")
            for i, one in enumerate(labels):
                names = ",".join(str(at[name]) for name in one)
                row = " ".join(f"{j}:{v:.6g}" for j, v in pairs(train, i))
                out.write(f"{names} {row or '0:0'}\n")  # it takes no row without a value
        began = time.monotonic()
        model = omikuji.Model.train_on_data(str(data), settings, n_threads=1)
        trained = time.monotonic() - began
    model.init_prediction_thread_pool(1)
    scores = np.zeros((len(problem.test), len(classes)))
    for i in range(test.shape[0]):
        found = model.predict(list(pairs(test, i)), beam_size=len(classes), top_k=len(classes))
        for label, value in found:
            scores[i, label] = value
    predicted = time.monotonic() - began - trained
    return Answer(classes, scores, sets_of(problem, scores, classes, 0.5), {"train": trained, "predict": predicted})


def pairs(matrix, i):
    part = slice(matrix.indptr[i], matrix.indptr[i + 1])
    return zip(matrix.indices[part].tolist(), matrix.data[part].tolist())
