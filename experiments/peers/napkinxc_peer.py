"""napkinXC: probabilistic label trees, or one problem for each class."""

import tempfile
import time

import numpy as np
from napkinxc.models import BR, PLT

from peers.answer import Answer
from peers.labels import classes_of, labels_of, sets_of


def learn(problem, rows, options):
    labels = labels_of(problem)
    classes = classes_of(labels)
    at = {name: i for i, name in enumerate(classes)}
    kind = {"PLT": PLT, "BR": BR}[options["model"]]
    with tempfile.TemporaryDirectory() as folder:
        more = {"seed": 1} if kind is PLT else {}
        model = kind(folder, liblinear_c=float(options["C"]), threads=1, verbose=0, **more)
        began = time.monotonic()
        model.fit(rows.train, [[at[name] for name in one] for one in labels])
        trained = time.monotonic() - began
        found = model.predict_proba(rows.test, top_k=len(classes))
        predicted = time.monotonic() - began - trained
    scores = np.full((len(problem.test), len(classes)), -1e-6)
    for i, pairs in enumerate(found):
        for label, value in pairs:
            scores[i, label] = value
    return Answer(classes, scores, sets_of(problem, scores, classes, 0.5), {"train": trained, "predict": predicted})
