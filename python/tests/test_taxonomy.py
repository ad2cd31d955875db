"""clade.Taxonomy."""

import pickle

import pytest

import clade
from clade import Taxonomy
from data import CLASSES, EDGES, TAXONOMY, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")


def test_shape_and_names():
    goods = Taxonomy(TAXONOMY)
    assert len(goods) == 7 and goods.root == "goods" and goods.is_tree
    assert goods.leaves == CLASSES
    assert goods.children("fruit") == ["apple", "pear"] and goods.parents("apple") == ["fruit"]
    assert goods.ancestors("saw") == ["goods", "tools", "saw"] and goods.depth("saw") == 2
    assert "apple" in goods and "grape" not in goods
    with pytest.raises(clade.InputError, match="'appel' is not in the taxonomy.*did you mean 'apple'"):
        goods.parents("appel")


def test_other_forms_and_back(tmp_path):
    goods = Taxonomy(TAXONOMY)
    assert goods.to_dict() == TAXONOMY
    assert sorted(goods.edges) == sorted(EDGES)
    assert Taxonomy.from_text(goods.to_text("edges")) == goods
    for name in ("t.tsv", "t.json"):
        goods.save(tmp_path / name)
        assert Taxonomy(tmp_path / name).to_dict() == TAXONOMY
    assert pickle.loads(pickle.dumps(goods)) == goods
    flat = Taxonomy.flat(["a", "b"])
    assert pickle.loads(pickle.dumps(flat)).leaves == ["a", "b"]
    paths = Taxonomy.from_paths(["A/01/B", "A/02"])
    assert paths.leaves == ["A/02", "A/01/B"] or set(paths.leaves) == {"A/02", "A/01/B"}
    networkx = pytest.importorskip("networkx")
    graph = goods.to_networkx()
    assert networkx.is_arborescence(graph) and Taxonomy(graph).to_dict() == TAXONOMY


def test_a_dag():
    dag = Taxonomy([("root", "a"), ("root", "b"), ("a", "x"), ("b", "x")])
    assert not dag.is_tree and dag.parents("x") == ["a", "b"]
    assert "DAG of 4 nodes" in repr(dag)


def test_a_tree_shows_in_a_notebook(tmp_path):
    shown = Taxonomy({"<goods>": ["a&b", "c"]})._repr_html_()
    assert "&lt;goods&gt;" in shown and "a&amp;b" in shown and "<details" in shown
    assert "unnamed" not in Taxonomy.flat(["a"])._repr_html_()


def test_check_and_repair(tmp_path):
    broken = [*EDGES, ("apple", "fruit"), ("saw", "saw")]
    check = Taxonomy.check(broken)
    assert not check.is_usable and check["cycles"]["count"] == 1
    assert "apple" in str(check)
    taxonomy, changes = Taxonomy.repair(broken)
    assert taxonomy.to_dict() == TAXONOMY and len(changes) == 2
    X, y = vectors()
    assert Taxonomy.check(EDGES, X, y)["labels"]["instances"] == 200 if "labels" in Taxonomy.check(EDGES, X, y) \
        else Taxonomy.check(EDGES, X, y)["instances"] == 200


def test_learn_and_advise():
    X, y = vectors(400)
    learned = Taxonomy.learn(X, y)
    assert set(learned.leaves) == set(CLASSES)
    aligned = Taxonomy.learn(X, y, align=True, levels=3)
    assert set(aligned.leaves) == set(CLASSES)
    advice = Taxonomy(TAXONOMY).advise(X, y, repeats=2, random_trees=2, most_changes=0)
    assert advice["verdict"]
    assert str(advice)
    with pytest.raises(clade.UsageError, match="linkage: expected"):
        Taxonomy.learn(X, y, linkage="ward")


def test_random_trees_have_the_same_shape():
    goods = Taxonomy(TAXONOMY)
    shuffled = goods.shuffled(seed=3)
    assert sorted(map(shuffled.depth, shuffled.nodes)) == sorted(map(goods.depth, goods.nodes))
