"""Tasks as HiClass has them, with the estimator replaced; and its measures beside ours where it is installed."""

import pickle

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

import clade
from clade import CladeClassifier, DivideAndConquer, HierarchicalSVM, metrics

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

ANIMALS = [["Animal", "Mammal", "Sheep"], ["Animal", "Mammal", "Cow"], ["Animal", "Reptile", "Snake"],
           ["Animal", "Reptile", "Lizard"]]


@pytest.mark.parametrize("kind", [CladeClassifier, HierarchicalSVM, DivideAndConquer])
def test_lists_of_levels(kind):
    X_train = [[1], [2], [3], [4]]
    X_test = [[4], [3], [2], [1]]
    predicted = kind(scale="standard", bias="feature", C=1000.0, calibrate=False).fit(X_train, ANIMALS).predict(X_test)
    assert predicted.tolist() == ANIMALS[::-1]


def test_four_rows_need_no_options():
    """Too few for probabilities, which the default has otherwise."""
    with pytest.warns(clade.CladeWarning, match="too few examples for probabilities"):
        model = CladeClassifier().fit([[1], [2], [3], [4]], ANIMALS)
    assert model.predict([[4], [3], [2], [1]]).tolist() == ANIMALS[::-1]
    assert not hasattr(model, "predict_proba")


def test_rows_of_different_length():
    X = [[1], [2], [3], [4], [5]]
    y = [["Bird"], ["Reptile", "Snake"], ["Reptile", "Lizard"], ["Mammal", "Cat"], ["Mammal", "Wolf", "Dog"]]
    model = CladeClassifier(labels="levels").fit(X, y)
    predicted = model.predict(X[::-1]).tolist()
    assert predicted == [row + [""] * (3 - len(row)) for row in y[::-1]]
    assert model.score(X, y) == 1 and model.score(X, predicted[::-1]) == 1


HUMAN, FISH, BOVINE = ["Mammal", "Human"], ["Fish"], ["Mammal", "Bovine"]


@pytest.mark.parametrize("y", [
    [[["wings", "2"], ["legs", "2"]], [["legs", "2"]], [["wings", "4"], ["legs", "6"]]],
    np.array([[HUMAN, FISH], [HUMAN, BOVINE], [HUMAN]], dtype=object),
    np.array([[HUMAN, FISH + [""]], [HUMAN, BOVINE], [HUMAN, ["", ""]]])])
def test_several_paths_for_an_example(y):
    X = [[1, 2], [3, 4], [5, 6]]
    model = CladeClassifier().fit(X, y)
    predicted = model.predict(X)
    expected = [sorted([v for v in path if v] for path in row if any(path)) for row in y]
    assert [sorted(row) for row in predicted] == expected
    assert model.score(X, y) == model.score(X, predicted) == 1
    assert clade.evaluate(y, predicted)["hierarchical_f1"] == 1
    assert model.evaluate(X, y)["hierarchical_f1"] == 1


def test_several_paths_below_a_taxonomy():
    y = [[HUMAN, FISH], [HUMAN, BOVINE], [HUMAN]] * 3
    taxonomy = {"Mammal": ["Human", "Bovine"], "all": ["Mammal", "Fish"]}
    model = CladeClassifier(taxonomy=taxonomy).fit([[1, 2], [3, 4], [5, 6]] * 3, y)
    assert set(model.classes_) == {"Human", "Bovine", "Fish"}
    assert sorted(model.predict([[1, 2]])[0]) == [FISH, HUMAN]


@pytest.mark.parametrize("y, message", [
    ([[HUMAN], "Fish", [FISH]], "row 1: expected a list of paths, each a list of labels, got 'Fish'"),
    ([[HUMAN], [[]], [FISH]], r"row 1: expected labels from the top level down, then padding, got \[\]"),
    ([[HUMAN], [["", "a"]], [FISH]], "row 1: expected labels from the top level down")])
def test_paths_that_are_none(y, message):
    with pytest.raises(clade.InputError, match=message):
        CladeClassifier().fit([[1], [2], [3]], y)


def test_a_table_of_texts_and_levels():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"Title": ["Struggling to repay loan", "Unable to get annual report"] * 5,
                              "Cat1": ["Loan", "Credit reporting"] * 5, "Cat2": ["Student loan", "Reports"] * 5})
    pipeline = Pipeline([("count", CountVectorizer()), ("tfidf", TfidfTransformer()), ("model", DivideAndConquer())])
    predicted = pipeline.fit(frame["Title"], frame[["Cat1", "Cat2"]]).predict(frame["Title"])
    assert predicted.tolist() == frame[["Cat1", "Cat2"]].values.tolist()


def test_arrays_with_rows_that_end_early():
    X = [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1]] * 5
    y = np.array([["Bird", ""], ["Reptile", "Lizard"], ["Reptile", "Snake"], ["Mammal", "Cat"]] * 5)
    predicted = HierarchicalSVM(C=100.0).fit(X, y).predict(X)
    assert np.array_equal(predicted, y)


def test_a_pipeline_of_texts():
    X = ["Struggling to repay loan", "Unable to get annual report"] * 5
    y = [["Loan", "Student loan"], ["Credit reporting", "Reports"]] * 5
    pipeline = Pipeline([("count", CountVectorizer()), ("tfidf", TfidfTransformer()), ("model", HierarchicalSVM())])
    assert pipeline.fit(X, y).predict(X).tolist() == y


