"""Whatever comes in: an answer, or a ValueError, TypeError or OSError; never anything else."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import clade  # noqa: E402
from clade import HierarchicalPerceptron, HierarchicalSVM, Taxonomy  # noqa: E402

quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)

number = st.one_of(st.floats(allow_nan=True, allow_infinity=True, width=32), st.integers(-5, 5), st.just(0))
name = st.one_of(st.sampled_from(["a", "b", "c", "a/b", "", "\t", "\u00e9", "x" * 50]), st.text(max_size=4))
label = st.one_of(name, st.integers(-2, 3), st.booleans(), st.none(), st.floats(allow_nan=True))


def accepts(call):
    """Whether the call gave an answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call()
        except (ValueError, TypeError, OSError):
            return False
    return True


@quick
@given(st.lists(st.lists(number, min_size=0, max_size=4), min_size=0, max_size=8), st.lists(label, max_size=8))
def test_rows_and_labels(rows, labels):
    accepts(lambda: HierarchicalSVM(threads=1, max_epochs=20).fit(rows, labels).predict(rows))


@quick
@given(st.lists(st.lists(name, max_size=3), min_size=2, max_size=8), st.sampled_from(["auto", "sets", "levels", "names"]))
def test_labels_in_lists(labels, form):
    X = np.arange(2.0 * len(labels)).reshape(-1, 2) % 5
    accepts(lambda: HierarchicalSVM(threads=1, labels=form, max_epochs=20).fit(X, labels).predict(X))


@quick
@given(st.lists(st.tuples(name, name), max_size=8))
def test_edges(edges):
    if accepts(lambda: Taxonomy(edges)):
        taxonomy = Taxonomy(edges)
        assert len(taxonomy.leaves) >= 1 and str(taxonomy) and taxonomy._repr_html_()
    accepts(lambda: Taxonomy.check(edges))
    accepts(lambda: Taxonomy.repair(edges))


@quick
@given(st.lists(st.text(max_size=30), min_size=2, max_size=8), st.data())
def test_texts(documents, data):
    labels = data.draw(st.lists(name, min_size=len(documents), max_size=len(documents)))
    accepts(lambda: clade.CladeTextClassifier(threads=1, calibrate=False).fit(documents, labels).predict(documents))


@quick
@given(st.dictionaries(st.sampled_from(sorted(HierarchicalSVM().get_params())),
                       st.one_of(number, name, st.none(), st.booleans(), st.lists(number, max_size=2)), max_size=3))
def test_parameters(parameters):
    X, y = np.eye(4), list("abab")
    parameters = {"max_seconds": 2, "threads": 1, **parameters}
    if str(parameters.get("threads", 1)) not in ("0", "1", "2"):
        parameters["threads"] = 1
    accepts(lambda: HierarchicalSVM(**parameters).fit(X, y).predict(X))


@quick
@given(st.lists(st.integers(-2, 9), max_size=9), st.lists(st.integers(-2, 9), max_size=5),
       st.lists(number, max_size=9))
def test_sparse_arrays_that_do_not_fit(indices, indptr, data):
    rows = sp.csr_matrix((4, 5))
    rows.data, rows.indices, rows.indptr = (np.array(data, dtype=float), np.array(indices, dtype=np.int32),
                                            np.array(indptr, dtype=np.int32))
    from clade import _clade
    codes = _clade.LabelCodes(["a", "b"], np.array([0, 1, 0, 1]))
    accepts(lambda: _clade.csr_examples(rows.data, rows.indices, rows.indptr, codes, None))


@quick
@given(st.lists(st.lists(number, min_size=2, max_size=2), min_size=1, max_size=5))
def test_rows_to_predict(rows):
    X, y = np.array([[1.0, 0], [0, 1]] * 3), list("ab") * 3
    model = HierarchicalPerceptron(threads=1).fit(X, y)
    if accepts(lambda: model.predict(rows)):
        assert set(model.predict(rows)) <= {"a", "b"}


@quick
@given(st.binary(max_size=200))
def test_model_files(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("model") / "m.clade"
    file.write_bytes(content)
    assert not accepts(lambda: clade.load(file))
