"""scikit-learn: one problem for each class or node, kernels, forests, and several outputs at once."""

import time

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsRegressor
from sklearn.svm import SVC, LinearSVC

from peers.answer import Answer
from peers.labels import classes_of, labels_of, matrix_of, sets_of


def learn(problem, rows, options):
    nodes = bool(options.get("nodes"))
    labels = labels_of(problem, nodes)
    classes = classes_of(labels)
    train, test = rows.arrays()
    began = time.monotonic()
    if options["estimator"] == "SVC" and problem.kind != "single":
        train, test, options = with_kernel(train, test, options)
    estimator = make(options, rows, train)
    if problem.kind == "single":
        at = {name: i for i, name in enumerate(classes)}
        targets = np.array([at[one[0]] for one in labels])
        if not isinstance(estimator, (LinearSVC, SVC, RandomForestClassifier)):
            estimator = OneVsRestClassifier(estimator)
    else:
        targets = matrix_of(labels, classes)
        multi_output = isinstance(estimator, (RandomForestClassifier, RandomForestRegressor, Ridge, KNeighborsRegressor))
        targets = targets.toarray() if multi_output else targets
        estimator = estimator if multi_output else OneVsRestClassifier(estimator)
    estimator.fit(train, targets)
    trained = time.monotonic() - began
    scores, threshold = scores_of(estimator, test, len(classes))
    predicted = time.monotonic() - began - trained
    return Answer(classes, scores, sets_of(problem, scores, classes, threshold, nodes),
                  {"train": trained, "predict": predicted})


def make(options, rows, train):
    name = options["estimator"]
    tall = rows.dense and train.shape[0] > train.shape[1]
    if name == "LinearSVC":
        return LinearSVC(C=float(options["C"]), dual=not tall)
    if name == "LogisticRegression":
        return LogisticRegression(C=float(options["C"]), solver="liblinear")
    if name == "SVC":
        shape = {"kernel": "precomputed"} if options.get("kernel") == "made" else {"gamma": gamma_of(train, options)}
        return SVC(C=float(options["C"]), cache_size=1000, **shape)
    if name == "Ridge":
        return Ridge(alpha=float(options["alpha"]))
    if name == "KNeighborsRegressor":
        return KNeighborsRegressor(int(options["neighbours"]))
    part = options["part"] if options["part"] == "sqrt" else float(options["part"])
    forest = {"RandomForestClassifier": RandomForestClassifier, "RandomForestRegressor": RandomForestRegressor}[name]
    return forest(int(options["trees"]), min_samples_leaf=int(options["leaf"]), max_features=part, random_state=0)


def gamma_of(train, options):
    """In units of SVC's own gamma, 'scale': one over features times variance."""
    if hasattr(train, "multiply"):
        variance = train.multiply(train).mean() - train.mean() ** 2
    else:
        variance = train.var()
    return float(options["gamma"]) / (train.shape[1] * variance) if variance > 0 else 1.0


def with_kernel(train, test, options):
    """The values of the kernel in place of the rows, computed once for all classes, and options that say so."""
    gamma = gamma_of(train, options)
    return rbf_kernel(train, gamma=gamma), rbf_kernel(test, train, gamma=gamma), {**options, "kernel": "made"}


def scores_of(estimator, test, n_classes):
    """(a column for each class, above which value a class is chosen)."""
    if isinstance(estimator, RandomForestClassifier):
        found = estimator.predict_proba(test)
        if isinstance(found, list):  # an array for each output
            found = np.column_stack([column_of(p, c) for p, c in zip(found, estimator.classes_)])
        return found, 0.5
    if isinstance(estimator, (RandomForestRegressor, Ridge, KNeighborsRegressor)):
        return np.asarray(estimator.predict(test)).reshape(test.shape[0], n_classes), 0.5
    found = estimator.decision_function(test)
    if found.ndim == 1:
        found = np.column_stack([-found, found]) if n_classes == 2 else found.reshape(-1, 1)
    return found, 0.0


def column_of(probabilities, classes):
    """The probability of 1 of an output that may have seen only one value."""
    if probabilities.shape[1] == 2:
        return probabilities[:, 1]
    return np.full(probabilities.shape[0], float(classes[0]))
