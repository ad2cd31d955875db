"""Every measure of docs/METRICS.md as a function and as a scorer.

Each takes ``(y_true, y_pred, *, taxonomy=None, scores=None, classes=None, **measures)``, as
`clade.evaluate` does. ``scorer(name)`` makes a scorer for scikit-learn's searches and cross-validation,
where losses are negated.

Examples
--------
>>> from clade import metrics
>>> taxonomy = {"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}
>>> metrics.tree_loss(["apple", "saw"], ["hammer", "saw"], taxonomy=taxonomy)
1.0
>>> metrics.hierarchical_f1(["apple"], ["pear"], taxonomy=taxonomy)
0.5
"""

import re

from . import _clade
from ._errors import InputError, UsageError

_IS_LOSS = _clade.known_metrics()

__all__ = [*_IS_LOSS, "precision_at", "scorer", "names"]


def names():
    """The names of all measures."""
    return list(_IS_LOSS)


def _value(name, y_true, y_pred, options):
    from ._judging import evaluate
    found = evaluate(y_true, y_pred, **options)
    if name not in found:
        raise InputError(f"{name}: these labels and predictions do not have it; "
                         f"they have {', '.join(found.metrics)} (docs/METRICS.md says when)")
    return found[name]


def _function(name):
    def measure(y_true, y_pred=None, **options):
        return _value(name, y_true, y_pred, options)
    measure.__name__ = measure.__qualname__ = name
    better = "smaller" if _IS_LOSS[name] else "larger"
    measure.__doc__ = (f"``{name}`` of docs/METRICS.md: {better} is better.\n\n    Parameters are those of "
                       "`clade.evaluate`: y_true, y_pred, scores, classes, taxonomy and so on.\n    ")
    return measure


for _name in _IS_LOSS:
    globals()[_name] = _function(_name)


def precision_at(k, y_true, scores, classes, **options):
    """The share of true labels among the k best classes."""
    return _value(f"precision_at_{k}", y_true, None,
                  {"scores": scores, "classes": classes, "precision_at": [k], **options})


class _Scorer:
    """scorer(estimator, X, y): a measure of a fitted clade estimator, negated where it is a loss."""

    def __init__(self, name, options):
        self.name, self.options = name, options

    def __call__(self, estimator, X, y, sample_weight=None):
        if sample_weight is not None:
            raise UsageError("sample_weight: weights play no part in the measures")
        found = self._evaluated(estimator, X, y)
        if self.name not in found:
            raise InputError(f"{self.name}: these examples do not have it (docs/METRICS.md says when)")
        return -found[self.name] if _IS_LOSS.get(self.name, False) else found[self.name]

    def _evaluated(self, estimator, X, y):
        last = estimator[-1] if hasattr(estimator, "steps") else estimator
        last = getattr(last, "best_estimator_", last)
        if not hasattr(last, "evaluate") or "taxonomy" in self.options:  # any classifier, by its predictions
            from ._judging import evaluate
            return evaluate(y, estimator.predict(X), **self.options)
        if hasattr(estimator, "steps"):
            X = estimator[:-1].transform(X)
        return last.evaluate(X, y, **self.options)

    def __repr__(self):
        return f"clade.metrics.scorer({self.name!r})"


def scorer(name, **options):
    """A scorer for scikit-learn: ``cross_val_score(model, X, y, scoring=scorer("tree_loss"))``.

    Parameters
    ----------
    name : str
        Of a measure. Losses are negated, so that larger is better.
    **options
        As for `clade.evaluate`: label_set, seen_classes, loss, inner_correct and so on. With ``taxonomy``,
        and for classifiers of other packages, what ``predict`` gives is measured.
    """
    if name not in _IS_LOSS and not re.fullmatch("precision_at_[1-9][0-9]*", name):
        import difflib
        near = difflib.get_close_matches(name, _IS_LOSS, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise UsageError(f"there is no measure {name!r}{hint}")
    return _Scorer(name, options)