def test_a_search_over_rows_of_levels():
    X, y = [[1], [2], [3], [4]] * 6, np.array(ANIMALS * 6)
    pipeline = Pipeline([("scaled", StandardScaler()), ("model", HierarchicalSVM(bias="feature"))])
    search = GridSearchCV(pipeline, {"model__C": [1e-3, 1e3]}, cv=2).fit(X, y)
    assert search.best_params_ == {"model__C": 1e3} and search.best_score_ == 1
    assert search.predict(X[:4]).tolist() == ANIMALS


def test_a_stored_model_answers_in_rows_of_levels():
    model = DivideAndConquer(scale="standard", bias="feature", C=1000.0).fit([[1], [2], [3], [4]], ANIMALS)
    again = pickle.loads(pickle.dumps(model))
    assert again.predict([[2], [4]]).tolist() == [ANIMALS[1], ANIMALS[3]]


def random_levels(seed):
    """Rows of two levels; a first level fixes which second ones there are."""
    random = np.random.RandomState(seed)
    top = random.randint(0, 3, 200)
    return np.stack([np.char.add("a", top.astype(str)),
                     np.char.add(np.char.add("a", top.astype(str)), np.char.add("b", random.randint(0, 3, 200).astype(str)))],
                    axis=1)


def test_measures_agree():
    peer = pytest.importorskip("hiclass.metrics")
    truth, guess = random_levels(0), random_levels(1)
    assert metrics.hierarchical_precision(truth, guess) == pytest.approx(peer.precision(truth, guess))
    assert metrics.hierarchical_recall(truth, guess) == pytest.approx(peer.recall(truth, guess))
    assert metrics.hierarchical_f1(truth, guess) == pytest.approx(peer.f1(truth, guess))
    assert clade.evaluate(truth, guess)["accuracy"] == (truth == guess).all(axis=1).mean()


def test_measures_of_probabilities_agree():
    """Of the last level, as theirs are of one level at a time."""
    peer = pytest.importorskip("hiclass.metrics")
    from hiclass import LocalClassifierPerNode
    y, random = random_levels(0), np.random.RandomState(0)
    X = np.array([[int(b[1]), int(b[3])] for _, b in y]) + random.randn(200, 2)
    model = CladeClassifier(calibrate=True).fit(X[:150], y[:150])
    theirs = LocalClassifierPerNode().fit(X[:150], y[:150])  # it knows the names of the classes
    names = [name.split("/")[-1] for name in model.classes_]
    columns = [names.index(str(name)) for name in theirs.classes_[1]]
    X, y = X[150:], y[150:]
    sure, found = model.predict_proba(X)[:, columns], model.evaluate(X, y)
    assert found["log_loss"] == pytest.approx(peer.log_loss(theirs, y, sure, level=1), rel=1e-5)
    assert found["brier"] == pytest.approx(peer.multiclass_brier_score(theirs, y, sure, level=1), rel=1e-5)


def padded_levels(seed):
    """The same with rows that end at the first level."""
    levels = random_levels(seed)
    levels[np.random.RandomState(seed).rand(len(levels)) < 0.3, 1] = ""
    return levels


@pytest.mark.parametrize("drawn", [random_levels, padded_levels])
@pytest.mark.filterwarnings("ignore:F-score is ill-defined")
def test_macro_averages_are_means_over_examples(drawn):
    """Theirs; ``macro_f1`` is a mean over classes."""
    peer = pytest.importorskip("hiclass.metrics")
    truth, guess = drawn(0)[:60], drawn(1)[:60]
    for name in ("precision", "recall", "f1"):
        measure = getattr(metrics, f"hierarchical_{name}")
        # A label above others is one of its own with label_nodes="all".
        assert measure(truth, guess, label_nodes="all") == pytest.approx(getattr(peer, name)(truth, guess))
        ours = np.mean([measure(truth[i:i + 1], guess[i:i + 1], label_nodes="all") for i in range(len(truth))])
        assert ours == pytest.approx(getattr(peer, name)(truth, guess, average="macro"))


def test_calibration_errors_agree_where_bins_do():
    """Their bins are ten of equal width, ours fifteen of equal mass: the same for answers that are equally sure."""
    peer = pytest.importorskip("hiclass.metrics")
    from hiclass import LocalClassifierPerNode
    y, random = random_levels(0), np.random.RandomState(0)
    X = np.array([[int(b[1]), int(b[3])] for _, b in y]) + random.randn(200, 2)
    model = CladeClassifier(calibrate=True).fit(X, y)
    theirs = LocalClassifierPerNode().fit(X, y)
    columns = [[name.split("/")[-1] for name in model.classes_].index(str(name)) for name in theirs.classes_[1]]
    same = np.repeat(X[:1], len(y), axis=0)
    sure = model.predict_proba(same)[:, columns]
    guess = np.array([["a" + str(theirs.classes_[1][k])[1], theirs.classes_[1][k]] for k in sure.argmax(axis=1)])
    expected = peer.expected_calibration_error(theirs, y, sure, guess, level=1)
    assert model.evaluate(same, y)["ece"] == pytest.approx(expected, abs=1e-6) and expected > 0.01
