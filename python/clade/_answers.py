"""What a fitted estimator answers."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils.metaestimators import available_if

from . import _clade
from ._errors import CladeWarning, InputError
from ._inputs import rows_of, split_label_column
from ._labels import labels_of
from ._levels import paths_of_sets, rows_of_levels
from ._listener import Listener
from ._parameters import checked_number

if TYPE_CHECKING:
    from ._report import Evaluation, Explanations


def _gives_probabilities(estimator):
    if hasattr(estimator, "model_"):
        if estimator.model_.is_calibrated:
            return True
        raise AttributeError("the model has no probabilities: calibrate=True learns them, from 5 or more examples of "
                             "classes that have at least two, and an update loses them")
    is_wanted = estimator._adapts_to_data if estimator.calibrate == "auto" else bool(estimator.calibrate)
    if not is_wanted:
        raise AttributeError("probabilities need calibrate=True")
    return True


class Answers:
    """Methods of an estimator that need a model."""

    def _fitted(self):
        if not hasattr(self, "model_"):
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with "
                                 "appropriate arguments before using this estimator.")
        return self.model_

    def _rows(self, X):
        model = self._fitted()
        X, _ = split_label_column(X, None)
        column = getattr(self, "_label_column", None)
        if column is not None and hasattr(X, "columns") and column in X.columns:
            X = X.drop(columns=[column])
        rows = rows_of(self, X, False)
        has_columns = hasattr(self, "n_features_in_")
        if rows.kind in ("csr", "dense") and not has_columns and hasattr(self, "summary_"):
            raise InputError("X: expected texts or files, as in fit, got numbers")
        if rows.kind == "texts" and has_columns:
            raise InputError(f"X: expected {self.n_features_in_} numbers in every row, as in fit, got texts. "
                             "Reshape your data")
        if rows.kind == "dense" and not has_columns and rows.data.shape[1] < model.feature_count:
            warnings.warn(f"X has {rows.data.shape[1]} columns, and the model knows {model.feature_count} features",
                          CladeWarning, stacklevel=3)
        return model, rows.examples()

    def predict(self, X: Any, confidence: float | None = None) -> Any:
        """The label of every example, in the form that y had in fit.

        Parameters
        ----------
        X : as for fit
        confidence : float, optional
            Answer with the deepest node that is at least so probable, by its name. Needs probabilities.

        Returns
        -------
        array
            Of shape (examples,); (examples, levels) where y was so; an indicator matrix where y was one;
            a list of lists of labels or of paths where y was one.
        """
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            run = self._run(listener)
            if confidence is not None:
                confidence = checked_number("confidence", confidence, "a number above 0 and at most 1",
                                            lambda share: 0 < share <= 1)
                answers = model.answers(examples, {"confidence": confidence}, run)
                return np.array([row[0][0] for row in answers], dtype=object)
            if self._form in ("sets", "indicator", "level-sets"):
                return self._in_form(model.answers(examples, {}, run))
            codes = self._place[model.best_classes(examples, run)]
        if self._form == "levels":
            return self._padded_paths()[codes]
        return self.classes_[codes]

    def _in_form(self, answers):
        """Sets of (label, score, path, probability) in the form that y had."""
        if self._form == "level-sets":
            return [[a[2] for a in row] for row in answers]
        if self._form == "sets":
            return [[self._values.get(a[0], a[0]) for a in row] for row in answers]
        column = {name: k for k, name in enumerate(self._indicator)}
        matrix = np.zeros((len(answers), len(column)), dtype=int)
        for i, row in enumerate(answers):
            for name, *_ in row:
                if name in column:
                    matrix[i, column[name]] = 1
        return matrix

    def _padded_paths(self):
        """A row of level names for every class, in the order of classes_."""
        paths = self.model_.class_paths()
        width = max([self._levels] + [len(p) for p in paths])
        return np.array([paths[k] + [""] * (width - len(paths[k])) for k in self._order])

    def decision_function(self, X: Any) -> np.ndarray:
        """The score of every class: columns are those of classes_; with two classes the second's lead.

        Returns
        -------
        array of shape (examples, classes) or (examples,)
        """
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            scores = model.decision_scores(examples, self._order, self._run(listener))
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 and self._form == "names" else scores

    @available_if(_gives_probabilities)
    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of every class: columns are those of classes_. Needs ``calibrate``.

        Returns
        -------
        array of shape (examples, classes)
        """
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            return model.class_probabilities(examples, self._order, self._run(listener))

    def predict_paths(self, X: Any) -> list[list[str]]:
        """The names from below the root down to the best class, a list for every example."""
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            answers = model.answers(examples, {"top": 1}, self._run(listener))
        return [row[0][2] for row in answers]

    def predict_top(self, X: Any, k: int = 3) -> list[list[tuple[Any, float]]]:
        """The k best classes with their scores, best first: lists of pairs (label, score)."""
        k = checked_number("k", k, "a whole number above 0", lambda number: number > 0 and number == k, int)
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            answers = model.answers(examples, {"top": k}, self._run(listener))
        return [[(self._values.get(a[0], a[0]), a[1]) for a in row] for row in answers]

    def predict_sets(self, X: Any, coverage: float | None = None, label_set: str | None = None,
                     set_costs: str | os.PathLike[str] | None = None) -> list[list[Any]]:
        """Sets of labels, best first: a list of labels for every example, possibly empty.

        Parameters
        ----------
        X : as for fit
        coverage : float, optional
            Small sets of nodes that hold the truth so often (conformal prediction). Needs probabilities.
        label_set : {"top1", "sign", "threshold", "size", "class-thresholds", "least-loss"}, optional
            How scores become a set; the model's own rule unless given. ``least-loss``: the set of the
            smallest expected loss between sets of labels; needs probabilities.
        set_costs : str, optional
            Of ``least-loss``: a file with volumes and costs of nodes (docs/DATA_FORMATS.md); every node
            counts 1 without it.
        """
        model, examples = self._rows(X)
        choice = {"label_set": label_set, "set_costs": "" if set_costs is None else os.fspath(set_costs)}
        if coverage is not None:
            choice = {"coverage": checked_number("coverage", coverage, "a number above 0 and below 1",
                                                 lambda share: 0 < share < 1)}
        with Listener(self.verbose) as listener:
            answers = model.answers(examples, choice, self._run(listener))
        return [[self._values.get(a[0], a[0]) for a in row] for row in answers]

    def explain(self, X: Any, label: str | None = None) -> Explanations:
        """Why every example gets its answer: what nodes and features add to the scores.

        Parameters
        ----------
        X : as for fit
        label : str, optional
            A class or a node to compare the answer with, in the place of the second best class.

        Returns
        -------
        Explanations
            A list of dicts as ``clade explain --json`` writes them. In a notebook each shows as a table;
            ``show`` and ``save_page`` make a page with the words of texts marked.
        """
        from ._report import Explanations
        model, examples = self._rows(X)
        names = [str(name) for name in getattr(self, "feature_names_in_", ())]
        with Listener(self.verbose) as listener:
            return Explanations(model.explain(examples, "" if label is None else str(label), names,
                                              self._run(listener)))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of examples whose predicted label, path or set is the true one."""
        X, y = split_label_column(X, y)
        if self._form == "names":
            return super().score(X, np.asarray(y).reshape(-1), sample_weight)
        truth, predicted = self._comparable(y), self._comparable(self.predict(X))
        if len(truth) != len(predicted):
            raise InputError("Found input variables with inconsistent numbers of samples: "
                             f"{[len(predicted), len(truth)]}")
        hits = [a == b for a, b in zip(predicted, truth)]
        return float(np.average(hits, weights=sample_weight))

    def _comparable(self, y):
        """What is equal for equal answers: a path, or the set of labels, of every example."""
        if self._form == "levels":
            return rows_of_levels(y)
        if self._form == "level-sets":
            return [set(map(tuple, paths)) for paths in paths_of_sets(y)]
        return list(map(set, labels_of(y, self._form).sets()))

    def evaluate(self, X: Any, y: Any = None, **measures: Any) -> Evaluation:
        """Every measure of docs/METRICS.md on labelled examples.

        Parameters
        ----------
        X, y : as for fit
        **measures
            label_set, seen_classes, loss, inner_correct, precision_at, auprc_from_level.

        Returns
        -------
        Evaluation
        """
        from ._report import Evaluation
        model = self._fitted()
        rows, labels, weights = self._examples_for_fit(X, y, None, reset=False)
        with Listener(self.verbose) as listener:
            found = _clade.evaluate_model(model, self._labelled(rows, labels, weights),
                                          {**measures, "keep_judged": True}, self._run(listener))
        return Evaluation(found, type(self).__name__)

    # ---- Files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model as ``clade train`` does: the command line and ``clade.load`` read it."""
        self._fitted().save(os.fspath(path))
