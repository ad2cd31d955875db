"""The y that people have, as the library takes it."""

import numpy as np

from . import _clade
from ._errors import InputError, UsageError, check_letters
from ._levels import is_missing, is_row, paths_of_sets, rows_of_levels
from ._parameters import plain_value


def _coded(values):
    """Distinct values in the order of their appearance, and the number of each value."""
    numbers, codes = {}, np.empty(len(values), np.int64)
    some = 4096  # objects of an array live no longer than their turn
    for begin in range(0, len(values), some):
        part = values[begin:begin + some]
        part = part.tolist() if isinstance(part, np.ndarray) else part
        for value in dict.fromkeys(part):
            numbers.setdefault(value, len(numbers))
        codes[begin:begin + some] = np.fromiter(map(numbers.__getitem__, part), np.int64, len(part))
    return list(numbers), codes


def _names(values):
    names = [str(v) for v in values]
    for name in names:
        check_letters("y", name)
    if len(set(names)) < len(names):
        twice = next(n for n in names if names.count(n) > 1)
        raise InputError(f"y: different labels are both written {twice!r}")
    return names


class Labels:
    """y: the names of labels, and for each example the numbers of those it has."""

    def __init__(self, form, values, codes, offsets=None, separator="/", width=0):
        self.form, self.values, self.codes, self.offsets = form, values, codes, offsets
        self.separator, self.width = separator, width
        self.names = _names(values)
        self.count = len(codes) if offsets is None else len(offsets) - 1

    def coded(self, keep=None, unknown="error"):
        codes, offsets = self.codes, self.offsets
        if keep is not None and offsets is None:
            codes = codes[keep]
        elif keep is not None:
            rows = [codes[offsets[i]:offsets[i + 1]] for i in np.flatnonzero(keep)]
            codes = np.concatenate(rows) if rows else codes[:0]
            offsets = np.cumsum([0] + [len(r) for r in rows])
        return _clade.LabelCodes(self.names, codes, None if offsets is None else offsets.astype(np.int64), unknown)

    @property
    def are_paths(self):
        """Whether names are paths from the top level down, joined by ``separator``."""
        return self.form in PATH_FORMS

    def sets(self):
        """The labels of each example, as lists of names."""
        if self.offsets is None:
            return [[self.names[c]] for c in self.codes]
        return [[self.names[c] for c in self.codes[a:b]] for a, b in zip(self.offsets[:-1], self.offsets[1:])]


def form_of(y, taxonomy=None):
    """names, sets, levels, level-sets or indicator: what y looks like."""
    if hasattr(y, "toarray"):
        return "indicator"
    if getattr(y, "ndim", 1) == 3:
        return "level-sets"
    if isinstance(y, (list, tuple)) or (getattr(y, "ndim", 0) == 1 and getattr(y, "dtype", None) == object):  # noqa: E721
        first = next(iter(y), None)
        if not isinstance(first, (list, tuple, set, frozenset)):
            if not isinstance(first, np.ndarray):
                return "names"
        rows = list(y)
        if any(is_row(path) for row in rows if is_row(row) for path in row):
            return "level-sets"
        width = len(first)
        is_table = width > 1 and all(is_row(r) and len(r) == width for r in rows)
        if not is_table:
            if width == 1 and all(len(r) == 1 for r in rows) and not isinstance(first, (set, frozenset)):
                return "names"
            return "sets"
        flat = {v for r in rows for v in r}
        if flat <= {0, 1}:
            return "indicator"
        # A name that stands in two columns is no level of a path.
        columns = [{r[k] for r in rows if not is_missing(r[k])} for k in range(width)]
        is_levels = sum(map(len, columns)) == len(set().union(*columns))
        return "levels" if is_levels and taxonomy is None else "sets"
    if getattr(y, "ndim", 1) == 2 and y.shape[1] > 1:
        values = np.asarray(y)
        if values.dtype.kind in "bui" and np.isin(values, (0, 1)).all():
            return "indicator"
        if values.dtype.kind == "f" and np.isin(values, (0, 1)).all():
            return "indicator"
        return "levels"
    return "names"


LABEL_FORMS = ("auto", "names", "sets", "levels", "level-sets", "indicator")
PATH_FORMS = ("levels", "level-sets")


