"""Wrong calls of what is beside fit and predict, said as a Python user would understand them."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

import clade
from clade import CladeTextClassifier, HierarchicalSVM, Taxonomy, metrics
from data import TAXONOMY, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

X, Y = vectors(60)
GOODS = Taxonomy(TAXONOMY)


@pytest.mark.parametrize("call, message", [
    (lambda: HierarchicalSVM(keep_best="no").fit(X, Y), "^keep_best: expected True or False, got 'no'"),
    (lambda: HierarchicalSVM(verbose="loud").fit(X, Y), "^verbose: expected a whole number of at least 0, got 'loud'"),
    (lambda: HierarchicalSVM(class_weight={"saw": "x"}).fit(X, Y), "^class_weight: expected numbers of at least 0, got 'x'"),
    (lambda: HierarchicalSVM(class_weight={"saw": -1}).fit(X, Y), "^class_weight: expected numbers of at least 0, got -1"),
    (lambda: GOODS.shuffled("a"), "^seed: expected a whole number of at least 0, got 'a'"),
    (lambda: GOODS.shuffled(-1), "^seed: "),
    (lambda: GOODS.to_text("yaml"), r"^format: expected edges\|.*got 'yaml'"),
    (lambda: GOODS.advise(X, Y, repeats=-1), "^repeats: expected a whole number"),
    (lambda: GOODS.advise(X, Y, method="hsvn"), "^methods: expected one of clade, .*got 'hsvn'"),
    (lambda: Taxonomy.learn(X, Y, levels="a"), "^levels: expected a whole number"),
    (lambda: HierarchicalSVM(taxonomy="learnt").fit(X, Y), "no file 'learnt' .did you mean 'learn'"),
    (lambda: HierarchicalSVM(choose_for="acuracy", C="auto").fit(X, Y), "^choose_for: .*did you mean 'accuracy'"),
    (lambda: clade.compare(X, Y, "svm"), "^methods: expected a list of methods, got 'svm'"),
    (lambda: clade.compare(X, Y, [5]), "^methods: expected an estimator.* got 5"),
    (lambda: clade.compare(X, Y, [("hsvm", {"CC": 1})]), "'hsvm' has no parameter 'CC' .did you mean 'C'"),
    (lambda: clade.compare(X, Y, ["svm"], test=X), r"^test: expected a pair \(X, y\)"),
    (lambda: clade.compare(X, Y, ["svm"], folds=2).to_text(format="xml"), "^format: expected text, markdown or latex"),
    (lambda: clade.compare(X, Y, ["svm"], folds=2).to_text(["acuracy"]), "^metrics: .*got 'acuracy'"),
    (lambda: clade.evaluate(Y), "^expected y_pred, scores or both"),
    (lambda: metrics.scorer("precision_at_x"), "there is no measure 'precision_at_x'"),
    (lambda: clade.save("model", "file"), "^save: expected an estimator of clade, got 'model'"),
])
def test_wrong_calls(call, message):
    with pytest.raises(clade.UsageError, match=message):
        call()


@pytest.mark.parametrize("call, message", [
    (lambda: clade.audit(X), "^y: expected labels, got none"),
    (lambda: Taxonomy([(None, "a")]), "^taxonomy: expected the names of nodes, got None"),
    (lambda: Taxonomy({"a": [float("nan")]}), "^taxonomy: expected the names of nodes, got nan"),
    (lambda: Taxonomy({"a": ["b\ud800"]}), "^taxonomy: expected letters of Unicode"),
    (lambda: HierarchicalSVM().fit(X[:2], ["a\ud800", "b"]), "^y: expected letters of Unicode"),
    (lambda: CladeTextClassifier().fit(["a", "\ud800"], ["x", "y"]), "^row 1: expected letters of Unicode"),
    (lambda: CladeTextClassifier().fit([b"a", b"b"], ["x", "y"]), "^X: expected texts, got b'a'"),
    (lambda: CladeTextClassifier().fit(X, Y), "^X: expected texts, got numbers; CladeClassifier takes"),
    (lambda: CladeTextClassifier().fit([], []), "^X: expected at least one text, got none"),
])
def test_wrong_inputs(call, message):
    with pytest.raises(clade.InputError, match=message):
        call()


def test_numbers_are_names_of_nodes():
    assert Taxonomy({1: 0, 2: 0}).edges == [("0", "1"), ("0", "2")]
    assert Taxonomy({0: [1, 2], 1: 3}).edges == [("0", "1"), ("0", "2"), ("1", "3")]


def test_methods_by_name():
    assert Taxonomy.learn(X, Y, method="hsvm") == Taxonomy.learn(X, Y, method=HierarchicalSVM())


def test_predicted_sets_hold_the_values_of_y():
    rows = [[Y[0], "apple"], [Y[1]], *([y] for y in Y[2:])]
    assert {type(v) for row in HierarchicalSVM(taxonomy=TAXONOMY).fit(X, rows).predict(X) for v in row} == {str}


def test_a_scorer_measures_any_classifier():
    peer = LinearSVC().fit(X, Y)
    expected = metrics.tree_loss(Y, peer.predict(X), taxonomy=TAXONOMY)
    assert metrics.scorer("tree_loss", taxonomy=TAXONOMY)(peer, X, Y) == -expected
    ours = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y)
    assert metrics.scorer("tree_loss", taxonomy=TAXONOMY)(ours, X, Y) == metrics.scorer("tree_loss")(ours, X, Y)


def test_a_loaded_model_warns_of_too_few_columns(tmp_path):
    HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y).save(tmp_path / "m.clade")
    loaded = clade.load(tmp_path / "m.clade")
    assert np.array_equal(loaded.predict(X), HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y).predict(X))
    with pytest.warns(clade.CladeWarning, match="X has 5 columns, and the model knows 8 features"):
        loaded.predict(X[:, :5])


def test_series_of_texts():
    documents, labels = ["a red apple", "a steel hammer"] * 5, ["apple", "hammer"] * 5
    reader = CladeTextClassifier(taxonomy=TAXONOMY, calibrate=False).fit(documents, labels)
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    for series in (polars.Series(documents[:2]), pyarrow.array(documents[:2]), pyarrow.chunked_array([documents[:2]])):
        assert reader.predict(series).tolist() == ["apple", "hammer"]


def test_pictures_of_measures_that_there_are_not():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    with pytest.raises(clade.UsageError, match="^metric: expected one of .*got 'acuracy'"):
        clade.plot_comparison(clade.compare(X, Y, ["svm"], folds=2), "acuracy")
