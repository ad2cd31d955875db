"""fastText: makes its own features of texts."""

import random
import re
import tempfile
import time
from pathlib import Path

import fasttext
import numpy as np

from peers.answer import Answer
from peers.labels import classes_of, labels_of, sets_of

PREFIX = "__label__"


def words_of(text):
    """In lower case, punctuation split off."""
    return " ".join(re.findall(r"\w+|[^\w\s]", text.lower()))


def learn(problem, _, options):
    labels = labels_of(problem)
    classes = classes_of(labels)
    at = {name: i for i, name in enumerate(classes)}
    lines = [" ".join([PREFIX + str(at[name]) for name in one] + [words_of(record.text)])
             for one, record in zip(labels, problem.train)]
    random.Random(0).shuffle(lines)
    least, most = (options.get("chars") or "0-0").split("-")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "train.txt"
        data.write_text("\n".join(lines) + "\n")
        began = time.monotonic()
        model = fasttext.train_supervised(str(data), loss=options["loss"], lr=float(options["lr"]),
                                          epoch=int(options["epoch"]), wordNgrams=int(options["words"]), minn=int(least),
                                          maxn=int(most), thread=1, seed=1, verbose=0)
        trained = time.monotonic() - began
    scores = np.zeros((len(problem.test), len(classes)))
    for i, record in enumerate(problem.test):
        names, values = model.predict(words_of(record.text), k=-1)
        for name, value in zip(names, values):
            scores[i, int(name[len(PREFIX):])] = value
    predicted = time.monotonic() - began - trained
    return Answer(classes, scores, sets_of(problem, scores, classes, 0.5), {"train": trained, "predict": predicted})
