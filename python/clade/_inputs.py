"""The X that people have, and examples for the library from X and y."""

import os

import numpy as np

from . import _clade
from ._errors import InputError, check_letters
from ._labels import labels_of
from ._weights import checked_weights


def is_path(X):
    return isinstance(X, os.PathLike) or isinstance(X, str)


def _module(X):
    return type(X).__module__.partition(".")[0]


def is_files(X):
    return is_path(X) or (isinstance(X, (list, tuple)) and len(X) > 0
                          and all(isinstance(x, os.PathLike) for x in X))


def _read_parquet(path):
    try:
        import pyarrow.parquet
    except ImportError:
        raise InputError(f"{path}: reading Parquet needs pyarrow (pip install pyarrow)") from None
    return pyarrow.parquet.read_table(os.fspath(path))


def is_texts(X):
    """Whether X is a sequence of strings."""
    if isinstance(X, (str, bytes)) or hasattr(X, "toarray"):
        return False
    if _module(X) in ("pandas", "polars", "pyarrow"):
        if getattr(X, "ndim", 1) != 1 or hasattr(X, "columns") or hasattr(X, "column_names"):
            return False
        first = next((x for x in X if x is not None), None)
        return isinstance(getattr(first, "as_py", lambda: first)(), str)
    if isinstance(X, np.ndarray):
        if X.ndim != 1 or X.dtype.kind not in "OUST":
            return False
        return X.dtype.kind in "UT" or (len(X) > 0 and isinstance(X[0], str))
    return isinstance(X, (list, tuple)) and len(X) > 0 and isinstance(X[0], str)


def _texts(X):
    texts = X.to_pylist() if hasattr(X, "to_pylist") else X.tolist() if hasattr(X, "tolist") else list(X)
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"row {row}: expected a text, got {text!r}")
        if not text.isascii():
            check_letters(f"row {row}", text)
    return texts


def _as_table(X):
    """Tables of polars and Arrow as pandas has them, or as an array where pandas is not there."""
    if not hasattr(X, "columns"):  # a Series, say
        return X
    if _module(X) == "pyarrow":
        names = X.column_names
        columns = [np.asarray(X.column(i).to_numpy()) for i in range(len(names))]
    elif _module(X) == "polars":
        names = list(X.columns)
        columns = [X[name].to_numpy() for name in names]
    else:
        return X
    try:
        import pandas
    except ImportError:
        return np.column_stack([np.asarray(c, dtype=float) for c in columns])
    return pandas.DataFrame(dict(zip(names, columns)))


def _plain_csr(X):
    """(data, indices, indptr) with one kind of index; nothing is copied where that is so already."""
    if not X.has_canonical_format:
        # Where an entry has several values, they are to be added; an order is not needed.
        sorted_copy = X.copy()
        sorted_copy.sum_duplicates()
        X = sorted_copy
    indices, indptr = X.indices, X.indptr
    if indices.dtype != indptr.dtype or indices.dtype not in (np.int32, np.int64):
        indices, indptr = indices.astype(np.int64), indptr.astype(np.int64)
    return np.ascontiguousarray(X.data), np.ascontiguousarray(indices), np.ascontiguousarray(indptr)


class Rows:
    """X in one of the forms that the library takes."""

    def __init__(self, kind, data, count):
        self.kind, self.data, self.count = kind, data, count

    def take(self, which):
        """Those of a mask, or of these numbers."""
        if self.kind == "texts":
            numbers = np.arange(self.count)[which]
            return Rows("texts", [self.data[i] for i in numbers], len(numbers))
        data = self.data[which]
        return Rows(self.kind, data, data.shape[0])

    def examples(self, labels=None, weights=None, file_options=None):
        labels = labels if labels is not None else _clade.LabelCodes()
        if self.kind == "files":
            return _clade.file_examples(self.data, file_options or {})
        if self.kind == "texts":
            return _clade.text_examples(self.data, labels, weights)
        if self.kind == "csr":
            return _clade.csr_examples(*_plain_csr(self.data), labels, weights)
        X = self.data
        size = X.itemsize
        if X.strides[1] != size or X.strides[0] < 0 or X.strides[0] % size or X.strides[0] < size * X.shape[1]:
            X = np.ascontiguousarray(X)
        return _clade.dense_examples(X, labels, weights)


def split_label_column(X, y):
    """Where y is the name of a column of X: that column, and X without it."""
    if is_path(X) and os.fspath(X).endswith((".parquet", ".pq")):
        X = _read_parquet(X)
    X = _as_table(X)
    if isinstance(y, str) and hasattr(X, "columns"):
        if y not in X.columns:
            raise InputError(f"y: there is no column {y!r} in X")
        X, y = X.drop(columns=[y]), X[y]
    return X, y


def _cells(X):
    rows = X.to_numpy() if hasattr(X, "to_numpy") else X
    return ((i, k, value) for i, row in enumerate(rows) if hasattr(row, "__iter__") for k, value in enumerate(row))


def _is_word(value):
    try:
        return isinstance(value, str) and float(value) is None
    except ValueError:
        return True


def _refuse_what_is_no_table(X):
    """Says where rows hold words or differ in length, which NumPy does not."""
    if isinstance(X, (list, tuple)):
        widths = [len(row) if hasattr(row, "__len__") else None for row in X]
        for row, width in enumerate(widths):
            if None not in widths and width != widths[0]:
                raise InputError(f"row {row}: expected {widths[0]} numbers, as in row 0, got {width}")
    for row, column, value in _cells(X):
        if _is_word(value):
            raise InputError(f"row {row}: could not convert string to float: expected a number in column {column}, "
                             f"got {str(value)!r}; texts go in as one string for each row")


def rows_of(estimator, X, reset):
    """Checks X and remembers (reset) or compares its columns."""
    from ._compat import checked_numbers, forget_features
    if is_path(X) and os.fspath(X).endswith((".parquet", ".pq")):
        X = _read_parquet(X)
    if is_files(X):
        if reset:
            forget_features(estimator)
        return Rows("files", [os.fspath(x) for x in ([X] if is_path(X) else X)], None)
    if is_texts(X):
        if reset:
            forget_features(estimator)
        texts = _texts(X)
        return Rows("texts", texts, len(texts))
    X = _as_table(X)
    try:
        X = checked_numbers(estimator, X, reset)
    except ValueError:
        _refuse_what_is_no_table(X)
        raise
    return Rows("csr" if hasattr(X, "indptr") else "dense", X, X.shape[0])


def check_counts(rows, labels):
    if labels.count != rows.count:
        raise InputError(f"Found input variables with inconsistent numbers of samples: {[rows.count, labels.count]}")


def plain_examples(X, y, sample_weight=None, labels="auto", taxonomy=None, separator="/"):
    """Examples for functions that are no estimators."""
    from ._compat import AnyColumns
    X, y = split_label_column(X, y)
    rows = rows_of(AnyColumns(), X, True)
    if rows.kind == "files":
        return rows.examples()
    if y is None:
        raise InputError("y: expected labels, got none")
    found = labels_of(y, labels, taxonomy, separator)
    check_counts(rows, found)
    return rows.examples(found.coded(), checked_weights(sample_weight, rows.count))
