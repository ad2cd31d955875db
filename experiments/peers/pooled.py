"""AUPRC as `clade evaluate` has it, over all pairs of a record and a node."""

import numpy as np
from sklearn.metrics import average_precision_score


def auprc(problem, answer):
    """A node's score is the best one at it or below; a node without any class below it is below all others."""
    nodes = sorted(problem.parents)
    at = {name: i for i, name in enumerate(nodes)}
    scores = np.full((len(nodes), len(problem.test)), -np.inf, dtype=np.float32)
    for name, column in zip(answer.classes, np.asarray(answer.scores).T):
        for node in problem.above(name):
            np.maximum(scores[at[node]], column, out=scores[at[node]])
    scores[np.isinf(scores)] = np.min(answer.scores) - 1
    true = np.zeros(scores.shape, dtype=bool)
    for i, record in enumerate(problem.test):
        for node in problem.closed(record.labels):
            true[at[node], i] = True
    return float(average_precision_score(true.ravel(), scores.ravel()))
