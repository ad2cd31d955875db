"""Functions that judge methods, labels and data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _clade
from ._errors import UsageError
from ._findings import Findings
from ._inputs import plain_examples
from ._listener import Listener
from ._parameters import memory_bytes, method_of
from ._report import Audit, Comparison, Evaluation
from ._taxonomy import source_of


def _named(method):
    """(shown name, method): a pair whose second part is an estimator has a name of its own."""
    if isinstance(method, tuple) and len(method) == 2 and hasattr(method[1], "_method"):
        return {**method[1]._method(), "name": str(method[0])}
    return method_of(method)


def _source_for(taxonomy, y):
    from ._labels import PATH_FORMS, form_of, labels_of
    if taxonomy is None and y is not None and not isinstance(y, str) and form_of(y) in PATH_FORMS:
        return _clade.TaxonomySource.paths(labels_of(y).separator)
    return source_of(taxonomy)


def compare(X: Any, y: Any = None, methods: Sequence[Any] = ("clade", "hsvm", "svm"), taxonomy: Any = None, *,
            test: tuple[Any, Any] | None = None, folds: int | None = None, sample_per_class: int | None = None,
            train_fraction: float | None = None, repeats: int = 10, tune: Mapping[str, Any] | None = None,
            tune_folds: int | None = None, tune_for: str | None = None, taxonomies: Sequence[str] | None = None,
            memory: str | int | None = None, threads: int = 0, seed: int = 0, verbose: int = 0) -> Comparison:
    """Methods on the same splits of the same examples, with tests of their differences.

    Parameters
    ----------
    X, y : examples, as for fit
    methods : list
        Names of methods, ``(name, parameters)``, estimators, or ``(shown name, estimator)``.
    taxonomy : as for estimators
    test : (X, y), optional
        Examples to measure on; without them the examples are divided.
    folds, sample_per_class, train_fraction : optional
        How they are divided, one of the three; 5 folds unless given.
    repeats : int, default=10
        Of random splits.
    tune : dict, optional
        Options with values to choose from on training examples: ``{"C": [0.1, 1, 10]}``.
    tune_folds, tune_for : optional
        The folds of that choice, and the measure that decides.
    taxonomies : list of str, optional
        Every method with each of ``given``, ``random:5``, ``learned``, ``aligned``.
    memory : str or int, optional
        A budget of memory, such as ``'4G'``, as estimators have it.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> import clade
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 6
    >>> y = ["apple", "pear", "hammer", "saw"] * 6
    >>> found = clade.compare(X, y, ["hsvm", "svm"], {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]})
    >>> [m["method"] for m in found.methods]
    ['hsvm', 'svm']
    """
    values = {"folds": folds, "sample_per_class": sample_per_class, "train_fraction": train_fraction,
              "repeats": repeats, "tune": tune or {}, "tune_folds": tune_folds, "tune_for": tune_for,
              "taxonomies": list(taxonomies or []), "keep_predictions": True,
              "memory": memory_bytes(memory)}
    if isinstance(methods, str) or not hasattr(methods, "__iter__"):
        raise UsageError(f"methods: expected a list of methods, got {methods!r}")
    if test is not None and not (isinstance(test, (tuple, list)) and len(test) == 2):
        raise UsageError("test: expected a pair (X, y)")
    tests = None if test is None else plain_examples(*test, taxonomy=taxonomy)
    with Listener(verbose) as listener:
        found = _clade.compare(plain_examples(X, y, taxonomy=taxonomy), tests, _source_for(taxonomy, y),
                               [_named(m) for m in methods], values,
                               {"threads": threads, "seed": seed, "reporter": listener})
    return Comparison(found)


def audit(X: Any, y: Any = None, taxonomy: Any = None, *, method: Any = "clade", folds: int = 5, threads: int = 0,
          seed: int = 0, verbose: int = 0) -> Audit:
    """Which labels are probably wrong, by models that were trained without the example in question.

    Parameters
    ----------
    X, y : examples, as for fit
    taxonomy : as for estimators
    method : as one of those of `compare`
    folds : int, default=5

    Returns
    -------
    Audit
    """
    with Listener(verbose) as listener:
        found = _clade.audit(plain_examples(X, y, taxonomy=taxonomy), _source_for(taxonomy, y), _named(method),
                             folds, {"threads": threads, "seed": seed, "reporter": listener})
    return Audit(*found, _labelled_rows(y))  # type: ignore[call-arg]


def _labelled_rows(y):
    """The numbers of the rows that have a label, None where that is all of them."""
    from ._labels import labels_of
    if y is None or isinstance(y, str):
        return None
    labels = labels_of(y)
    return None if labels.offsets is None else [i for i, row in enumerate(labels.sets()) if row]


def check(X: Any, y: Any = None, taxonomy: Any = None, threads: int = 0) -> Findings:
    """What training would make of examples and a taxonomy, and what is odd about them.

    Returns
    -------
    dict
        What ``clade check --json`` writes; ``print`` shows it as text.
    """
    with Listener() as listener:
        found = _clade.check_data(plain_examples(X, y, taxonomy=taxonomy), _source_for(taxonomy, y),
                                  {"threads": threads, "reporter": listener})
    return Findings(*found)


def evaluate(y_true: Any, y_pred: Any = None, *, scores: Any = None, classes: Any = None, taxonomy: Any = None,
             label_nodes: str = "terminal", threads: int = 0, **measures: Any) -> Evaluation:
    """Every measure of docs/METRICS.md for predictions of any program.

    Parameters
    ----------
    y_true : labels, as y for fit
    y_pred : labels, optional
        Predicted ones, in the same form; sets may be empty.
    scores : array of shape (examples, classes), optional
        For measures that need a ranking; without ``y_pred`` the best class is the prediction.
    classes : list, optional
        The columns of scores.
    taxonomy : as for estimators
    **measures
        label_set, seen_classes, loss, inner_correct, precision_at, auprc_from_level.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> import clade
    >>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
    >>> found = clade.evaluate(["apple", "saw"], ["pear", "saw"], taxonomy=taxonomy)
    >>> found["accuracy"], found["tree_loss"]
    (0.5, 0.5)
    """
    import numpy as np

    from ._errors import InputError
    from ._inputs import Rows
    from ._labels import labels_of
    if y_pred is None and scores is None:
        raise UsageError("expected y_pred, scores or both, got neither")
    truth = labels_of(y_true, taxonomy=taxonomy)
    has_own = truth.are_paths and taxonomy is None
    source = _clade.TaxonomySource.paths(truth.separator) if has_own else source_of(taxonomy)
    empty = Rows("dense", np.zeros((truth.count, 1)), truth.count)
    sets = None
    if y_pred is not None:
        predicted = labels_of(y_pred, truth.form, taxonomy, truth.separator)
        if predicted.count != truth.count:
            raise InputError("Found input variables with inconsistent numbers of samples: "
                             f"{[truth.count, predicted.count]}")
        sets = predicted.sets()
    columns, matrix = [], None
    if scores is not None:
        matrix = np.ascontiguousarray(scores, dtype=float)
        if classes is None:
            raise UsageError("classes: expected the columns of scores, got none")
        columns = [str(c) for c in classes]
        if matrix.ndim != 2 or matrix.shape != (truth.count, len(columns)):
            raise InputError(f"scores: expected shape {(truth.count, len(columns))}, got {matrix.shape}")
    with Listener() as listener:
        found = _clade.evaluate_answers(empty.examples(truth.coded()), source, sets, columns, matrix, measures,
                                        label_nodes, {"threads": threads, "reporter": listener})
    return Evaluation(found)
