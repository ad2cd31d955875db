#!/usr/bin/env python3
"""Writes the type stubs of the Python package, python/clade/*.pyi, from what the methods declare.

    PYTHONPATH=build/python python3 scripts/python_stubs.py [--check]

Estimators have the parameters of their methods, measures are those that the library knows, and the package has
the names that it loads when they are used. The other modules have their types in the code. With --check nothing
is written; the exit code is 1 where a file is not what it would be.
"""

from pathlib import Path

import python_estimators as estimators

import clade
from clade import _clade, _labels

FOLDER = Path(__file__).resolve().parents[1] / "python" / "clade"
HEAD = "# Made by scripts/python_stubs.py.\n"


def stub_type(parameter):
    """As in the signature, but the values of a choice one by one."""
    choices = parameter["expects"].split("|")
    if len(choices) == 1:
        return estimators.type_of(parameter)
    found = literal(choices)
    return f"Union[{found}, dict[Any, float]]" if parameter["name"] == "class_weight" else found


def literal(values):
    return f"Literal[{', '.join(map(repr, values))}]"


COMMON_TYPES = {name: literal(values) for name, values in _clade.choices().items()}
COMMON_TYPES |= {"labels": literal(_labels.LABEL_FORMS), "calibrate": "Union[bool, int, Literal['auto']]"}


def class_stub(name, base, method, text_parameters):
    common = [(n, COMMON_TYPES.get(n, t), d) for n, t, d, _ in estimators.COMMON]
    own = [(p["name"], stub_type(p), repr(estimators.default_of(p)))
           for p in estimators.renamed(method["parameters"]) + text_parameters]
    count = len(method["parameters"])
    entries = common[:1] + own[:count] + common[1:] + own[count:]
    lines = [f"class {name}({base}):"]
    lines += [f"    {n}: {t}" for n, t, _ in entries]
    lines += ["    def __init__(", "        self,", "        *,"]
    lines += [f"        {n}: {t} = {d}," for n, t, d in entries]
    return "\n".join(lines + ["    ) -> None: ..."]) + "\n"


def estimator_stubs():
    text_parameters = _clade.text_parameters()
    methods = {m["name"]: m for m in _clade.methods()}
    parts = [HEAD + "from typing import Any, Literal, Optional, Union\n\n"
             "from ._base import BaseClade\nfrom ._online import OnlineClade\nfrom ._text import TextClade\n"]
    for method, (name, _) in estimators.CLASSES.items():
        base = "OnlineClade" if methods[method]["is_online"] else "BaseClade"
        parts.append(class_stub(name, base, methods[method], text_parameters))
    parts.append(class_stub("CladeTextClassifier", "TextClade", methods["clade"], text_parameters))
    parts.append("BY_METHOD: dict[str, type[BaseClade]]\n__all__: list[str]\n")
    return "\n".join(parts)


def package_stubs():
    modules = {}
    for name, module in clade._PLACES.items():
        modules.setdefault(module, []).append(name)
    modules["_errors"] = ["CladeWarning", "InputError", "ModelError", "UsageError"]
    lines = ["from . import metrics as metrics"]
    for module, names in sorted(modules.items()):
        lines += [f"from .{module} import {name} as {name}" for name in sorted(names)]
    return HEAD + "\n".join(lines) + "\n\n__version__: str\n__all__: list[str]\n"


def metric_stubs():
    lines = [HEAD + "from collections.abc import Callable", "from typing import Any", ""]
    lines += [f"def {name}(y_true: Any, y_pred: Any = None, **options: Any) -> float: ..."
              for name in _clade.known_metrics()]
    lines += ["def precision_at(k: int, y_true: Any, scores: Any, classes: Any, **options: Any) -> float: ...",
              "def scorer(name: str, **options: Any) -> Callable[..., float]: ...",
              "def names() -> list[str]: ...", "", "__all__: list[str]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    estimators.write_or_check({FOLDER / "_estimators.pyi": estimator_stubs(), FOLDER / "__init__.pyi": package_stubs(),
                               FOLDER / "metrics.pyi": metric_stubs()})
