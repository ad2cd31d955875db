"""Measures, comparisons, audits, checks, pages."""

import numpy as np
import pytest
from sklearn import metrics as peers
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import clade
from clade import HierarchicalSVM, metrics
from data import CLASSES, TAXONOMY, texts, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

X, Y = vectors(240, noise=1.0)
Z, T = vectors(100, seed=1, noise=1.0)


@pytest.fixture(scope="module")
def model():
    return HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y)


def test_measures_agree_with_scikit_learn(model):
    P = model.predict(Z)
    assert metrics.accuracy(T, P) == pytest.approx(peers.accuracy_score(T, P))
    assert metrics.macro_f1(T, P) == pytest.approx(peers.f1_score(T, P, average="macro"))
    assert metrics.micro_f1(T, P) == pytest.approx(peers.f1_score(T, P, average="micro"))
    assert metrics.weighted_f1(T, P) == pytest.approx(peers.f1_score(T, P, average="weighted"))
    scores = model.decision_function(Z)
    truth = (T[:, None] == model.classes_).astype(int)
    assert metrics.average_precision(T, scores=scores, classes=model.classes_) == pytest.approx(
        peers.label_ranking_average_precision_score(truth, scores))
    assert metrics.ranking_loss(T, scores=scores, classes=model.classes_) == pytest.approx(
        peers.label_ranking_loss(truth, scores))
    assert metrics.precision_at(2, T, scores, model.classes_) == pytest.approx(
        peers.top_k_accuracy_score(T, scores, k=2, labels=model.classes_) / 2)


def test_every_measure_is_the_one_of_an_evaluation(model):
    found = model.evaluate(Z, T)
    P, scores = model.predict(Z), model.decision_function(Z)
    assert set(metrics.names()) <= set(dir(metrics))
    checked = 0
    for name in metrics.names():
        if name in found:
            value = getattr(metrics, name)(T, P, scores=scores, classes=model.classes_, taxonomy=TAXONOMY)
            assert value == pytest.approx(found[name]), name
            checked += 1
    assert checked >= 23


def test_measures_by_hand():
    truth, guess = ["apple", "saw", "saw", "pear"], ["pear", "saw", "apple", "pear"]
    assert metrics.tree_loss(truth, guess, taxonomy=TAXONOMY) == (1 + 0 + 2 + 0) / 4
    assert metrics.parent_accuracy(truth, guess, taxonomy=TAXONOMY) == 0.75
    levels = [["fruit", "apple"], ["tools", "saw"], ["tools", "saw"], ["fruit", "pear"]]
    guesses = [["fruit", "pear"], ["tools", "saw"], ["fruit", "apple"], ["fruit", "pear"]]
    assert metrics.tree_loss(levels, guesses) == 0.75
    sets, others = [["apple", "saw"], ["pear"]], [["apple"], []]
    assert metrics.symmetric_difference(sets, others) == 1.0
    with pytest.raises(clade.InputError, match="'grape'"):
        metrics.accuracy(["apple"], ["grape"], taxonomy=TAXONOMY)
    with pytest.raises(clade.InputError, match="average_precision: these labels"):
        metrics.average_precision(truth, guess)
    with pytest.raises(clade.InputError, match="inconsistent numbers"):
        metrics.accuracy(truth, guess[:2])


def test_scorers():
    svm = HierarchicalSVM(taxonomy=TAXONOMY)
    losses = cross_val_score(svm, X, Y, cv=3, scoring=metrics.scorer("tree_loss"))
    assert (losses < 0).all()
    pipeline = make_pipeline(StandardScaler(), svm)
    grid = GridSearchCV(pipeline, {"hierarchicalsvm__C": [0.1, 1]}, cv=2, scoring=metrics.scorer("hierarchical_f1"))
    assert 0.5 < grid.fit(X, Y).best_score_ <= 1
    with pytest.raises(clade.UsageError, match="did you mean 'tree_loss'"):
        metrics.scorer("treeloss")


