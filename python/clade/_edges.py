"""The edges of a taxonomy from what people have."""

import os
import tempfile

from ._errors import InputError, UsageError, check_letters


def _edges_of_dict(tree):
    """{parent: [children]}, {parent: {child: {...}}} or {child: parent}."""
    edges = []

    def walk(parent, children):
        if isinstance(children, dict):
            for child, below in children.items():
                edges.append((parent, _name(child)))
                walk(_name(child), below)
        elif _is_one(children):
            edges.append((parent, _name(children)))
        elif children is not None:
            edges.extend((parent, _name(child)) for child in children)

    if tree and all(_is_one(v) for v in tree.values()):
        return [(_name(parent), _name(child)) for child, parent in tree.items()]
    for parent, children in tree.items():
        walk(_name(parent), children)
    return edges


def _is_one(value):
    """A name, no list of names."""
    return value is not None and (isinstance(value, str) or not hasattr(value, "__iter__"))


def _name(node):
    """Of a node, which may be a number in Python."""
    if node is None or isinstance(node, float) and node != node:
        raise InputError(f"taxonomy: expected the names of nodes, got {node!r}")
    name = str(node)
    check_letters("taxonomy", name)
    return name


def edges_of(source):
    """The edges of anything but a file or a Taxonomy."""
    if isinstance(source, dict):
        return _edges_of_dict(source)
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        if not source.is_directed():
            raise InputError("taxonomy: expected a directed graph, from parents to children")
        return [(_name(a), _name(b)) for a, b in source.edges()]
    if hasattr(source, "itertuples"):
        source = list(source.itertuples(index=False, name=None))
    if not hasattr(source, "__iter__"):
        raise UsageError(f"taxonomy: expected edges, a dict, a graph or a file, got {source!r}")
    edges = []
    for number, edge in enumerate(source):
        if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
            raise InputError(f"taxonomy: expected pairs (parent, child), got {edge!r} as edge {number}")
        edges.append((_name(edge[0]), _name(edge[1])))
    return edges


class as_file:
    """The path of a file with the taxonomy, and its format; a temporary one where it is in memory."""

    def __init__(self, source, format):
        self._source, self._format, self._temporary = source, format, None

    def __enter__(self):
        if isinstance(self._source, (str, os.PathLike)):
            return os.fspath(self._source), self._format
        edges = getattr(self._source, "edges", None)
        if not isinstance(edges, list):  # a Taxonomy has a list of them
            edges = edges_of(self._source)
        for parent, child in edges:
            if any(c in "\t\n\r" for c in parent + child):
                raise InputError(f"taxonomy: expected names without tabs and line breaks, got {(parent, child)!r}")
        self._temporary = tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8", newline="")
        self._temporary.write("".join(f"{parent}\t{child}\n" for parent, child in edges))
        self._temporary.flush()
        return self._temporary.name, "edges"

    def __exit__(self, *_):
        if self._temporary:
            self._temporary.close()
