"""Weights of examples."""

import numpy as np

from ._errors import InputError, UsageError
from ._parameters import checked_number


def checked_weights(sample_weight, count):
    """One number of at least 0 for each row, as an array; None where all are 1."""
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=float)
    if weights.ndim == 0:
        weights = np.full(count, float(weights))
    if weights.ndim != 1:
        raise InputError("Sample weights must be 1D array or scalar")
    if len(weights) != count:
        raise InputError(f"sample_weight.shape == {weights.shape}, expected {(count,)}!")
    if not np.isfinite(weights).all() or (weights < 0).any():
        row = int(np.flatnonzero(~np.isfinite(weights) | (weights < 0))[0])
        raise InputError(f"sample_weight: expected numbers of at least 0, got {weights[row]} in row {row}")
    if not weights.any():
        raise InputError("sample_weight: every weight is zero, there is no class to learn")
    return weights


def weighted_by_class(by_class, labels, weights):
    """With class_weight as a dict: the weight of an example times that of its class."""
    if not isinstance(by_class, dict):
        return weights
    if labels.offsets is not None:
        raise UsageError("class_weight: a dict goes with one label for each example")
    unknown = set(by_class) - set(labels.values)
    if unknown:
        raise UsageError(f"class_weight: {unknown.pop()!r} is no class")
    factors = np.array([checked_number("class_weight", by_class.get(value, 1), "numbers of at least 0",
                                       lambda factor: factor >= 0) for value in labels.values])
    return checked_weights(factors[labels.codes] * (1 if weights is None else weights), labels.count)