def labels_of(y, form="auto", taxonomy=None, separator="/"):
    """y as Labels. Raises InputError for what cannot be labels."""
    if not (hasattr(y, "__iter__") or hasattr(y, "__array__")) or getattr(y, "ndim", 1) == 0:
        raise InputError(f"y: expected labels, one entry for each example, got {y!r}")
    if form == "auto":
        form = form_of(y, taxonomy)
    if form == "names":
        return _named_labels(y)
    if form == "sets":
        return _label_sets(y)
    if form == "indicator":
        return _indicated_labels(y)
    if form == "levels":
        return _labels_by_level(y, taxonomy, separator)
    if form == "level-sets":
        return _sets_of_paths(y, taxonomy, separator)
    raise UsageError(f"labels: expected {'|'.join(LABEL_FORMS)}, got {form!r}")


def _array_of(y):
    """Arrays of Arrow and columns of pandas as numpy has them; numbers and truth values stay what they are."""
    if hasattr(y, "to_pylist"):
        return np.asarray(y.to_pylist(), dtype=object)
    kind = getattr(getattr(y, "dtype", None), "numpy_dtype", None)
    if kind is None or not hasattr(y, "isna"):
        return np.asarray(y)
    _refuse_missing(np.asarray(y.isna()))
    return y.to_numpy(dtype=kind)


def _refuse_missing(are_missing):
    for row in np.flatnonzero(are_missing)[:1]:
        raise InputError(f"Input y contains NaN or nothing: row {row} has no label")


def _named_labels(y):
    from sklearn.utils import column_or_1d
    from sklearn.utils.multiclass import check_classification_targets
    y = _array_of(y)
    if y.ndim == 2 and y.shape[1] == 1 and not isinstance(y, np.matrix):
        y = column_or_1d(y, warn=True)
    y = column_or_1d(y)
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise InputError("Input y contains NaN or infinity.")
    if y.dtype.kind == "O":
        _refuse_missing([is_missing(v) for v in y])
    if y.dtype.kind in "mM":
        raise InputError("y: expected class names or numbers, got times; give labels as strings")
    if y.dtype.kind != "U":  # words are classes
        check_classification_targets(y)
    if y.dtype.kind in "OU":
        return Labels("names", *_coded(y))
    values, first, codes = np.unique(y, return_index=True, return_inverse=True)
    return Labels("names", values.tolist(), codes.reshape(-1).astype(np.int64))


def _label_sets(y):
    rows = []
    for i, labels in enumerate(y):
        if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
            raise InputError(f"row {i}: expected a list of labels, got {labels!r}")
        rows.append([plain_value(v) for v in labels if not is_missing(v)])
    values, codes = _coded([v for row in rows for v in row])
    offsets = np.cumsum([0] + [len(row) for row in rows])
    return Labels("sets", values, codes, offsets.astype(np.int64))


def _indicated_labels(y):
    values = list(y.columns) if hasattr(y, "columns") else None
    if hasattr(y, "tocsr"):
        matrix = y.tocsr().copy()
        matrix.eliminate_zeros()
        matrix.sort_indices()
        width, codes, offsets = matrix.shape[1], matrix.indices, matrix.indptr
        entries = matrix.data
    else:
        dense = np.asarray(y)
        if dense.ndim != 2:
            raise InputError(f"y: expected an indicator matrix, got an array of {dense.ndim} dimensions")
        entries = dense[dense != 0]
        width, codes = dense.shape[1], np.nonzero(dense)[1]
        offsets = np.concatenate([[0], np.cumsum((dense != 0).sum(axis=1))])
    if not np.all(entries == 1):
        raise InputError("y: expected 0 and 1 in an indicator matrix")
    return Labels("indicator", values or list(range(width)), codes.astype(np.int64),
                  np.asarray(offsets, dtype=np.int64), width=width)


def _coded_paths(paths, taxonomy, separator):
    """(values, codes, separator): paths as strings, or their last names where there is a taxonomy of such."""
    if taxonomy is not None:
        return *_coded([path[-1] for path in paths]), separator
    candidates = [separator, "/", "|", "::", " > ", "\u241f"]
    separator = next((s for s in candidates if not any(s in part for path in paths for part in path)), None)
    if separator is None:
        raise InputError(f"y: names hold all of {candidates}; rename some")
    return *_coded([separator.join(path) for path in paths]), separator


def _labels_by_level(y, taxonomy, separator):
    paths = rows_of_levels(y)
    values, codes, separator = _coded_paths(paths, taxonomy, separator)
    width = y.shape[1] if getattr(y, "ndim", 1) == 2 else max(map(len, y), default=0)
    return Labels("levels", values, codes, separator=separator, width=width)


def _sets_of_paths(y, taxonomy, separator):
    rows = paths_of_sets(y)
    values, codes, separator = _coded_paths([path for row in rows for path in row], taxonomy, separator)
    offsets = np.cumsum([0] + [len(row) for row in rows])
    return Labels("level-sets", values, codes, offsets.astype(np.int64), separator)
