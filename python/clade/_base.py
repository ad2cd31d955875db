"""What all estimators have in common: the parts that scikit-learn asks for, and learning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from . import _clade, _model_bytes  # noqa: F401  the second teaches pickle about models
from ._answers import Answers
from ._copies import order_of_few
from ._errors import InputError, UsageError
from ._inputs import check_counts, rows_of, split_label_column
from ._labels import labels_of
from ._listener import Listener
from ._parameters import OPTION_NAMES, Parameters, plain_value
from ._taxonomy import Taxonomy, source_of
from ._weights import checked_weights, weighted_by_class

if TYPE_CHECKING:
    from typing_extensions import Self


def _is_learned(taxonomy):
    return isinstance(taxonomy, str) and taxonomy == "learn"


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


def _warn_of_single_answers(model, labels, listener):
    has_sets = labels is not None and labels.offsets is not None and (np.diff(labels.offsets) > 1).any()
    if has_sets and model.label_set_rule == "top1":
        listener.on_warning("examples have several labels, and the model answers with one: calibrate=True learns "
                            "from the data how many an example has")


class BaseClade(Answers, Parameters, ClassifierMixin, BaseEstimator):
    """Everything but the parameters, which the generated classes have.

    ``_method_name``, ``_method_parameters`` and ``_text_parameters`` (names with their defaults),
    ``_adapts_to_data`` and ``_takes_several_labels`` are set there.
    """

    # ---- What scikit-learn asks

    def _more_tags(self):
        return {"allow_nan": self.missing != "error", "multilabel": self._takes_several_labels, "requires_y": True,
                "X_types": ["2darray", "sparse"]}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing != "error"
        tags.classifier_tags.multi_label = self._takes_several_labels
        return tags

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

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
            levels) with a path from the top level down in every row; lists of such paths; an indicator
            matrix; or the name of a column of X.
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
                if self.checkpoint is not None:
                    raise UsageError("checkpoint: a search is kept by 'clade train --checkpoint' alone; "
                                     "leave out budget or checkpoint")
                method = self._searched(examples, source, method, run)
            elif self.choose_for is not None:
                run["choose_C_for"] = str(self.choose_for)
            trained = self._with_probabilities(_clade.train(examples, source, method, run), examples, labels, run)
            _warn_of_single_answers(trained[0], labels, listener)
        self._take(trained, labels)
        return self

    def _with_probabilities(self, trained, examples, labels, run):
        """Fewer than fifty examples get none of the library by itself, here they do unless they are too few."""
        model, summary, error = trained
        is_wanted = self._adapts_to_data and self.calibrate == "auto" and labels is not None and error is None
        if is_wanted and not model.is_calibrated and labels.offsets is None:
            try:
                model = model.calibrated(examples, 5, run)
            except InputError:
                run["reporter"].on_warning("too few examples for probabilities, which need 5 or more of classes that "
                                           "have at least two: there is no predict_proba")
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
        check_counts(rows, labels)
        if reset and self.taxonomy is None and labels.count and len(labels.values) < 2 and labels.form == "names":
            raise InputError(f"y: expected at least two classes to learn, got one class, {labels.values[0]!r}")
        weights = checked_weights(sample_weight, rows.count)
        return rows, labels, weighted_by_class(getattr(self, "class_weight", None), labels, weights)

    def _has_paths(self):
        return isinstance(self.taxonomy, str) and self.taxonomy.split(":")[0] == "paths" or _is_learned(self.taxonomy)

    def _separator(self):
        text = self.taxonomy if isinstance(self.taxonomy, str) else ""
        return text[len("paths:"):] if text.startswith("paths:") and len(text) > 6 else "/"

    def _labelled(self, rows, labels, weights):
        if labels is None:
            options = {} if self.unknown_labels == "error" else {"unknown_labels": self.unknown_labels}
            return rows.examples(file_options=options)
        keep = order_of_few(rows, labels, weights) if self._adapts_to_data else None
        if keep is not None:
            rows, weights = rows.take(keep), None
        elif weights is not None and not weights.all():
            keep = weights > 0
            rows, weights = rows.take(keep), weights[keep]
        return rows.examples(labels.coded(keep, str(self.unknown_labels)), weights)

    def _source(self, taxonomy, labels):
        is_of_labels = taxonomy is None or isinstance(taxonomy, str) and self._has_paths()
        if is_of_labels and labels is not None and labels.are_paths:
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
            values = {OPTION_NAMES.get(name, name): plain_value(value) for name, value in options.items()}
            trained = _clade.update(model, examples, values, self._run(listener, is_training=True))
        self._keep_update(trained)
        return self

    def _keep_update(self, trained):
        self.model_, self.summary_, error = trained
        if error is not None:
            raise error
