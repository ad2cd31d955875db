"""Copies of rows and whole weights, which are the same to the default method where there are few rows."""

import numpy as np

FEWEST = 50  # with fewer the library learns no probabilities by itself


def _contents(rows):
    """For each row something that only its copies have."""
    if rows.kind == "dense":
        return [row.tobytes() for row in np.ascontiguousarray(rows.data)]
    X = rows.data.copy()
    X.sum_duplicates()
    places = zip(X.indptr[:-1], X.indptr[1:])
    return [(X.indices[a:b].tobytes(), X.data[a:b].tobytes()) for a, b in places]


def order_of_few(rows, labels, weights):
    """Numbers of rows, each as often as its weight says, in an order that follows from what rows hold.

    None, and rows stay as they are: where there are fifty of them or more, each counted as often as its weight
    says, and where there are neither copies nor weights, weights that are not whole, texts, or several labels.
    """
    if rows.kind not in ("csr", "dense") or labels.offsets is not None:
        return None
    times = np.ones(rows.count) if weights is None else weights
    if times.sum() >= FEWEST or (times % 1).any():
        return None
    numbers = np.flatnonzero(times)
    contents = _contents(rows)
    keys = {i: (contents[i], labels.names[labels.codes[i]]) for i in numbers}
    if (times <= 1).all() and len(set(keys.values())) == len(keys):
        return None
    in_order = sorted(numbers, key=keys.get)
    return np.repeat(in_order, times[in_order].astype(int))
