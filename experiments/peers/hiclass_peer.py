"""HiClass: a local classifier for each parent; it answers with paths and has no scores for all classes."""

import time

import numpy as np
from hiclass import LocalClassifierPerParentNode, MultiLabelLocalClassifierPerParentNode
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from peers.answer import Answer


def learn(problem, rows, options):
    train, test = rows.arrays()
    paths = [[path_of(problem, label) for label in record.labels] for record in problem.train]
    C = float(options["C"])
    if problem.kind == "single":
        tall = rows.dense and train.shape[0] > train.shape[1]
        model = LocalClassifierPerParentNode(LinearSVC(C=C, dual=not tall))
        targets = leveled([one[0] for one in paths])
    else:
        # Several labels need predict_proba, which LinearSVC has not.
        tolerance = None if options["tolerance"] == "none" else float(options["tolerance"])
        model = MultiLabelLocalClassifierPerParentNode(LogisticRegression(C=C, solver="liblinear"), tolerance=tolerance)
        most, depth = max(map(len, paths)), max(len(path) for row in paths for path in row)
        targets = np.full((len(paths), most, depth), "", dtype=object)
        for i, row in enumerate(paths):
            for j, path in enumerate(row):
                targets[i, j, :len(path)] = path
    began = time.monotonic()
    model.fit(train, targets)
    trained = time.monotonic() - began
    found = model.predict(test)
    predicted = time.monotonic() - began - trained
    if problem.kind == "single":
        sets = [[last(path)] for path in found]
    else:
        sets = [problem.most_specific([last(path) for path in row if last(path)]) for row in found]
    return Answer([], None, sets, {"train": trained, "predict": predicted})


def path_of(problem, label):
    """From below the root down; of a tree."""
    path = []
    while label in problem.parents:
        path.append(label)
        label = problem.parents[label][0]
    return path[::-1]


def leveled(paths):
    found = np.full((len(paths), max(map(len, paths))), "", dtype=object)
    for i, path in enumerate(paths):
        found[i, :len(path)] = path
    return found


def last(path):
    """The deepest node of a path that may end in empty cells."""
    filled = [str(node) for node in path if str(node)]
    return filled[-1] if filled else ""
