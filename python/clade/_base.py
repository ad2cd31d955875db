"""What all estimators have in common."""

from __future__ import annotations

import copyreg
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.metaestimators import available_if

from . import _clade
from ._errors import InputError, UsageError
from ._inputs import Rows, checked_weights, labels_of, rows_of, split_label_column
from ._listener import Listener
from ._taxonomy import Taxonomy, source_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._report import Evaluation, Explanation

# ---- Models as bytes, for pickle, joblib and copy: those of a model file


def _model_from_bytes(data):
    with tempfile.NamedTemporaryFile(suffix=".clade") as file:
        file.write(data)
        file.flush()
        return _clade.Model.load(file.name)


def _reduce_model(model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.clade")
        model.save(path)
        with open(path, "rb") as file:
            return _model_from_bytes, (file.read(),)


copyreg.pickle(_clade.Model, _reduce_model)


# Parameters that are called otherwise in Python, as `update` is a method there.
OPTION_NAMES = {"update_rule": "update"}


class _Plain(BaseEstimator):
    """Takes the checks of X where there is no estimator."""


def plain_examples(X, y, sample_weight=None, labels="auto", taxonomy=None, separator="/"):
    """Examples for functions that are no estimators."""
    X, y = split_label_column(X, y)
    rows = rows_of(_Plain(), X, True)
    if rows.kind == "files":
        return rows.examples()
    found = labels_of(y, labels, taxonomy, separator)
    _check_counts(rows, found)
    return rows.examples(found.coded(), checked_weights(sample_weight, rows.count))


def _check_counts(rows, labels):
    if labels.count != rows.count:
        raise InputError(f"Found input variables with inconsistent numbers of samples: {[rows.count, labels.count]}")


def _plain_value(value):
    return value.item() if isinstance(value, np.generic) else value


def _same(value, default):
    """Whether a parameter is as it is by default; 1 is 1.0, but no True."""
    return value == default and isinstance(value, bool) == isinstance(default, bool)


def _is_learned(taxonomy):
    return isinstance(taxonomy, str) and taxonomy == "learn"


def _gives_probabilities(estimator):
    if hasattr(estimator, "model_") and estimator.model_.is_calibrated:
        return True
    is_wanted = estimator._adapts_to_data if estimator.calibrate == "auto" else bool(estimator.calibrate)
    if not is_wanted:
        raise AttributeError("probabilities need calibrate=True")
    return True


def _unseen_values(names, known):
    """Classes of the taxonomy that y did not have, in the kind that the others have in y."""
    unseen = [name for name in names if name not in known]
    kinds = {type(value) for value in known.values()}
    if not unseen or not kinds or kinds == {str}:
        return {}
    kind = kinds.pop()
    try:
        values = {name: kind(name) for name in unseen}
    except ValueError:
        values = {}
    if kinds or any(str(value) != name for name, value in values.items()) or not values:
        raise InputError(f"y: labels are numbers, but the taxonomy has the class {unseen[0]!r}; "
                         "give labels as strings")
    return values


class BaseClade(ClassifierMixin, BaseEstimator):
    """Everything but the parameters, which the generated classes have.

    ``_method_name``, ``_method_parameters`` and ``_text_parameters`` (names with their defaults),
    ``_is_online`` and ``_adapts_to_data`` are set there.
    """

    # ---- What scikit-learn asks

    def _more_tags(self):
        return {"allow_nan": self.missing != "error", "multilabel": False, "requires_y": True,
                "X_types": ["2darray", "sparse"], "_xfail_checks": self._expected_failures()}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing != "error"
        return tags

    def _expected_failures(self):
        return {}

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    # ---- Parameters as the library takes them

    def _given(self, defaults):
        """The parameters that are not as they are by default."""
        values = {name: _plain_value(getattr(self, name)) for name in defaults}
        if isinstance(values.get("class_weight"), dict):
            del values["class_weight"]  # becomes weights of examples
        return {OPTION_NAMES.get(name, name): value for name, value in values.items()
                if value is not None and not _same(value, defaults[name])}

    def _method(self):
        calibrate = _plain_value(self.calibrate)
        if not isinstance(calibrate, (bool, int)) and calibrate != "auto":
            raise UsageError(f"calibrate: expected True, False, a number of folds or 'auto', got {calibrate!r}")
        folds = None if calibrate == "auto" else 5 if calibrate is True else int(calibrate)
        if folds is not None and not 0 <= folds <= 100:
            raise UsageError(f"calibrate: expected a number of folds from 0 to 100, got {folds}")
        return {"method": self._method_name, "options": self._given(self._method_parameters),
                "text": self._given(self._text_parameters), "label_nodes": str(self.label_nodes),
                "calibration_folds": folds}

    def _run(self, listener, is_training=False):
        run = {"threads": self._whole("threads"), "seed": self._whole("seed"), "reporter": listener}
        if is_training:
            run["max_seconds"] = None if self.max_seconds is None else float(self.max_seconds)
            run["keep_best"] = bool(self.keep_best)
        return run

    def _whole(self, name):
        value = _plain_value(getattr(self, name))
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
            raise UsageError(f"{name}: expected a whole number of at least 0, got {value!r}")
        return value

    # ---- Fit

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learns from examples.

        Parameters
        ----------
        X : array or sparse matrix of shape (examples, features), DataFrame, Arrow table, list of texts, \
or path of files
            NaN is a missing value. Files have their labels inside.
        y : labels
            Class names; lists of names where an example may have several; an array of shape (examples,
            levels) with a path from the top level down in every row; an indicator matrix; or the name of
            a column of X.
        sample_weight : array of shape (examples,), optional
            Multiplies the price of an example's slack; 0 leaves it out.

        Returns
        -------
        self
        """
        rows, labels, weights = self._examples_for_fit(X, y, sample_weight)
        examples = self._labelled(rows, labels, weights)
        taxonomy = self.taxonomy
        with Listener(self.verbose) as listener:
            run = self._run(listener, is_training=True)
            if _is_learned(taxonomy):
                values = {"levels": 2, "linkage": "average", "kernel": {}, "align": False, "method": None,
                          "text": self._given(self._text_parameters)}
                taxonomy = Taxonomy(_clade.learn_taxonomy(examples, values, run)[0])
            source = self._source(taxonomy, labels)
            method = self._method()
            if self.budget is not None:
                method = self._searched(examples, source, method, run)
            elif self.choose_for is not None:
                run["choose_C_for"] = str(self.choose_for)
            trained = self._with_probabilities(_clade.train(examples, source, method, run), examples, labels, run)
        self._take(trained, labels)
        return self

    def _with_probabilities(self, trained, examples, labels, run):
        """Fewer than fifty examples get none of the library by itself; but predict_proba is promised here."""
        model, summary, error = trained
        is_promised = self._adapts_to_data and self.calibrate == "auto" and labels is not None and error is None
        if is_promised and not model.is_calibrated and labels.offsets is None:
            model = model.calibrated(examples, 5, run)
        return model, summary, error

    def _examples_for_fit(self, X, y, sample_weight, reset=True):
        if reset:
            self._label_column = y if isinstance(y, str) else None
        X, y = split_label_column(X, y)
        rows = rows_of(self, X, reset)
        if rows.kind == "files":
            if y is not None or sample_weight is not None:
                raise UsageError("files have their labels and weights inside: leave y and sample_weight out")
            return rows, None, None
        if y is None:
            raise InputError(f"This {type(self).__name__} estimator requires y to be passed, "
                             "but the target y is None.")
        labels = labels_of(y, self.labels, None if self._has_paths() else self.taxonomy, self._separator())
        _check_counts(rows, labels)
        if reset and self.taxonomy is None and labels.count and len(labels.values) < 2 and labels.form == "names":
            raise InputError(f"y: expected at least two classes to learn, got one class, {labels.values[0]!r}")
        weights = checked_weights(sample_weight, rows.count)
        return rows, labels, self._weighted_by_class(labels, weights)

    def _weighted_by_class(self, labels, weights):
        """class_weight as a dict: the weight of an example times that of its class."""
        by_class = getattr(self, "class_weight", None)
        if not isinstance(by_class, dict):
            return weights
        if labels.offsets is not None:
            raise UsageError("class_weight: a dict goes with one label for each example")
        unknown = set(by_class) - set(labels.values)
        if unknown:
            raise UsageError(f"class_weight: {unknown.pop()!r} is no class")
        factors = np.array([float(by_class.get(value, 1)) for value in labels.values])
        return checked_weights(factors[labels.codes] * (1 if weights is None else weights), labels.count)

    def _has_paths(self):
        return isinstance(self.taxonomy, str) and self.taxonomy.split(":")[0] == "paths" or _is_learned(self.taxonomy)

    def _separator(self):
        text = self.taxonomy if isinstance(self.taxonomy, str) else ""
        return text[len("paths:"):] if text.startswith("paths:") and len(text) > 6 else "/"

    def _labelled(self, rows, labels, weights):
        if labels is None:
            options = {} if self.unknown_labels == "error" else {"unknown_labels": self.unknown_labels}
            return rows.examples(file_options=options)
        keep = None
        if weights is not None and not weights.all():
            keep = weights > 0
            rows, weights = rows.take(keep), weights[keep]
        return rows.examples(labels.coded(keep, str(self.unknown_labels)), weights)

    def _source(self, taxonomy, labels):
        if taxonomy is None and labels is not None and labels.form == "levels":
            return _clade.TaxonomySource.paths(labels.separator)
        return source_of(taxonomy)

    def _searched(self, examples, source, method, run):
        measure = "" if self.choose_for is None else str(self.choose_for)
        text, options, text_options = _clade.search(examples, source, method, str(self.budget), measure, run)
        self.search_ = json.loads(text)
        return {**method, "options": options, "text": text_options}

    def _take(self, trained, labels):
        """Keeps a trained model; an interrupt is raised when that is done."""
        model, self.summary_, error = trained
        self._set_model(model, labels)
        if error is not None:
            raise error

    def _set_model(self, model, labels=None):
        names = model.class_names()
        form = "names" if labels is None else labels.form
        if labels is not None:
            known = dict(zip(labels.names, labels.values))
            self._levels = labels.width if form == "levels" else 0
            self._indicator = labels.names if form == "indicator" else None
        else:
            known = {}
            self._levels, self._indicator = 0, None
        self.model_ = model
        self._form = form
        if labels is None and model.label_set_rule != "top1":
            self._form = "sets"
        known = {**known, **_unseen_values(names, known)}
        self._values = known
        values = [known.get(name, name) for name in names]
        classes = np.array(values) if values and not isinstance(values[0], tuple) else np.array(values, dtype=object)
        order = np.argsort(classes, kind="stable")
        self.classes_ = classes[order]
        self._order = order.tolist()
        self._place = np.empty(len(order), dtype=np.int64)
        self._place[order] = np.arange(len(order))

    @property
    def taxonomy_(self) -> Taxonomy:
        """The taxonomy of the model, with the nodes that were added for labels at inner nodes."""
        return Taxonomy(self._fitted().taxonomy)

    @property
    def n_iter_(self) -> int:
        """Passes over the data."""
        self._fitted()
        return self.summary_["epochs"]

    def _fitted(self):
        if not hasattr(self, "model_"):
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with "
                                 "appropriate arguments before using this estimator.")
        return self.model_

    # ---- Learning further

    def update(self, X: Any, y: Any = None, sample_weight: Any = None, **options: Any) -> Self:
        """Learns from further examples; their labels must be classes of the model.

        An online method goes on as if they had followed the others; a batch method solves its problem
        for them, held to the old weights. Probabilities are lost: they belong to the old weights.

        Parameters
        ----------
        X, y, sample_weight : as for fit
        **options
            Parameters of the method that hold for this update alone.
        """
        model = self._fitted()
        rows, labels, weights = self._examples_for_fit(X, y, sample_weight, reset=False)
        examples = self._labelled(rows, labels, weights)
        with Listener(self.verbose) as listener:
            values = {OPTION_NAMES.get(name, name): _plain_value(value) for name, value in options.items()}
            trained = _clade.update(model, examples, values, self._run(listener, is_training=True))
        self._keep_update(trained)
        return self

    def _keep_update(self, trained):
        self.model_, self.summary_, error = trained
        if error is not None:
            raise error

    # ---- Answers

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
            a list of lists where y was one.
        """
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            run = self._run(listener)
            if confidence is not None:
                if not 0 < float(confidence) <= 1:
                    raise UsageError(f"confidence: expected a number above 0 and at most 1, got {confidence!r}")
                answers = model.answers(examples, {"confidence": float(confidence)}, run)
                return np.array([row[0][0] for row in answers], dtype=object)
            if self._form in ("sets", "indicator"):
                answers = model.answers(examples, {}, run)
                return self._in_form([[a[0] for a in row] for row in answers])
            codes = self._place[model.best_classes(examples, run)]
        if self._form == "levels":
            return self._padded_paths()[codes]
        return self.classes_[codes]

    def _in_form(self, sets):
        if self._form == "sets":
            return [[self._values.get(name, name) for name in row] for row in sets]
        column = {name: k for k, name in enumerate(self._indicator)}
        matrix = np.zeros((len(sets), len(column)), dtype=int)
        for i, row in enumerate(sets):
            for name in row:
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
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            answers = model.answers(examples, {"top": int(k)}, self._run(listener))
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
            if not 0 < float(coverage) < 1:
                raise UsageError(f"coverage: expected a number above 0 and below 1, got {coverage!r}")
            choice = {"coverage": float(coverage)}
        with Listener(self.verbose) as listener:
            answers = model.answers(examples, choice, self._run(listener))
        return [[self._values.get(a[0], a[0]) for a in row] for row in answers]

    def explain(self, X: Any, label: str | None = None) -> list[Explanation]:
        """Why every example gets its answer: what nodes and features add to the scores.

        Parameters
        ----------
        X : as for fit
        label : str, optional
            A class or a node to compare the answer with, in the place of the second best class.

        Returns
        -------
        list of Explanation
            Dicts as ``clade explain --json`` writes them; in a notebook they show as tables.
        """
        from ._report import Explanation
        model, examples = self._rows(X)
        with Listener(self.verbose) as listener:
            texts = model.explain(examples, "" if label is None else str(label), self._run(listener))
        names = getattr(self, "feature_names_in_", None)
        return [Explanation(json.loads(text), names) for text in texts]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of examples whose predicted label, path or set is the true one."""
        X, y = split_label_column(X, y)
        if self._form == "names":
            return super().score(X, np.asarray(y).reshape(-1), sample_weight)
        truth = labels_of(y, self._form, None).sets() if self._form != "levels" else None
        predicted = self.predict(X)
        if self._form == "levels":
            table = np.asarray(y, dtype=object)
            paths = [[str(v) for v in row if v is not None and str(v) not in ("", "nan")] for row in table]
            hits = [[v for v in row if v != ""] == path for row, path in zip(predicted.tolist(), paths)]
        else:
            if self._form == "indicator":
                predicted = labels_of(predicted, "indicator").sets()
            hits = [set(map(str, a)) == set(b) for a, b in zip(predicted, truth)]
        return float(np.average(hits, weights=sample_weight))

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


class OnlineClade(BaseClade):
    """Methods that learn from one example at a time."""

    def partial_fit(self, X: Any, y: Any = None, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learns from the next examples: one look at each, whatever ``epochs`` and ``order`` say.

        Parameters
        ----------
        X, y, sample_weight : as for fit
        classes : array, optional
            All labels that will come; needed in the first call unless ``taxonomy`` names them.
        """
        first = not hasattr(self, "model_")
        rows, labels, weights = self._examples_for_fit(X, y, sample_weight, reset=first)
        if rows.kind == "files":
            raise UsageError("partial_fit takes arrays or texts; update takes files")
        examples = self._labelled(rows, labels, weights)
        with Listener(self.verbose) as listener:
            run = self._run(listener, is_training=True)
            if not first:
                trained = _clade.update(self.model_, examples, {"epochs": 1}, run)
            else:
                method = self._method()
                options = {k: v for k, v in method["options"].items() if k != "order"}
                method["options"] = {**options, "epochs": 1}
                trained = _clade.start_stream(examples, self._all_classes(classes), method, run)
        if not first:
            self._keep_update(trained)
            return self
        if classes is not None and labels.form == "names":
            labels = labels_of(np.asarray(classes), "names")
        self._take(trained, labels)
        return self

    def _all_classes(self, classes):
        if self.taxonomy is not None and not self._has_paths():
            return Taxonomy(self.taxonomy)._taxonomy
        if classes is None:
            raise UsageError("classes must be passed on the first call to partial_fit.")
        names = [str(c) for c in np.unique(np.asarray(classes))]
        if self._has_paths():
            return _clade.Taxonomy.from_paths(names, self._separator())
        return _clade.Taxonomy.flat(names)


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


def _column_of_texts(X):
    """X, or the one column that it has; anything but texts and files is refused."""
    from ._inputs import _is_files, is_texts
    if getattr(X, "ndim", 1) == 2 and X.shape[1] == 1:
        X = X.iloc[:, 0] if hasattr(X, "iloc") else np.asarray(X)[:, 0]
    if isinstance(X, str) and not os.path.exists(X):
        raise InputError(f"X: expected a list of texts or a file, got one text: {X[:40]!r}")
    if not _is_files(X) and not is_texts(X) and not hasattr(X, "columns"):
        raise InputError("X: expected texts, got numbers; CladeClassifier takes those")
    return X
