#!/usr/bin/env python3
"""Writes python/clade/_estimators.py: an estimator for every method, from the parameters that it declares.

    PYTHONPATH=build/python python3 scripts/python_estimators.py [--check]

With --check nothing is written; the exit code is 1 where the file is not what it would be.
"""

import re
import sys
import textwrap
from pathlib import Path

import numpy as np

from clade import InputError, _clade

FILE = Path(__file__).resolve().parents[1] / "python" / "clade" / "_estimators.py"

CLASSES = {
    "clade": ("CladeClassifier", "The default: squared slacks, the form of the problem chosen by the data."),
    "hsvm": ("HierarchicalSVM", "The hierarchical SVM: one large-margin problem over all classes."),
    "perceptron": ("HierarchicalPerceptron", "The hierarchical Perceptron, one example at a time."),
    "hieron": ("Hieron", "Hieron: every node is a class, margins by distance, one example at a time."),
    "topdown-svm": ("TopDownSVM", "Margins between siblings along the path, from the root down."),
    "topdown-psi": ("PsiLearning", "Margins between siblings with a loss that no outlier can raise above C."),
    "dnc": ("DivideAndConquer", "A flat problem at every inner node."),
    "transfer": ("Transfer", "Sibling margins, weights held to those of the parent."),
    "orthogonal": ("OrthogonalTransfer", "Sibling margins, weights at right angles to those of ancestors."),
    "svm": ("FlatSVM", "The flat multiclass or multilabel SVM: the taxonomy serves for evaluation alone."),
    "flatmult": ("FlatMultSVM", "The flat SVM with C divided by the number of examples."),
    "hiermult": ("HierMultSVM", "Divide and conquer with C divided by the number of examples of the node."),
    "psi": ("FlatPsiLearning", "Flat psi-learning."),
    "treeloss": ("TreeLossSVM", "Margins by tree distance against the nodes of every level."),
}

# What every estimator has beside the parameters of its method: name, type, default, meaning.
COMMON = [
    ("taxonomy", "Any", "None",
     "Edges ``(parent, child)``, a dict, a networkx graph, a `Taxonomy` or the path of a file; "
     "``\"paths\"`` (``\"paths:SEP\"``) where labels are paths such as A/B/C; ``\"learn\"`` to learn one "
     "from the examples; None: one flat level, unless y has levels."),
    ("labels", "str", "'auto'",
     "What y is: ``names``, ``sets`` (lists of names), ``levels`` (a path in every row, padded or not), "
     "``level-sets`` (lists of such paths) or ``indicator`` (a matrix of 0 and 1); ``auto`` goes by its "
     "form. Rows of equal length are levels unless a name stands in two columns or a taxonomy is given; "
     "rows of different length are sets."),
    ("label_nodes", "str", "'auto'",
     "What a label at an inner node means: ``terminal``: a class of its own below that node; ``all``: every "
     "node is a class; ``path``: it trains its path and is never predicted; ``closed``: a label stands for "
     "the nodes above it, too; ``auto``: what the method does."),
    ("unknown_labels", "str", "'error'",
     "What becomes of labels that the taxonomy does not have: ``error``, ``skip``, or ``prefix``: of a path "
     "the longest part that it has."),
    ("calibrate", "Union[bool, int, str]", "'auto'",
     "Learn from held-out folds (True: 5, or their number) how scores become probabilities and sets of "
     "labels; False: not; {calibrate}."),
    ("budget", "Optional[str]", "None",
     "Search for better options within this time or so many runs (``5m``, ``20runs``) before training; "
     "parameters that are not at their defaults stay. What was tried is in ``search_``."),
    ("choose_for", "Optional[str]", "None",
     "The measure of held-out examples that decides in a search or for ``C='auto'``, such as "
     "``macro_f1``; None: average precision, or auprc with several labels."),
    ("max_seconds", "Optional[float]", "None", "End soon after so many seconds, with the model that was reached."),
    ("checkpoint", "Any", "None",
     "A folder where fit keeps what it has reached: after an end at any moment the same fit goes on from "
     "there, with the same result, and removes the folder at its end."),
    ("checkpoint_every", "float", "60.0", "How many seconds lie between two checkpoints."),
    ("memory", "Union[str, int, None]", "None",
     "The process takes no more than this and a tenth while fit runs: a size such as ``'4G'``, or bytes. "
     "Caches and rows of weights fit themselves in; what does not fit is refused with what would. The whole "
     "interpreter counts, other threads included."),
    ("keep_best", "bool", "False",
     "An interrupted fit keeps the best model so far before it raises KeyboardInterrupt."),
    ("threads", "int", "0", "How many threads to use; 0: all cores. Results do not depend on it."),
    ("seed", "int", "0", "Of all random choices."),
    ("verbose", "int", "0", "Above 0: show progress, by tqdm where it is installed."),
]

