"""Estimators among those of scikit-learn, and what they answer."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import StackingClassifier
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, HalvingGridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import clade
from clade import CladeClassifier, CladeTextClassifier, HierarchicalPerceptron, HierarchicalSVM, Hieron
from data import CLASSES, TAXONOMY, texts, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

X, Y = vectors(240)
Z, T = vectors(100, seed=1)
ALL = [getattr(clade, name) for name in clade._ESTIMATORS if name != "CladeTextClassifier"]


@pytest.fixture(scope="module")
def model():
    return CladeClassifier(taxonomy=TAXONOMY).fit(X, Y)


@pytest.mark.parametrize("kind", ALL)
def test_every_method_learns_from_a_taxonomy(kind):
    fitted = kind(taxonomy=TAXONOMY).fit(X, Y)
    assert fitted.score(Z, T) > 0.6
    # Hieron answers with inner nodes as well.
    assert set(CLASSES) <= set(fitted.classes_) <= {*CLASSES, "fruit", "tools", "goods"}
    scores = fitted.decision_function(Z)
    assert scores.shape == (100, len(fitted.classes_))
    assert (fitted.classes_[scores.argmax(axis=1)] == fitted.predict(Z)).mean() > 0.97
    assert fitted.model_.method == kind._method_name
    assert fitted.n_features_in_ == 8


# ---- scikit-learn


def test_meta_estimators():
    svm = HierarchicalSVM(taxonomy=TAXONOMY)
    assert make_pipeline(StandardScaler(), CladeClassifier(taxonomy=TAXONOMY)).fit(X, Y).score(Z, T) > 0.8
    columns = ColumnTransformer([("scaled", StandardScaler(), [0, 1, 2, 3])], remainder="passthrough")
    assert make_pipeline(columns, svm).fit(X, Y).score(Z, T) > 0.8
    grid = GridSearchCV(svm, {"C": [0.1, 1, 10], "loss": ["tree", "zero-one"]}, cv=3).fit(X, Y)
    assert grid.best_params_["C"] in (0.1, 1, 10) and grid.score(Z, T) > 0.8
    halving = HalvingGridSearchCV(svm, {"C": [0.1, 1, 10]}, cv=3, random_state=0).fit(X, Y)
    assert halving.best_estimator_.score(Z, T) > 0.8
    assert cross_val_score(svm, X, Y, cv=3).mean() > 0.8
    for method in ("sigmoid", "isotonic"):
        calibrated = CalibratedClassifierCV(svm, method=method, cv=3).fit(X, Y)
        assert np.allclose(calibrated.predict_proba(Z).sum(axis=1), 1)
    # These two give estimators numbers in the place of class names, so that those cannot have a taxonomy.
    assert cross_val_predict(CladeClassifier(), X, Y, cv=3, method="predict_proba").shape == (240, 4)
    stack = StackingClassifier([("a", CladeClassifier()), ("b", HierarchicalSVM())], LogisticRegression(max_iter=1000),
                               cv=3)
    assert stack.fit(X, Y).score(Z, T) > 0.8
    assert OneVsRestClassifier(HierarchicalSVM(bias="feature")).fit(X, Y).score(Z, T) > 0.8


def test_tables_inside_a_pipeline():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=[f"c{k}" for k in range(8)])
    columns = ColumnTransformer([("scaled", StandardScaler(), ["c0", "c1"])], remainder="passthrough")
    pipeline = make_pipeline(columns, HierarchicalSVM(taxonomy=TAXONOMY)).set_output(transform="pandas")
    pipeline.fit(frame, Y)
    assert list(pipeline[-1].feature_names_in_)[:3] == ["scaled__c0", "scaled__c1", "remainder__c2"]
    assert pipeline.predict(frame[:5]).shape == (5,)


def test_several_labels_inside_a_search():
    matrix = np.stack([Y == "apple", np.isin(Y, ["apple", "pear"]), X[:, 0] > 0], axis=1).astype(int)
    grid = GridSearchCV(CladeClassifier(), {"C": [0.1, 10]}, cv=3).fit(X, matrix)
    assert grid.predict(Z).shape == (100, 3) and grid.best_score_ > 0.5


def test_text_pipelines():
    documents, labels = texts(300)
    others, truth = texts(100, seed=1)
    pipeline = make_pipeline(TfidfVectorizer(), HierarchicalSVM(taxonomy=TAXONOMY)).fit(documents, labels)
    assert pipeline.score(others, truth) > 0.7
    own = CladeTextClassifier(taxonomy=TAXONOMY, ngrams=1, min_df=1).fit(documents, labels)
    assert own.score(others, truth) > 0.7
    assert own.predict(np.array(others)[:, None]).tolist() == own.predict(others).tolist()
    grid = GridSearchCV(CladeTextClassifier(taxonomy=TAXONOMY), {"ngrams": [1, 2]}, cv=2).fit(documents, labels)
    assert grid.best_score_ > 0.7
    with pytest.raises(clade.InputError, match="expected texts, got numbers"):
        CladeTextClassifier().fit(X, Y)
    with pytest.raises(clade.InputError, match="one text"):
        own.predict("apple1 apple2")


def test_parameters_are_those_of_the_command_line():
    estimator = HierarchicalSVM(C=3, taxonomy=TAXONOMY)
    assert clone(estimator).get_params() == estimator.get_params()
    assert estimator.set_params(loss="zero-one").loss == "zero-one"
    assert "C=3" in repr(estimator)
    fitted = HierarchicalSVM(C=np.float64(3), threads=np.int64(1), taxonomy=TAXONOMY).fit(X, Y)
    assert dict(fitted.model_.options)["C"] == "3"
    assert dict(CladeClassifier(flat=np.bool_(True)).fit(X, Y).model_.options)["flat"] == "true"


def test_metadata_routing_of_weights():
    import sklearn
    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 6):
        pytest.skip("routing is for newer versions of scikit-learn")
    with sklearn.config_context(enable_metadata_routing=True):
        svm = HierarchicalSVM(taxonomy=TAXONOMY).set_fit_request(sample_weight=True).set_score_request(
            sample_weight=False)
        weights = np.where(np.arange(240) < 120, 1.0, 0.0)
        grid = GridSearchCV(svm, {"C": [1]}, cv=2).fit(X, Y, sample_weight=weights)
    assert np.array_equal(grid.decision_function(Z), svm.fit(X[:120], Y[:120]).decision_function(Z))


# ---- Answers


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_whole_weights_of_few_rows_are_copies_in_any_order(form):
    random = np.random.RandomState(3)
    few, y = X[:20], Y[:20]
    weights = random.randint(0, 4, 20)
    order = random.permutation(weights.sum())
    copies, twice = few.repeat(weights, axis=0)[order], y.repeat(weights)[order]
    assert len(twice) < 50
    by_copies, by_weights = CladeClassifier(), CladeClassifier()
    by_copies.fit(form(copies), twice)
    by_weights.fit(form(few), y, sample_weight=weights)
    assert np.array_equal(by_copies.decision_function(Z), by_weights.decision_function(Z))
    assert np.array_equal(by_copies.predict_proba(Z), by_weights.predict_proba(Z))


def test_rows_that_are_copies_by_nature_have_probabilities():
    """Copies are held out like any others: a fold without all rows of a kind would be judged by their other label."""
    random = np.random.RandomState(0)
    rows, asked = random.randint(0, 2, (2, 200, 2)).astype(float)
    true = np.where(rows[:, 0] == 1, 0.9, 0.1)
    model = CladeClassifier().fit(rows, np.where(random.rand(200) < true, "a", "b"))
    assert np.abs(model.predict_proba(asked)[:, 0] - np.where(asked[:, 0] == 1, 0.9, 0.1)).max() < 0.15


def test_more_rows_and_other_weights_stay_as_they_are():
    from clade._copies import order_of_few
    from clade._inputs import Rows
    from clade._labels import labels_of

    def order(count, weights=None):
        rows = Rows("dense", X[:count], count)
        return order_of_few(rows, labels_of(Y[:count]), None if weights is None else np.asarray(weights, float))
    assert order(20) is None  # neither copies nor weights
    assert order(20, [1] * 20) is None and order(20, [0, 1] * 10) is None
    assert order(20, [0.5] * 20) is None
    assert sorted(order(20, [2] * 20)) == sorted([*range(20)] * 2)
    assert order(20, [3] * 20) is None  # sixty


def test_answers_fit_together(model):
    predicted = model.predict(Z)
    assert np.array_equal(model.classes_[model.predict_proba(Z).argmax(axis=1)], predicted)
    assert np.allclose(model.predict_proba(Z).sum(axis=1), 1)
    assert [row[-1] for row in model.predict_paths(Z)] == predicted.tolist()
    top = model.predict_top(Z, 2)
    assert [row[0][0] for row in top] == predicted.tolist()
    assert all(row[0][1] >= row[1][1] for row in top)
    assert [row for row in model.predict_sets(Z)] == [[p] for p in predicted]
    sets = model.predict_sets(Z, coverage=0.95)
    assert np.mean([t in {c for n in row for c in model.taxonomy_.nodes if n in model.taxonomy_.ancestors(c)}
                    for t, row in zip(T, sets)]) > 0.85


def test_sets_of_the_smallest_expected_loss(model, tmp_path):
    sets = model.predict_sets(Z, label_set="least-loss")
    assert np.mean([[t] == row for t, row in zip(T, sets)]) > 0.8
    # Where a miss costs next to nothing, no label is worth a false alarm.
    costs = tmp_path / "costs.tsv"
    costs.write_text("".join(f"{node}\t1\t0.000001\t1\n" for node in model.taxonomy_.nodes))
    assert model.predict_sets(Z, label_set="least-loss", set_costs=costs) == [[]] * len(Z)
    with pytest.raises(clade.UsageError, match="set_costs: goes with label_set"):
        model.predict_sets(Z, set_costs=costs)


def test_sure_answers_are_nodes(model):
    nodes = model.predict(Z, confidence=0.999)
    assert set(nodes) <= set(model.taxonomy_.nodes)
    sure = model.predict(Z, confidence=0.3)
    assert (sure == T).mean() > 0.8


def test_two_classes_have_one_score():
    keep = np.isin(Y, ["apple", "saw"])
    fitted = CladeClassifier().fit(X[keep], Y[keep])
    scores = fitted.decision_function(Z)
    assert scores.shape == (100,)
    assert np.array_equal(fitted.classes_[(scores > 0).astype(int)], fitted.predict(Z))


def test_explanations_add_up_to_scores():
    documents, labels = texts()
    fitted = CladeTextClassifier(taxonomy=TAXONOMY).fit(documents, labels)
    for why, top in zip(fitted.explain(documents[:5]), fitted.predict_top(documents[:5], 1)):
        assert why["label"] == top[0][0]
        assert why["score"] == pytest.approx(top[0][1])
        assert sum(node["share"] for node in why["nodes"]) == pytest.approx(why["score"])
    asked = fitted.explain(documents[:1], label="saw")[0]
    assert "saw" in str(asked)
    assert "<table>" in asked._repr_html_()


def test_evaluations(model, tmp_path):
    found = model.evaluate(Z, T)
    assert found["accuracy"] == model.score(Z, T)
    assert {"tree_loss", "macro_f1", "hierarchical_f1", "auprc"} <= set(found.metrics)
    assert len(found.per_level) == 2 and len(found.per_class) == 4
    assert found.reliability and "<table>" in found._repr_html_()
    assert "accuracy" in str(found)


# ---- Search, limits, learning further


def test_a_budget_searches():
    fitted = CladeClassifier(taxonomy=TAXONOMY, budget="3runs", choose_for="macro_f1").fit(X, Y)
    assert len(fitted.search_["runs"]) == 3 and fitted.search_["measure"] == "macro_f1"
    assert fitted.score(Z, T) > 0.8
    assert HierarchicalSVM(taxonomy=TAXONOMY, C="auto", choose_for="accuracy").fit(X, Y).score(Z, T) > 0.8


def test_partial_fit_is_one_pass_in_order():
    classes = np.unique(Y)
    for kind in (HierarchicalPerceptron, Hieron):
        whole = kind(taxonomy=TAXONOMY, epochs=1).fit(X, Y)
        parts = kind(taxonomy=TAXONOMY)
        for a in range(0, 240, 60):
            parts.partial_fit(X[a:a + 60], Y[a:a + 60])
        assert np.allclose(parts.decision_function(Z), whole.decision_function(Z))
        flat = kind().partial_fit(X[:60], Y[:60], classes=classes).partial_fit(X[60:], Y[60:])
        assert flat.score(Z, T) > 0.5
        assert kind(taxonomy=TAXONOMY).fit(X, Y).partial_fit(X[:10], Y[:10]).score(Z, T) > 0.5
    assert not hasattr(HierarchicalSVM(), "partial_fit")


@pytest.mark.parametrize("estimator", [CladeClassifier(kernel="linear"), HierarchicalSVM(), Hieron()])
def test_updates(estimator):
    fitted = estimator.set_params(taxonomy=TAXONOMY).fit(X[:40], Y[:40])
    old = fitted.decision_function(Z)
    assert fitted.update(X[40:], Y[40:]) is fitted
    assert not np.array_equal(fitted.decision_function(Z), old)
    assert fitted.score(Z, T) > 0.6


def test_a_limit_of_time_is_kept():
    rng = np.random.RandomState(0)
    fitted = HierarchicalSVM(C=1e6, tolerance=1e-12, max_seconds=0.3).fit(rng.randn(2000, 50), rng.randint(0, 20, 2000))
    assert fitted.summary_["stopped"] == "max-seconds"


# ---- Copies and files


@pytest.mark.parametrize("copied", [lambda m: pickle.loads(pickle.dumps(m)), copy.copy, copy.deepcopy])
def test_copies_answer_the_same(model, copied):
    twin = copied(model)
    assert np.array_equal(twin.decision_function(Z), model.decision_function(Z))
    assert np.array_equal(twin.predict_proba(Z), model.predict_proba(Z))
    assert twin.get_params() == model.get_params()
    assert twin.taxonomy_ == model.taxonomy_


def test_joblib_and_processes(model, tmp_path):
    joblib = pytest.importorskip("joblib")
    joblib.dump(model, tmp_path / "model.joblib")
    assert np.array_equal(joblib.load(tmp_path / "model.joblib").predict(Z), model.predict(Z))
    assert len(cross_val_score(HierarchicalSVM(taxonomy=TAXONOMY), X, Y, cv=2, n_jobs=2)) == 2


def test_files_are_models(model, tmp_path):
    clade.save(model, tmp_path / "model.clade")
    loaded = clade.load(tmp_path / "model.clade")
    assert type(loaded) is CladeClassifier
    assert np.array_equal(loaded.decision_function(Z), model.decision_function(Z))
    assert loaded.predict(Z).tolist() == model.predict(Z).tolist()
    svm = HierarchicalSVM(C=2.5, taxonomy=TAXONOMY, loss="zero-one").fit(X, Y)
    svm.save(tmp_path / "svm.clade")
    again = clade.load(tmp_path / "svm.clade")
    assert (again.C, again.loss) == (2.5, "zero-one")
    assert np.array_equal(again.fit(X, Y).decision_function(Z), svm.decision_function(Z))


def test_import_is_quick_and_loads_no_scikit_learn():
    code = ("import sys, time, numpy; t = time.process_time(); import clade; t = time.process_time() - t;"
            "assert 'sklearn' not in sys.modules and 'scipy' not in sys.modules; print(t)")
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
             for _ in range(3)]
    assert min(times) < 0.2
