"""Taxonomies: from what people have, and what can be done with them."""

from __future__ import annotations

import difflib
import html
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from . import _clade
from ._edges import as_file, edges_of
from ._errors import InputError, UsageError
from ._findings import Advice, TaxonomyCheck
from ._inputs import plain_examples
from ._listener import Listener
from ._parameters import checked_whole, method_of


class Taxonomy:
    """A rooted tree, forest or DAG of named nodes.

    Parameters
    ----------
    source : edge list, dict, networkx.DiGraph, path of a file, or Taxonomy
        Edges are pairs ``(parent, child)``. A dict is ``{parent: [children]}``, nested dicts, or
        ``{child: parent}``. A file is an edge list, indented text, JSON, OBO, SKOS, MeSH and so on
        (docs/DATA_FORMATS.md).
    format : str, default=""
        The format of a file whose name does not tell it.

    Examples
    --------
    >>> from clade import Taxonomy
    >>> goods = Taxonomy({"goods": ["fruit", "tools"], "fruit": ["apple", "pear"]})
    >>> goods.leaves
    ['tools', 'apple', 'pear']
    >>> goods.ancestors("apple")
    ['goods', 'fruit', 'apple']
    >>> Taxonomy([("a", "b"), ("b", "a")])
    Traceback (most recent call last):
        ...
    clade.InputError: taxonomy: edge 1: 'a' is its own ancestor: a -> b -> a
    """

    def __init__(self, source: Any, format: str = "") -> None:
        if isinstance(source, _clade.Taxonomy):
            self._taxonomy = source
        elif isinstance(source, Taxonomy):
            self._taxonomy = source._taxonomy
        elif isinstance(source, (str, os.PathLike)):
            self._taxonomy = _clade.Taxonomy.read(os.fspath(source), format)
        else:
            edges = edges_of(source)
            if not edges:
                raise InputError("taxonomy: expected edges, got none")
            self._taxonomy = _clade.Taxonomy.from_edges(edges)

    @classmethod
    def from_paths(cls, labels: Iterable[Any], separator: str = "/") -> Taxonomy:
        """From labels that are paths: a node is named by its whole path (A, A/01, A/01/B)."""
        return cls(_clade.Taxonomy.from_paths([str(x) for x in labels], separator))

    @classmethod
    def flat(cls, names: Iterable[Any]) -> Taxonomy:
        """One level: an unnamed root with these nodes below it."""
        return cls(_clade.Taxonomy.flat([str(x) for x in names]))

    @classmethod
    def from_text(cls, text: str, format: str = "edges") -> Taxonomy:
        """From text in one of the formats of docs/DATA_FORMATS.md."""
        return cls(_clade.Taxonomy.parse(text, format))

    # ---- What it is

    @property
    def nodes(self) -> list[str]:
        """The names of all nodes, parents before children; "" is an unnamed root."""
        return self._taxonomy.nodes

    @property
    def leaves(self) -> list[str]:
        """The nodes without children."""
        return self._taxonomy.leaves

    @property
    def edges(self) -> list[tuple[str, str]]:
        """Pairs (parent, child), those of an unnamed root left out."""
        return self._taxonomy.edges

    @property
    def root(self) -> str:
        """The name of the root, "" where it has none."""
        return self._taxonomy.root

    @property
    def is_tree(self) -> bool:
        """Whether every node but the root has one parent."""
        return self._taxonomy.is_tree

    def children(self, node: Any) -> list[str]:
        """The names of the children."""
        return self._taxonomy.children(str(node))

    def parents(self, node: Any) -> list[str]:
        """The names of the parents."""
        return self._taxonomy.parents(str(node))

    def ancestors(self, node: Any) -> list[str]:
        """From the root down to the node itself."""
        return self._taxonomy.ancestors(str(node))

    def depth(self, node: Any) -> int:
        """How many ancestors it has, itself left out."""
        return self._taxonomy.depth(str(node))

    def __len__(self) -> int:
        return len(self._taxonomy)

    def __contains__(self, node: Any) -> bool:
        return str(node) in self._taxonomy

    def __eq__(self, other):
        return isinstance(other, Taxonomy) and self._taxonomy.parts() == other._taxonomy.parts()

    def __hash__(self):
        return hash(tuple(self.nodes))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self  # it never changes

    def __reduce__(self):
        return _from_parts, self._taxonomy.parts()

    def __repr__(self):
        kind = "tree" if self.is_tree else "DAG"
        return f"<clade.Taxonomy: a {kind} of {len(self)} nodes, {len(self.leaves)} of them leaves>"

    def __str__(self):
        try:
            return self.to_text("indented" if self.is_tree else "edges")
        except InputError:  # names that no file can hold
            return repr(self)

    def _repr_html_(self):
        return _tree_html(self)

    # ---- In other forms

    def to_networkx(self) -> Any:
        """A networkx.DiGraph with edges from parents to children."""
        import networkx
        graph = networkx.DiGraph()
        graph.add_nodes_from(name for name in self.nodes if name)
        graph.add_edges_from(self.edges)
        return graph

    def to_dict(self) -> dict[str, list[str]]:
        """{parent: [children]}."""
        result: dict[str, list[str]] = {}
        for parent, child in self.edges:
            result.setdefault(parent, []).append(child)
        return result

    def to_text(self, format: str = "edges") -> str:
        """The text of a file: edges, indented, json, paths and so on (docs/DATA_FORMATS.md)."""
        return self._taxonomy.text(format)

    def save(self, path: str | os.PathLike[str], format: str = "") -> None:
        """Writes a file; the format is that of its ending unless given."""
        self._taxonomy.write(os.fspath(path), format)

    def save_page(self, path: str | os.PathLike[str], title: str = "taxonomy") -> None:
        """Writes an HTML page to zoom into and search."""
        self._taxonomy.write_page(os.fspath(path), title)

    def show(self, title: str = "taxonomy") -> Any:
        """The page inside a notebook, or in a browser."""
        from ._report import show_page
        return show_page(lambda path: self.save_page(path, title))

    # ---- What can be done with it

    def shuffled(self, seed: int = 0) -> Taxonomy:
        """A random tree with as many nodes at every level and the same names."""
        return Taxonomy(self._taxonomy.shuffled(checked_whole("seed", seed)))

    @staticmethod
    def check(source: Any, X: Any = None, y: Any = None, format: str = "", threads: int = 0) -> TaxonomyCheck:
        """What is odd about a taxonomy that need not be usable, and how labels lie in it.

        Parameters
        ----------
        source : as for Taxonomy
        X, y : examples, optional

        Returns
        -------
        TaxonomyCheck
            A dict of what was found; ``print`` shows it as text, ``is_usable`` says whether training
            takes the taxonomy.

        Examples
        --------
        >>> from clade import Taxonomy
        >>> Taxonomy.check([("a", "b"), ("b", "c"), ("c", "b")]).is_usable
        False
        """
        with as_file(source, format) as (path, kind):
            if y is None and X is None:
                found = _clade.check_taxonomy_file(path, kind)
            else:
                with Listener() as listener:
                    found = _clade.check_taxonomy_with(path, kind, plain_examples(X, y),
                                                       {"threads": threads, "reporter": listener})
        return TaxonomyCheck(*found)

    @classmethod
    def repair(cls, source: Any, format: str = "") -> tuple[Taxonomy, list[str]]:
        """Without the edges that close cycles, blanks in names put right, a root above several.

        Returns
        -------
        (Taxonomy, list of str)
            The taxonomy, and what was changed.
        """
        with as_file(source, format) as (path, kind):
            taxonomy, changes = _clade.repair_taxonomy_file(path, kind)
        return cls(taxonomy), changes

    @classmethod
    def learn(cls, X: Any, y: Any, *, levels: int = 2, linkage: str = "average",
              kernel: Mapping[str, Any] | None = None, align: bool = False, method: Any = None,
              threads: int = 0, seed: int = 0, verbose: int = 0) -> Taxonomy:
        """Classes whose centroids are near each other become siblings.

        Parameters
        ----------
        X, y : examples
        levels : int, default=2
            Below the root, classes included.
        linkage : {"average", "single", "complete"}, default="average"
        kernel : dict, optional
            Of the distances: ``{"kernel": "rbf", "sigma": "median"}``.
        align : bool, default=False
            Merge classes so that the grouping is aligned best with the kernel matrix.
        method : estimator, optional
            Learn from the weights of this method, trained with the tree again and again.
        """
        examples = plain_examples(X, y)
        values = {"levels": checked_whole("levels", levels), "linkage": str(linkage), "kernel": dict(kernel or {}),
                  "text": {}, "align": bool(align), "method": None if method is None else method_of(method)}
        with Listener(verbose) as listener:
            taxonomy, text = _clade.learn_taxonomy(
                examples, values, {"threads": threads, "seed": seed, "reporter": listener})
        learned = cls(taxonomy)
        learned.history_ = json.loads(text)  # type: ignore[attr-defined]
        return learned

    def advise(self, X: Any, y: Any, *, method: Any = None, per_class: int = 0, repeats: int = 10,
               random_trees: int = 10, most_changes: int = 20, threads: int = 0, seed: int = 0,
               verbose: int = 0) -> Advice:
        """Does it help to classify these examples, which of its nodes hurt, what would be better?

        Returns
        -------
        Advice
            A dict; ``print`` shows it as text; ``repaired`` is a better taxonomy or None.
        """
        values = {"per_class": checked_whole("per_class", per_class), "repeats": checked_whole("repeats", repeats),
                  "random_trees": checked_whole("random_trees", random_trees),
                  "most_changes": checked_whole("most_changes", most_changes)}
        judged = method_of("hsvm" if method is None else method)
        with Listener(verbose) as listener:
            text, words, repaired = _clade.advise(
                plain_examples(X, y), _clade.TaxonomySource.given(self._taxonomy), judged, values,
                {"threads": threads, "seed": seed, "reporter": listener})
        advice = Advice(text, words)
        advice.repaired = None if repaired is None else Taxonomy(repaired)
        return advice