ATTRIBUTES = '''    Attributes
    ----------
    classes_ : array
        The labels that can be predicted, sorted.
    model_ : Model
        What the library trained; ``save`` writes it.
    taxonomy_ : Taxonomy
        Of the model.
    summary_ : dict
        Epochs, why training stopped, objectives and the gap between them.
    n_features_in_ : int
    feature_names_in_ : array
        Where X was a table with names.
'''

EXAMPLE = '''    Examples
    --------
    >>> from clade import {name}
    >>> X = [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]] * 5
    >>> y = ["apple", "pear", "hammer", "saw"] * 5
    >>> taxonomy = {{"fruit": ["apple", "pear"], "tools": ["hammer", "saw"]}}
    >>> model = {name}(taxonomy=taxonomy{arguments}).fit(X, y)
    >>> print(model.predict([[1, 0, 0], [0, 1, 1]]))
    ['apple' 'saw']
'''

TEXT_EXAMPLE = '''    Examples
    --------
    >>> from clade import CladeTextClassifier
    >>> texts = ["a red apple", "a green pear", "a steel hammer", "a sharp saw"] * 5
    >>> y = ["fruit/apple", "fruit/pear", "tools/hammer", "tools/saw"] * 5
    >>> model = CladeTextClassifier(taxonomy="paths").fit(texts, y)
    >>> print(model.predict(["one apple"]))
    ['fruit/apple']
    >>> model.predict_paths(["a saw"])
    [['tools', 'saw']]
'''


# Parameters whose names are taken by methods of estimators; _parameters.OPTION_NAMES has the way back.
PYTHON_NAMES = {"update": "update_rule"}


def renamed(parameters):
    return [{**p, "name": PYTHON_NAMES.get(p["name"], p["name"])} for p in parameters]


def is_whole(expects):
    return expects.startswith(("a whole number", "0, or a whole")) or re.fullmatch(r"\d+ or \d+", expects) is not None


def default_of(parameter):
    text = parameter["default"]
    if parameter["is_switch"]:
        return text == "true"
    if text == "":
        return None
    try:
        return int(text) if is_whole(parameter["expects"]) else float(text)
    except ValueError:
        return text


def type_of(parameter):
    expects = parameter["expects"]
    if parameter["is_switch"]:
        return "bool"
    if is_whole(expects):
        return "Union[int, str]" if isinstance(default_of(parameter), str) else "int"
    if parameter["name"] == "class_weight":
        return "Union[str, dict]"
    if expects.startswith("a number"):
        return "Union[float, str]" if re.search(r"\bor\b|,", expects) else "float"
    if "a share" in expects:
        return "Union[float, str]"
    return "Optional[str]" if default_of(parameter) is None else "str"


def wrapped(text, indent):
    return textwrap.fill(text, 105, initial_indent=" " * indent, subsequent_indent=" " * indent,
                         break_on_hyphens=False, break_long_words=False)


def described(parameter):
    shown = repr(default_of(parameter))
    text = _clade.respelled(parameter["help"])
    if not re.match(r"[\w|-]+: ", text):  # a value and what it means stay as they are written
        text = text[:1].upper() + text[1:]
    text += "" if text.endswith(".") else "."
    if parameter["name"] == "class_weight":
        text += " A dict has the weights of classes."
    if not parameter["is_switch"]:
        text += f" Expects {parameter['expects']}."
    return f"    {parameter['name']} : {plain_type(type_of(parameter))}, default={shown}\n{wrapped(text, 8)}\n"


def plain_type(annotation):
    """As docstrings write it."""
    text = annotation.replace("Optional[str]", "str").replace("Optional[float]", "float")
    return re.sub(r"Union\[(.*)\]", lambda m: m[1].replace(", ", " or "), text)


def table(name, parameters):
    lines = [f"    {name} = {{"]
    lines += [f"        {p['name']!r}: {default_of(p)!r}," for p in parameters]
    return "\n".join(lines + ["    }"])


