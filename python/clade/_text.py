"""Estimators that take strings."""

import os

import numpy as np

from ._base import BaseClade
from ._errors import InputError
from ._inputs import is_files, is_texts


class TextClade(BaseClade):
    """Takes strings alone."""

    def _more_tags(self):
        return {**super()._more_tags(), "X_types": ["string"], "no_validation": True}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.input_tags.sparse = False
        tags.no_validation = True
        return tags

    def _examples_for_fit(self, X, y, sample_weight, reset=True):
        return super()._examples_for_fit(_column_of_texts(X), y, sample_weight, reset)

    def _rows(self, X):
        return super()._rows(_column_of_texts(X))


def _is_numeric(value):
    return isinstance(value, (int, float, np.number, np.ndarray, list, tuple)) or hasattr(value, "toarray")


def _column_of_texts(X):
    """X, or the one column that it has; anything but texts and files is refused."""
    if getattr(X, "ndim", 1) == 2 and X.shape[1] == 1:
        X = X.iloc[:, 0] if hasattr(X, "iloc") else np.asarray(X)[:, 0]
    if isinstance(X, str) and not os.path.exists(X):
        raise InputError(f"X: expected a list of texts or a file, got one text: {X[:40]!r}")
    if not is_files(X) and not is_texts(X) and not hasattr(X, "columns"):
        first = next(iter(X), None) if hasattr(X, "__iter__") else X
        if hasattr(X, "__len__") and getattr(X, "ndim", 1) == 1 and len(X) == 0:
            raise InputError("X: expected at least one text, got none")
        got = "numbers; CladeClassifier takes those" if _is_numeric(first) else repr(first)
        raise InputError(f"X: expected texts, got {got}")
    return X
