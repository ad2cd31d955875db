"""Models from and to files, the same as the command line's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _clade
from ._errors import UsageError

if TYPE_CHECKING:
    from ._base import BaseClade


def load(path: str | os.PathLike[str], trust: bool = False) -> Any:
    """An estimator with the model of a file that ``save`` or ``clade train`` wrote.

    Parameters
    ----------
    path : str or path
    trust : bool, default=False
        Skip the check of the checksum.

    Returns
    -------
    estimator
        Of the class of the model's method, with the parameters that it was trained with. Classes are
        names: a file does not know that they were numbers.
    """
    from ._estimators import BY_METHOD
    from ._parameters import OPTION_NAMES
    from ._taxonomy import Taxonomy
    model = _clade.Model.load(os.fspath(path), trust)
    estimator = BY_METHOD[model.method]()
    known = {**estimator._method_parameters, **estimator._text_parameters}
    stored = dict(model.options)
    values = {name: _value(stored[OPTION_NAMES.get(name, name)], default) for name, default in known.items()
              if OPTION_NAMES.get(name, name) in stored}
    estimator.set_params(**values, taxonomy=Taxonomy(model.taxonomy))
    estimator._set_model(model)
    return estimator


def save(estimator: BaseClade, path: str | os.PathLike[str]) -> None:
    """Writes the model of a fitted estimator: ``clade predict`` and ``clade.load`` read it."""
    if not hasattr(estimator, "save"):
        raise UsageError(f"save: expected an estimator of clade, got {estimator!r}")
    estimator.save(path)


def _value(text, default):
    """A parameter's text as a value of its kind."""
    if isinstance(default, bool):
        return text == "true"
    for kind in (int, float):
        if isinstance(default, (int, float, str)) and not isinstance(default, bool):
            try:
                return kind(text)
            except ValueError:
                continue
    return text
