"""The X, y and taxonomies that people have."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import clade
from clade import CladeClassifier, HierarchicalSVM
from data import CLASSES, EDGES, PATHS, TAXONOMY, texts, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")


def scores(X, y, Z, **parameters):
    return HierarchicalSVM(**{"taxonomy": TAXONOMY, **parameters}).fit(X, y).decision_function(Z)


@pytest.fixture(scope="module")
def data():
    X, y = vectors()
    X[X < 0.3] = 0
    return X, y


@pytest.fixture(scope="module")
def expected(data):
    return scores(*data, data[0])


# ---- X


@pytest.mark.parametrize("real", [np.float32, np.float64])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_rows_of_every_kind_give_the_scores_of_dense_ones(data, real, index):
    X, y = data
    rows = sp.csr_matrix(X.astype(real))
    rows.indices, rows.indptr = rows.indices.astype(index), rows.indptr.astype(index)
    dense = scores(X.astype(real), y, X.astype(real))
    assert np.array_equal(scores(rows, y, rows), dense)
    assert np.array_equal(scores(sp.csr_array(rows), y, rows), dense)


@pytest.mark.parametrize("convert", [sp.csc_matrix, sp.coo_matrix, sp.lil_matrix, np.asfortranarray,
                                     lambda X: np.repeat(X, 2, axis=1)[:, ::2], lambda X: X[::-1][::-1], np.ndarray.tolist])
def test_other_forms_of_numbers(data, expected, convert):
    X, y = data
    assert np.array_equal(scores(convert(X), y, convert(X)), expected)


def test_rows_in_any_order_with_repeated_entries_are_added(data):
    X, y = data
    rows = sp.csr_matrix(X)
    entries = [(rows.indices[a:b][::-1].repeat(2), rows.data[a:b][::-1].repeat(2) / 2)
               for a, b in zip(rows.indptr[:-1], rows.indptr[1:])]
    halves = sp.csr_matrix((np.concatenate([e[1] for e in entries]), np.concatenate([e[0] for e in entries]),
                            rows.indptr * 2), shape=rows.shape)
    kept = halves.data.copy()
    assert np.array_equal(scores(halves, y, halves), scores(rows, y, rows))
    assert np.array_equal(halves.data, kept), "the caller's matrix is not touched"


def test_whole_numbers_and_truth_values():
    X, y = vectors()
    counts = (np.abs(X) * 3).astype(int)
    assert np.array_equal(scores(counts, y, counts), scores(counts.astype(float), y, counts))
    assert scores(X > 0, y, X > 0).shape == (200, 4)


def test_pandas_keeps_names_of_columns(data, expected):
    pandas = pytest.importorskip("pandas")
    X, y = data
    frame = pandas.DataFrame(X, columns=[f"c{k}" for k in range(8)])
    model = HierarchicalSVM(taxonomy=TAXONOMY).fit(frame, pandas.Series(y))
    assert list(model.feature_names_in_) == list(frame.columns)
    assert np.array_equal(model.decision_function(frame), expected)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[list(frame.columns[::-1])])
    words = {w["word"] for w in model.explain(frame[:1])[0]["nodes"][0]["words"]}
    assert words <= set(frame.columns)


def test_a_column_of_a_table_can_be_y(data, expected):
    pandas = pytest.importorskip("pandas")
    X, y = data
    frame = pandas.DataFrame(X, columns=[f"c{k}" for k in range(8)]).assign(label=y)
    model = HierarchicalSVM(taxonomy=TAXONOMY).fit(frame, "label")
    assert np.array_equal(model.decision_function(frame), expected)
    assert model.score(frame, "label") > 0.8
    with pytest.raises(ValueError, match="feature names|features"):
        model.predict(frame.assign(more=1))
    with pytest.raises(clade.InputError, match="no column 'labels'"):
        model.fit(frame, "labels")


def test_polars_and_arrow(data, expected, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    X, y = data
    columns = {f"c{k}": X[:, k] for k in range(8)}
    table = pyarrow.table({**columns, "label": list(y)})
    assert np.array_equal(scores(table, "label", table.drop_columns(["label"])), expected)
    file = tmp_path / "train.parquet"
    parquet.write_table(table, file)
    assert np.array_equal(scores(file, "label", file), expected)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(columns)
    assert np.array_equal(scores(frame, polars.Series(list(y)), frame), expected)


def test_missing_values(data):
    X, y = data
    X = X.copy()
    X[5, 2] = np.nan
    filled = X.copy()
    filled[5, 2] = 0
    assert np.array_equal(scores(X, y, X, missing="zero"), scores(filled, y, filled))
    assert np.isfinite(scores(X, y, X, missing="mean")).all()
    with pytest.raises(clade.InputError, match="row 5"):
        scores(X, y, X, missing="error")
    assert CladeClassifier().fit(sp.csr_matrix(X), y).predict(X).shape == (200,)


def test_texts_and_files(tmp_path):
    documents, y = texts()
    model = CladeClassifier(taxonomy=TAXONOMY).fit(documents, y)
    assert model.score(documents, y) > 0.9
    assert not hasattr(model, "n_features_in_")
    file = tmp_path / "train.jsonl"
    file.write_text("".join(f'{{"text":"{t}","label":"{c}"}}\n' for t, c in zip(documents, y)))
    from_file = CladeClassifier(taxonomy=TAXONOMY).fit(file)
    assert np.array_equal(from_file.decision_function(file), model.decision_function(documents))
    assert np.array_equal(CladeClassifier(taxonomy=TAXONOMY).fit([file]).predict(str(file)), model.predict(documents))
    assert np.array_equal(model.predict(np.array(documents)), model.predict(np.array(documents, dtype=object)))
    with pytest.raises(clade.UsageError, match="labels and weights inside"):
        model.fit(file, y)
    with pytest.raises(clade.InputError, match="expected texts or files"):
        model.predict([[1.0, 2.0]])
    with pytest.raises(clade.InputError, match="row 1: expected a text, got 3"):
        model.fit(["a", 3, "b"], ["x", "y", "x"])
    with pytest.raises(OSError):
        model.fit("no/such/file.jsonl")


# ---- y


def test_numbers_are_labels(data):
    X, y = data
    codes = np.searchsorted(np.unique(y), y) * 10
    model = HierarchicalSVM().fit(X, codes)
    assert model.classes_.tolist() == [0, 10, 20, 30]
    assert model.predict(X).dtype.kind == "i"
    assert HierarchicalSVM().fit(X, codes.astype(float)).predict(X).dtype.kind == "f"
    assert HierarchicalSVM().fit(X, y == "apple").classes_.tolist() == [False, True]


def test_labels_of_kinds_that_pandas_has(data):
    pandas = pytest.importorskip("pandas")
    X, y = data
    codes = np.searchsorted(np.unique(y), y)
    assert HierarchicalSVM().fit(X, pandas.Series(codes).astype("Int64")).classes_.tolist() == [0, 1, 2, 3]
    assert HierarchicalSVM().fit(X, pandas.Series(y == "saw").astype("boolean")).classes_.tolist() == [False, True]
    for kind in ("category", "string", object):
        assert HierarchicalSVM().fit(X, pandas.Series(y).astype(kind)).classes_.tolist() == sorted(CLASSES)
    for labels in (pandas.Series([None, *codes[1:]]).astype("Int64"), pandas.Series([None, *y[1:]]).astype("string")):
        with pytest.raises(clade.InputError, match="row 0 has no label"):
            HierarchicalSVM().fit(X, labels)
    levels = pandas.DataFrame({"top": [PATHS[c].split("/")[0] for c in y], "low": y}).astype("string")
    levels.loc[y == "saw", "low"] = pandas.NA
    assert ["tools", ""] in HierarchicalSVM().fit(X, levels).predict(X).tolist()
    with pytest.raises(clade.InputError, match="got times"):
        HierarchicalSVM().fit(X, pandas.Series(pandas.date_range("2020", periods=2).repeat(100)))


def test_numbers_beside_a_taxonomy(data):
    X, y = data
    codes = np.searchsorted(np.unique(y), y)
    numbered = {"10": ["0", "1"], "20": ["2", "3", "4"]}
    model = HierarchicalSVM(taxonomy=numbered).fit(X, codes)
    assert model.classes_.tolist() == [0, 1, 2, 3, 4]
    assert model.score(X, codes) > 0.8
    with pytest.raises(clade.InputError, match="the class 'other'; give labels as strings"):
        HierarchicalSVM(taxonomy={"10": ["0", "1"], "20": ["2", "3", "other"]}).fit(X, codes)
    strings = HierarchicalSVM(taxonomy={"10": ["0", "1"], "20": ["2", "3", "other"]}).fit(X, codes.astype(str))
    assert strings.score(X, codes.astype(str)) > 0.8


def test_paths_with_a_separator(data, expected):
    X, y = data
    paths = np.array([PATHS[c] for c in y])
    model = HierarchicalSVM(taxonomy="paths").fit(X, paths)
    assert set(model.predict(X)) <= set(paths)
    assert model.predict_paths(X[:1]) == [model.predict(X[:1])[0].split("/")]
    other = HierarchicalSVM(taxonomy="paths:>").fit(X, [p.replace("/", ">") for p in paths])
    assert np.allclose(other.decision_function(X), model.decision_function(X))


@pytest.mark.parametrize("form", [np.array, list, lambda rows: np.array(rows, dtype=object)])
def test_levels_as_hiclass_has_them(data, form):
    X, y = data
    rows = [PATHS[c].split("/") + [""] for c in y]
    model = HierarchicalSVM().fit(X, form(rows))
    predicted = model.predict(X)
    assert predicted.shape == (200, 3)
    assert (predicted[:, 2] == "").all()
    assert (predicted[:, 1] == y).mean() > 0.8
    assert model.score(X, form(rows)) == (predicted == np.array(rows)).all(axis=1).mean()
    as_paths = HierarchicalSVM(taxonomy="paths").fit(X, [PATHS[c] for c in y])
    assert np.array_equal(as_paths.decision_function(X), model.decision_function(X))


def test_levels_with_the_same_name_below_two_parents(data):
    X, y = data
    rows = np.array([[PATHS[c].split("/")[0], "first" if c in ("apple", "hammer") else "second"] for c in y])
    model = HierarchicalSVM().fit(X, rows)
    assert len(model.classes_) == 4
    assert model.score(X, rows) > 0.8


def test_levels_whose_names_hold_the_separator(data):
    X, y = data
    rows = np.array([[PATHS[c].split("/")[0] + "/kind", c] for c in y])
    for taxonomy in (None, "paths", "paths:/"):
        model = HierarchicalSVM(taxonomy=taxonomy).fit(X, rows)
        assert set(map(tuple, model.predict(X).tolist())) == set(map(tuple, rows.tolist()))


def test_levels_of_different_depth_and_with_padding_of_any_kind(data):
    X, y = data
    rows = [PATHS[c].split("/") if c != "saw" else ["saw", None] for c in y]
    model = HierarchicalSVM(labels="levels").fit(X, rows)
    assert ["saw", ""] in model.predict(X).tolist()
    with pytest.raises(clade.InputError, match="row 0: expected labels from the top level down"):
        HierarchicalSVM(labels="levels").fit(X, [["", "a"]] * 100 + [["b", "c"]] * 100)


def test_lists_of_labels(data):
    X, y = data
    sets = [[c] + (["extra"] if x[0] > 0.8 else []) for c, x in zip(y, X)]
    model = CladeClassifier().fit(X, sets)
    predicted = model.predict(X)
    assert isinstance(predicted, list) and any(len(row) == 2 for row in predicted)
    assert model.score(X, sets) > 0.5
    assert set(model.classes_) == {*CLASSES, "extra"}
    assert CladeClassifier().fit(X, [set(s) for s in sets]).predict(X) == predicted


def test_an_estimator_that_answers_with_one_of_several_labels_says_so(data):
    X, y = data
    sets = [[c, "extra"] if x[0] > 0.8 else [c] for c, x in zip(y, X)]
    with pytest.warns(clade.CladeWarning, match="several labels, and the model answers with one: calibrate=True"):
        model = HierarchicalSVM().fit(X, sets)
    assert all(len(row) == 1 for row in model.predict(X))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        model = HierarchicalSVM(calibrate=True).fit(X, sets)
    assert not any("answers with one" in str(w.message) for w in said)
    assert any(len(row) == 2 for row in model.predict(X))


def test_rows_of_two_labels_are_sets_where_a_name_stands_in_both_columns(data):
    X, y = data
    pairs = [[a, b] for a, b in zip(y, y[::-1]) if a != b]
    model = CladeClassifier(calibrate=False).fit(X[:len(pairs)], pairs)
    assert sorted(model.classes_) == sorted(CLASSES)


def test_indicator_matrices(data):
    X, y = data
    matrix = np.array([[c == k for k in CLASSES] for c in y]).astype(int)
    matrix[:, 1] |= matrix[:, 0]
    model = CladeClassifier().fit(X, matrix)
    predicted = model.predict(X)
    assert predicted.shape == matrix.shape and set(np.unique(predicted)) <= {0, 1}
    assert model.score(X, matrix) > 0.7
    assert np.array_equal(CladeClassifier().fit(X, sp.csr_matrix(matrix)).predict(X), predicted)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(matrix, columns=CLASSES)
    named = CladeClassifier(taxonomy=TAXONOMY).fit(X, frame)
    assert set(named.predict_sets(X)[0]) <= set(CLASSES)
    with pytest.raises(clade.InputError, match="expected 0 and 1"):
        CladeClassifier(labels="indicator").fit(X, matrix * 2)


# ---- Taxonomies


@pytest.mark.parametrize("taxonomy", [EDGES, np.array(EDGES), TAXONOMY, clade.Taxonomy(EDGES),
                                      {child: parent for parent, child in EDGES},
                                      {"goods": {"fruit": {"apple": {}, "pear": None}, "tools": ["hammer", "saw"]}}])
def test_taxonomies_in_memory(data, expected, taxonomy):
    X, y = data
    model = HierarchicalSVM(taxonomy=taxonomy).fit(X, y)
    assert model.taxonomy_.to_dict() == TAXONOMY
    assert np.allclose(model.decision_function(X), expected, atol=0.05)


def test_taxonomies_of_networkx_and_files(data, expected, tmp_path):
    X, y = data
    file = tmp_path / "topics.tsv"
    file.write_text("".join(f"{a}\t{b}\n" for a, b in EDGES))
    assert np.array_equal(scores(X, y, X, taxonomy=file), expected)
    assert np.array_equal(scores(X, y, X, taxonomy=str(file)), expected)
    networkx = pytest.importorskip("networkx")
    assert np.array_equal(scores(X, y, X, taxonomy=networkx.DiGraph(EDGES)), expected)
    with pytest.raises(clade.InputError, match="directed"):
        scores(X, y, X, taxonomy=networkx.Graph(EDGES))


def test_a_learned_taxonomy(data):
    X, y = data
    model = HierarchicalSVM(taxonomy="learn").fit(X, y)
    assert set(model.taxonomy_.leaves) == set(CLASSES)
    assert model.score(X, y) > 0.8


def test_classes_without_examples_are_classes(data):
    X, y = data
    keep = y != "saw"
    model = CladeClassifier(taxonomy=TAXONOMY).fit(X[keep], y[keep])
    assert model.classes_.tolist() == sorted(CLASSES)
    assert model.predict_proba(X).shape == (200, 4)


def test_labels_at_inner_nodes(data):
    X, y = data
    mixed = np.where(np.arange(200) % 3 == 0, np.where(np.isin(y, ["apple", "pear"]), "fruit", "tools"), y)
    model = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, mixed)
    assert model.classes_.tolist() == sorted([*CLASSES, "fruit", "tools"])
    assert HierarchicalSVM(taxonomy=TAXONOMY, label_nodes="path").fit(X, mixed).classes_.tolist() == sorted(CLASSES)


def test_unknown_labels(data):
    X, y = data
    odd = y.astype(object)
    odd[3] = "sawe"
    with pytest.raises(clade.InputError, match=r"row 3: .*'sawe'.*did you mean 'saw'"):
        scores(X, odd, X)
    assert scores(X, odd, X, unknown_labels="skip").shape == (200, 4)


# ---- Weights


def test_weights_count_and_zero_leaves_out(data):
    X, y = data
    weights = np.ones(200)
    weights[::2] = 0
    part = HierarchicalSVM(taxonomy=TAXONOMY).fit(X[1::2], y[1::2]).decision_function(X)
    whole = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, y, sample_weight=weights).decision_function(X)
    assert np.array_equal(part, whole)
    doubled = HierarchicalSVM(taxonomy=TAXONOMY).fit(X, y, sample_weight=np.full(200, 2.0)).decision_function(X)
    assert np.allclose(doubled, HierarchicalSVM(taxonomy=TAXONOMY, C=2).fit(X, y).decision_function(X), atol=0.05)
    documents, labels = texts()
    assert CladeClassifier().fit(documents, labels, sample_weight=weights).predict(documents[:3]).shape == (3,)
    with pytest.raises(clade.InputError, match="at least 0"):
        HierarchicalSVM().fit(X, y, sample_weight=-weights)
