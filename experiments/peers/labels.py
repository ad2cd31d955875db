"""Labels as classes and as a matrix, and decisions from scores."""

import numpy as np
from scipy.sparse import csr_matrix


def labels_of(problem, nodes=False):
    """The labels of the training records; with every node above them where nodes are classes."""
    closed = nodes or problem.kind == "genes"
    return [sorted(problem.closed(r.labels)) if closed else r.labels for r in problem.train]


def classes_of(labels):
    return sorted(set().union(*labels))


def matrix_of(labels, classes):
    """1 where a record has a class."""
    at = {name: i for i, name in enumerate(classes)}
    starts = np.cumsum([0] + [len(row) for row in labels])
    columns = np.array([at[name] for row in labels for name in sorted(row, key=at.get)], dtype=np.int32)
    return csr_matrix((np.ones(len(columns), dtype=np.float32), columns, starts), shape=(len(labels), len(classes)))


def best(scores, classes):
    return [[classes[i]] for i in np.argmax(scores, axis=1)]


def above(scores, classes, threshold, problem, nodes=False):
    """All classes above a threshold, of nodes the most specific ones."""
    sets = [[classes[i] for i in np.flatnonzero(row > threshold)] for row in scores]
    return [problem.most_specific(found) for found in sets] if nodes or problem.kind == "genes" else sets


def sets_of(problem, scores, classes, threshold, nodes=False):
    """The decision of a program that has scores: the best class of one, or all above the threshold."""
    if problem.kind == "single":
        return best(scores, classes)
    return above(scores, classes, threshold, problem, nodes)