def _from_parts(names, parents, added):
    return Taxonomy(_clade.Taxonomy.from_parts(names, parents, added))


def source_of(taxonomy):
    """What the library calls a source: None is one flat level, "paths" or "paths:SEP" are labels that are paths."""
    if taxonomy is None:
        return _clade.TaxonomySource.flat()
    if isinstance(taxonomy, str) and (taxonomy == "paths" or taxonomy.startswith("paths:")):
        separator = taxonomy[len("paths:"):] or "/"
        return _clade.TaxonomySource.paths(separator)
    if isinstance(taxonomy, str) and not os.path.exists(taxonomy):
        near = difflib.get_close_matches(taxonomy, ["learn", "paths"], 1)
        if near:
            raise UsageError(f"taxonomy: there is no file {taxonomy!r} (did you mean {near[0]!r}?)")
    if isinstance(taxonomy, (bool, int, float)):
        raise UsageError(f"taxonomy: expected edges, a dict, a graph, a file or 'learn', got {taxonomy!r}")
    return _clade.TaxonomySource.given(Taxonomy(taxonomy)._taxonomy)


def _tree_html(taxonomy, most=200):
    """Nested lists to open and close, for notebooks."""
    shown = [0]

    def item(node):
        shown[0] += 1
        children = taxonomy.children(node) if node else []
        name = html.escape(node or "(root)")
        if not children:
            return f"<li>{name}</li>"
        if shown[0] > most:
            return f"<li>{name} … ({len(children)})</li>"
        inner = "".join(item(child) for child in children)
        is_open = " open" if shown[0] < 40 else ""
        return f"<li><details{is_open}><summary>{name}</summary><ul>{inner}</ul></details></li>"

    if taxonomy.root:
        tops = [taxonomy.root]
    else:
        below = {child for _, child in taxonomy.edges}
        tops = [name for name in taxonomy.nodes if name and name not in below]
    return f"<div>{html.escape(repr(taxonomy)[1:-1])}<ul>{''.join(item(t) for t in tops)}</ul></div>"