def takes_several_labels(method):
    """Whether it learns from an example that has two."""
    codes, offsets = np.array([0, 1, 0, 1, 2]), np.array([0, 2, 3, 4, 5])
    labels = _clade.LabelCodes(["a", "b", "c"], codes, offsets)
    examples = _clade.dense_examples(np.eye(4), labels, None)
    try:
        _clade.train(examples, _clade.TaxonomySource.flat(), {"method": method["name"], "calibration_folds": 0}, {})
    except InputError:
        return False
    return True


def class_text(name, base, summary, method, text_parameters, is_text=False):
    parameters = renamed(method["parameters"])
    calibrate = "auto: as with True, or fewer folds of many examples" if method["adapts_to_data"] else "auto: not"
    common = [(n, t, d, h.replace("{calibrate}", calibrate)) for n, t, d, h in COMMON]
    signature = ["        self,", "        *,"]
    signature += [f"        {n}: {t} = {d}," for n, t, d, _ in common[:1]]
    signature += [f"        {p['name']}: {type_of(p)} = {default_of(p)!r}," for p in parameters]
    signature += [f"        {n}: {t} = {d}," for n, t, d, _ in common[1:]]
    signature += [f"        {p['name']}: {type_of(p)} = {default_of(p)!r}," for p in text_parameters]
    names = [p["name"] for p in parameters] + [c[0] for c in common] + [p["name"] for p in text_parameters]
    assert len(names) == len(set(names)), (name, sorted(n for n in names if names.count(n) > 1))

    def common_text(entries):
        return "".join(f"    {n} : {plain_type(t)}, default={d}\n{wrapped(h, 8)}\n" for n, t, d, h in entries)

    arguments = ", C=100" if name == "TreeLossSVM" else ""
    example = TEXT_EXAMPLE if is_text else EXAMPLE.format(name=name, arguments=arguments)
    doc = (f'    r"""{summary}\n\n    Method ``{method["name"]}`` of the command line (docs/METHODS.md).\n\n'
           "    Parameters\n    ----------\n" + common_text(common[:1])
           + "".join(described(p) for p in parameters) + common_text(common[1:])
           + "".join(described(p) for p in text_parameters) + "\n" + ATTRIBUTES + "\n" + example + '    """\n')
    init = ("    def __init__(\n" + "\n".join(signature) + "\n    ):\n"
            + "\n".join(f"        self.{n} = {n}" for n in names))
    facts = [f"    _method_name = {method['name']!r}",
             f"    _adapts_to_data = {method['adapts_to_data']}",
             f"    _takes_several_labels = {takes_several_labels(method)}",
             table("_method_parameters", parameters), table("_text_parameters", text_parameters)]
    return f"class {name}({base}):\n{doc}\n" + "\n".join(facts) + f"\n\n{init}\n"


def file_text():
    text_parameters = _clade.text_parameters()
    methods = {m["name"]: m for m in _clade.methods()}
    missing = set(methods) ^ set(CLASSES)
    if missing:
        sys.exit(f"CLASSES of this script and the methods of clade differ: {sorted(missing)}")
    parts = ['"""The estimators. Made by scripts/python_estimators.py from the parameters of the methods."""\n\n'
             "from typing import Any, Optional, Union\n\n"
             "from ._base import BaseClade\nfrom ._online import OnlineClade\nfrom ._text import TextClade\n"]
    for method, (name, summary) in CLASSES.items():
        base = "OnlineClade" if methods[method]["is_online"] else "BaseClade"
        parts.append(class_text(name, base, summary, methods[method], text_parameters))
    parts.append(class_text("CladeTextClassifier", "TextClade", "The default method on raw strings: words and "
                            "their runs become features inside.", methods["clade"], text_parameters, True))
    names = [name for name, _ in CLASSES.values()] + ["CladeTextClassifier"]
    by_method = "".join(f"    {method!r}: {name},\n" for method, (name, _) in CLASSES.items())
    parts.append(f"__all__ = {names!r}\n".replace("', '", "',\n           '"))
    parts.append("BY_METHOD = {\n" + by_method + "}\n")
    return "\n\n".join(parts)


def write_or_check(files):
    """Writes {file: text}; with --check only says which file is not what it would be, and ends with 1."""
    for file, text in files.items():
        if "--check" not in sys.argv[1:]:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            sys.exit(f"{file}: not up to date; PYTHONPATH=build/python python3 scripts/{Path(sys.argv[0]).name} writes it")


if __name__ == "__main__":
    write_or_check({FILE: file_text()})