def test_compare(tmp_path):
    found = clade.compare(X, Y, ["hsvm", ("svm", {"C": 2}), ("mine", clade.Hieron())], TAXONOMY, folds=3)
    names = [m["method"] for m in found.methods]
    assert names[0] == "hsvm" and names[2] == "mine" and len(names) == 3
    assert "p_permutation" in found.methods[1]["against_first"]["accuracy"]
    assert "hsvm" in str(found) and "<table>" in found._repr_html_() and "|" in found.to_text(format="markdown")
    tested = clade.compare(X, Y, ["hsvm", "svm"], TAXONOMY, test=(Z, T), tune={"C": [0.1, 1]})
    assert len(tested.methods) == 2
    trees = clade.compare(X, Y, ["hsvm"], TAXONOMY, folds=2, taxonomies=["given", "random:2", "learned"])
    assert len(trees.methods) == 3
    again = clade.compare(X, Y, ["hsvm", ("svm", {"C": 2}), ("mine", clade.Hieron())], TAXONOMY, folds=3, threads=1)
    drop = lambda methods: [m["metrics"] for m in methods]  # noqa: E731
    assert drop(again.methods) == drop(found.methods)
    with pytest.raises(clade.UsageError, match="methods: expected one of"):
        clade.compare(X, Y, ["lr"])
    pandas = pytest.importorskip("pandas")
    assert isinstance(found.to_frame(), pandas.DataFrame)


def test_audit_finds_wrong_labels():
    A, b = vectors(300, noise=0.3)
    wrong = b.copy()
    wrong[[10, 20, 30]] = [CLASSES[(CLASSES.index(c) + 2) % 4] for c in b[[10, 20, 30]]]
    found = clade.audit(A, wrong, TAXONOMY)
    assert {r["row"] for r in found.records[:3]} == {10, 20, 30}
    assert [r["suggested"] for r in sorted(found.records[:3], key=lambda r: r["row"])] == b[[10, 20, 30]].tolist()
    assert "3 of 300" in repr(found) and "<table>" in found._repr_html_()


def test_audit_counts_rows_without_labels():
    A, b = vectors(200, noise=0.3)
    sets = [[c] for c in b]
    sets[5], sets[50] = [], ["saw" if b[50] == "apple" else "apple"]
    assert clade.audit(A, sets, TAXONOMY).records[0]["row"] == 50


def test_check():
    found = clade.check(X, Y, TAXONOMY)
    assert found["usable"] and str(found)
    odd = clade.check(X, np.where(np.arange(240) == 5, "grape", Y), TAXONOMY)
    assert not odd["usable"] and "grape" in str(odd)


def test_pages(model, tmp_path):
    def written(write):
        try:
            write(tmp_path / "page.html")
        except OSError as error:
            pytest.skip(str(error))  # built without pages
        return (tmp_path / "page.html").read_text()
    assert "<html" in written(model.evaluate(Z, T).save_page)
    assert "<html" in written(clade.Taxonomy(TAXONOMY).save_page)
    assert "<html" in written(clade.compare(X, Y, ["hsvm", "svm"], TAXONOMY, folds=2).save_page)
    reader = clade.CladeTextClassifier(taxonomy=TAXONOMY, calibrate=False).fit(*texts(60))
    page = written(reader.explain(["apple1 and quinces"]).save_page)
    assert "<html" in page and "quinces" in page


def test_explanations_show_as_tables():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=[f"<c{k}>" for k in range(X.shape[1])])
    why = clade.HierarchicalSVM(taxonomy=TAXONOMY).fit(frame, Y).explain(frame[:3])
    assert len(why) == 3 and isinstance(why[0], dict)
    page = why._repr_html_()
    assert page.count("<table>") == 6, "the answer and the runner-up of each"
    for part in ("strongest features", "&lt;c", f"{why[0]['label']}: score", "instead of", "The lead of"):
        assert part in page
    assert "<c" not in page and why[0]._repr_html_() in page
    asked = clade.HierarchicalSVM(taxonomy=TAXONOMY).fit(frame, Y).explain(frame[:1], label="saw")
    assert len(asked) == 1 and "None" not in asked._repr_html_()


def test_pictures(model):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    found = clade.compare(X, Y, ["hsvm", "svm"], TAXONOMY, folds=2)
    assert len(clade.plot_comparison(found, "tree_loss").patches) == 2
    calibrated = clade.CladeClassifier(taxonomy=TAXONOMY).fit(X, Y).evaluate(Z, T)
    assert clade.plot_levels(calibrated).lines and clade.plot_reliability(calibrated).lines
    assert clade.plot_taxonomy(clade.Taxonomy(TAXONOMY)).texts
    with pytest.raises(ValueError, match="calibrate=True"):
        clade.plot_reliability(model.evaluate(Z, T))
