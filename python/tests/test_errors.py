"""What goes wrong is a ValueError with the library's text in Python's words."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

import clade
from clade import CladeClassifier, HierarchicalSVM, Hieron, _labels
from data import TAXONOMY, texts, vectors

X, Y = vectors(60)


@pytest.mark.parametrize("parameters, message", [
    ({"C": -3}, r"C: expected a number above 0.*got '-3'"),
    ({"C": "much"}, r"C: expected a number above 0.*got 'much'"),
    ({"tolerance": 2}, r"tolerance: "),
    ({"kernel": "rfb"}, r"kernel: .*did you mean 'rbf'"),
    ({"degree": 4}, r"degree: .*kernel='poly'"),
    ({"label_nodes": "leaf"}, r"label_nodes: expected auto\|terminal"),
    ({"labels": "what"}, r"labels: expected auto\|names"),
    ({"taxonomy": 5}, r"taxonomy: expected edges"),
    ({"threads": -1}, r"threads: expected a whole number"),
    ({"seed": 1.5}, r"seed: expected a whole number"),
    ({"calibrate": "yes"}, r"calibrate: expected True"),
    ({"budget": "soon"}, r"budget: "),
    ({"max_seconds": -1}, r"max_seconds: expected a number above 0"),
    ({"memory": "lots"}, r"memory: expected a size such as '4G'.*got 'lots'"),
    ({"memory": 4}, r"memory: expected .* of at least 32M, got 4"),
    ({"max_seconds": "soon"}, r"max_seconds: expected a number above 0, got 'soon'"),
    ({"taxonomy": object()}, r"taxonomy: expected edges"),
    ({"unknown_labels": "drop"}, r"unknown_labels: expected error\|skip"),
    ({"scale": "unit"}, r"scale: "),
])
def test_wrong_parameters(parameters, message):
    with pytest.raises(clade.UsageError, match=message) as caught:
        HierarchicalSVM(**parameters).fit(X, Y)
    assert "`" not in str(caught.value) and "--" not in str(caught.value)


@pytest.mark.filterwarnings("ignore::clade.CladeWarning")
@pytest.mark.parametrize("name", ["labels", "label_nodes", "unknown_labels"])
def test_choices_are_all_taken_and_all_named(name):
    """The type stubs are made from these lists, too."""
    choices = {**clade._clade.choices(), "labels": list(_labels.LABEL_FORMS)}[name]
    with pytest.raises(clade.UsageError, match=re.escape(f"{name}: expected {'|'.join(choices)}, got ")):
        HierarchicalSVM(**{name: "other"}).fit(X, Y)
    for choice in choices:
        y = {"levels": [["a", "b"], ["c", "d"]] * 30, "indicator": np.eye(2, dtype=int)[[0, 1] * 30],
             "sets": [["a"], ["a", "b"]] * 30, "level-sets": [[["a", "b"]], [["c", "d"], ["a", "e"]]] * 30}.get(choice, Y)
        HierarchicalSVM(**{name: choice}).fit(X, y)


@pytest.mark.parametrize("rows, labels, message", [
    (X[:5], Y[:4], "inconsistent numbers of samples"),
    (X, None, "requires y to be passed"),
    (X[0], Y[:1], "1D array"),
    (X[:, :, None], Y, "dim"),
    (np.full((4, 2), "a"), list("abab"), "^row 0: could not convert string to float: expected a number in column 0, got 'a'; texts go in as one string"),
    ([[1, 2], [3, "x"]], ["a", "b"], "row 1: could not convert string to float: expected a number in column 1, got 'x'"),
    (np.array([[1.0, "3"], [2.0, "big"]], dtype=object), ["a", "b"], "row 1: .* column 1, got 'big'"),
    ([[1, 2], [3]], ["a", "b"], "^row 1: expected 2 numbers, as in row 0, got 1"),
    (X, np.random.RandomState(0).rand(60), "Unknown label type"),
    (X, np.where(np.arange(60) == 7, np.nan, 1.0), "NaN"),
    (X, np.array([None] + ["a"] * 30 + ["b"] * 29, dtype=object), "row 0 has no label"),
    (X, ["a"] * 60, "two classes"),
    (X, ["a\tb"] + ["c", "d"] * 29 + ["c"], "row 0: expected a label without control characters"),
    (X, [""] + ["c", "d"] * 29 + ["c"], "."),
    (X[:0], Y[:0], "0 sample"),
    (np.where(X == X[3, 1], np.inf, X), Y, "row 3: expected a finite number, got inf"),
    (sp.csr_matrix(np.where(X == X[3, 1], -np.inf, X)), Y, "row 3"),
])
def test_wrong_data(rows, labels, message):
    with pytest.raises(ValueError, match=message):
        CladeClassifier().fit(rows, labels)


@pytest.mark.parametrize("taxonomy, message", [
    ([("a", "b"), ("b", "a")], "^taxonomy: edge 1: 'a' is its own ancestor: a -> b -> a"),
    ([("a", "")], "."),
    ([("a", "b", "c")], r"pairs \(parent, child\)"),
    ([], "got none"),
    ({"fruit": ["apple"]}, "is not in the taxonomy"),
])
def test_wrong_taxonomies(taxonomy, message):
    with pytest.raises(clade.InputError, match=message):
        CladeClassifier(taxonomy=taxonomy).fit(X, Y)


def test_a_taxonomy_that_is_not_there():
    with pytest.raises(OSError, match="no/such.tsv"):
        CladeClassifier(taxonomy="no/such.tsv").fit(X, Y)


def test_models_that_are_none(tmp_path):
    file = tmp_path / "model.clade"
    file.write_bytes(b"nonsense")
    with pytest.raises(clade.ModelError):
        clade.load(file)
    with pytest.raises(OSError):
        clade.load(tmp_path / "other.clade")


def test_questions_that_a_model_cannot_answer():
    model = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(clade.UsageError, match="no probabilities; train it again with calibrate"):
        model.predict(X, confidence=0.9)
    with pytest.raises(clade.UsageError, match="confidence: expected"):
        model.predict(X, confidence=2)
    with pytest.raises(clade.UsageError, match="confidence: expected a number .* got 'high'"):
        model.predict(X, confidence="high")
    for k in (0, 1.5, "a"):
        with pytest.raises(clade.UsageError, match="k: expected a whole number above 0"):
            model.predict_top(X, k=k)
    with pytest.raises(clade.UsageError, match="coverage: expected"):
        model.predict_sets(X, coverage=0)
    with pytest.raises(clade.UsageError, match="label_set: expected"):
        model.predict_sets(X, label_set="all")
    with pytest.raises(clade.UsageError, match="'appel'.*did you mean 'apple'"):
        model.explain(X[:1], label="appel")
    with pytest.raises(clade.UsageError):
        HierarchicalSVM(kernel="rbf").fit(X, Y).explain(X[:1])
    with pytest.raises(clade.InputError, match="got texts"):
        model.predict(["a text"])


def test_options_of_measures_that_there_are_not():
    model = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y)
    with pytest.raises(clade.UsageError, match="labelset: measures have no such option"):
        model.evaluate(X, Y, labelset="sign")
    with pytest.raises(clade.UsageError, match="taxonmy: measures have no such option"):
        clade.metrics.tree_loss(["apple"], ["pear"], taxonmy=TAXONOMY)
    with pytest.raises(clade.UsageError, match="precision_at: cannot be 'three'"):
        model.evaluate(X, Y, precision_at="three")
    with pytest.raises(clade.InputError, match="^y_pred: row 1: label 'paer' is not in the taxonomy"):
        clade.metrics.tree_loss(["apple", "pear"], ["apple", "paer"], taxonomy=TAXONOMY)


def test_updates_with_labels_that_the_model_does_not_have():
    model = Hieron(taxonomy=TAXONOMY).fit(X, Y)
    with pytest.raises(clade.InputError, match="row 0: .*'grape'"):
        model.update(X[:2], ["grape", "apple"])
    with pytest.raises(clade.UsageError, match="classes must be passed"):
        Hieron().partial_fit(X, Y)


def test_texts_that_are_no_unicode():
    documents, y = texts(20)
    with pytest.raises(ValueError):
        CladeClassifier().fit(["\ud800"] + documents[1:], y)


def test_warnings_are_those_of_python():
    with pytest.warns(clade.CladeWarning):
        HierarchicalSVM().fit(X * 1000, Y)
