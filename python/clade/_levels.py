"""Labels that are paths: rows of names from the top level down, padded or not."""

import numpy as np

from ._errors import InputError


def is_missing(value):
    """None, "", NaN, and what pandas has for them."""
    if isinstance(value, str):
        return value == ""
    is_nan = isinstance(value, (float, np.floating)) and value != value
    return value is None or is_nan or type(value).__name__ in ("NAType", "NaTType")


def is_row(value):
    return isinstance(value, (list, tuple, np.ndarray))


def _names_of_row(row, where):
    """The names of a padded row from the top level down."""
    if not is_row(row):
        raise InputError(f"{where}: expected labels from the top level down, got {row!r}")
    parts = [str(v) for v in row if not is_missing(v)]
    if not parts or any(is_missing(v) for v in row[:len(parts)]):
        raise InputError(f"{where}: expected labels from the top level down, then padding, got {list(row)!r}")
    return parts


def rows_of_levels(y):
    """The rows of an array, of a table or of lists, which may end early."""
    table = y.to_numpy() if hasattr(y, "to_numpy") else y
    if getattr(table, "ndim", 2) != 2 and not is_row(next(iter(table), None)):
        raise InputError(f"y: expected an array of (examples, levels), got {table.ndim} dimensions")
    return [_names_of_row(row, f"row {i}") for i, row in enumerate(table)]


def paths_of_sets(y):
    """Of every example the paths of its labels."""
    found = []
    for i, row in enumerate(y):
        if not is_row(row) or not all(map(is_row, row)):
            raise InputError(f"row {i}: expected a list of paths, each a list of labels, got {row!r}")
        paths = [path for path in row if len(path) == 0 or not all(map(is_missing, path))]  # the rest is padding
        found.append([_names_of_row(path, f"row {i}") for path in paths])
    return found
