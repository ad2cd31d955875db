#!/usr/bin/env python3
"""Writes docs/PYTHON_API.md from the docstrings of the Python package.

    PYTHONPATH=build/python python3 scripts/python_api.py [--check]

With --check nothing is written; the exit code is 1 where the page is not what it would be.
"""

import inspect
import re
import textwrap
from pathlib import Path

import python_estimators as estimators

import clade
from clade import _answers, _base, _clade, _online, metrics

FILE = Path(__file__).resolve().parents[1] / "docs" / "PYTHON_API.md"
WIDTH = 100

HEAD = """# The Python API

Made by scripts/python_api.py from the docstrings; the tests run every example.
[PYTHON.md](PYTHON.md) is the page to begin with.
"""

SECTIONS = [
    ("Taxonomies", ["Taxonomy"]),
    ("Judging", ["compare", "audit", "check", "evaluate"]),
    ("Files", ["load", "save"]),
    ("Results", ["Evaluation", "Comparison", "Audit", "Explanation"]),
    ("Pictures", ["plot_comparison", "plot_levels", "plot_reliability", "plot_taxonomy"]),
    ("Errors and warnings", ["UsageError", "InputError", "ModelError", "CladeWarning"]),
]


def filled(text):
    return textwrap.fill(" ".join(text.split()), WIDTH, break_on_hyphens=False, break_long_words=False)


def linked(text):
    """``docs/X.md`` of a docstring is a page beside this one."""
    return re.sub(r"\bdocs/(\w+\.md)", r"[\1](\1)", text)


def code_marks(text):
    return re.sub(r"``(.+?)``", r"`\1`", text)


def prose(block):
    """Paragraphs of a docstring as Markdown."""
    return "\n\n".join(linked(code_marks(filled(part))) for part in re.split(r"\n\s*\n", block.strip()))


def sections_of(doc):
    """(title, text) of a docstring: the first has no title."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", doc, flags=re.MULTILINE)
    return [("", parts[0])] + list(zip(parts[1::2], parts[2::2]))


def entries_of(text):
    """'name : type' lines with the indented text below each."""
    found = []
    for line in text.rstrip().splitlines():
        if line and not line.startswith(" "):
            found.append([line, []])
        elif found:
            found[-1][1].append(line.strip())
    return found


def entry_text(head, lines):
    name, colon, kind = head.partition(" : ")
    words = code_marks(" ".join(line for line in lines if line))
    start = f"- `{name}`" + (f" ({kind.replace('``', '')})" if colon else "")
    text = f"{start}: {words}" if words else start
    return textwrap.fill(linked(text), WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def doc_text(value, leave_out=()):
    """A docstring as Markdown."""
    parts = []
    for title, text in sections_of(inspect.getdoc(value)):
        if not title:
            parts.append(prose(text))
        elif title == "Examples":
            parts.append(f"```python\n{text.strip()}\n\n```")
        elif title == "Returns" and " : " not in text:
            head, lines = entries_of(text)[0]
            words = code_marks(" ".join(line for line in lines if line))
            parts.append(linked(filled(f"Returns {head}." + (f" {words}" if words else ""))))
        else:
            kept = [e for e in entries_of(text) if e[0].partition(" : ")[0] not in leave_out]
            parts.append(f"{title}:\n\n" + "\n".join(entry_text(*e) for e in kept))
    return "\n\n".join(part for part in parts if part)


def signature_text(name, function):
    """Without types, which the entries below have."""
    signature = inspect.signature(function)
    plain = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name not in ("self", "cls")]
    text = f"{name}{signature.replace(parameters=plain, return_annotation=signature.empty)}"
    return textwrap.fill(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)


def function_text(title, name, function, level):
    return f"{'#' * level} {title}\n\n```\n{signature_text(name, function)}\n```\n\n{doc_text(function)}"


def own_members(kind, without=()):
    """Public methods and properties in the order of the code, not those of scikit-learn."""
    for base in kind.__mro__:
        if base in without or not base.__module__.startswith("clade"):
            continue
        for name, value in vars(base).items():
            if not name.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod, classmethod))):
                yield name, value


def member_text(owner, name, value, level):
    if isinstance(value, property):
        return f"{'#' * level} `{owner}.{name}`\n\n{doc_text(value)}"
    function = getattr(value, "__func__", None) or getattr(value, "fn", value)
    return function_text(f"`{owner}.{name}`", name, inspect.unwrap(function), level)


def class_text(name, level=3):
    kind = getattr(clade, name)
    parts = [f"{'#' * level} `{name}`"]
    if "__init__" in vars(kind) and name == "Taxonomy":
        parts.append(f"```\n{signature_text(name, kind)}\n```")
    parts.append(doc_text(kind))
    parts += [member_text(name, member, value, level + 1) for member, value in own_members(kind)]
    return "\n\n".join(parts)


def estimator_texts():
    """What all have once; then each with its own parameters alone."""
    names = [name for name, _ in estimators.CLASSES.values()] + ["CladeTextClassifier"]
    shared = [n for n, *_ in estimators.COMMON] + [p["name"] for p in _clade.text_parameters()]
    doc = dict(sections_of(inspect.getdoc(clade.CladeClassifier)))
    known = {e[0].partition(" : ")[0]: e for e in entries_of(doc["Parameters"])}
    parts = ["## Estimators\n\nAll of them take keywords alone, and have these parameters:\n\n"
             + "\n".join(entry_text(*known[name]) for name in shared),
             "Attributes of a fitted one:\n\n" + "\n".join(entry_text(*e) for e in entries_of(doc["Attributes"]))]
    parts += [member_text("estimator", name, value, 3) for name, value in own_members(_base.BaseClade)]
    parts += [member_text("online", name, value, 3) for name, value in own_members(_online.OnlineClade, {_base.BaseClade, _answers.Answers})]
    for name in names:
        leave_out = {*shared, "classes_", "model_", "taxonomy_", "summary_", "n_features_in_", "feature_names_in_"}
        text = doc_text(getattr(clade, name), leave_out).replace("\n\nAttributes:\n\n", "")
        parts.append(f"### `{name}`\n\n{text}")
    return parts


def metric_text():
    _, rest = inspect.getdoc(metrics).split("\n\n", 1)
    intro, example = rest.split("Examples\n--------\n")
    names = ", ".join(f"`{name}`" for name in metrics.names())
    parts = ["## `clade.metrics`", prose(intro), f"```python\n{example.strip()}\n\n```",
             textwrap.fill(f"The measures of [METRICS.md](METRICS.md): {names}.", WIDTH, break_on_hyphens=False)]
    parts += [function_text(f"`metrics.{f.__name__}`", f.__name__, f, 3)
              for f in (metrics.precision_at, metrics.scorer, metrics.names)]
    return "\n\n".join(parts)


def page():
    parts = [HEAD.rstrip(), *estimator_texts()]
    for title, names in SECTIONS:
        parts.append(f"## {title}")
        for name in names:
            value = getattr(clade, name)
            parts.append(class_text(name) if inspect.isclass(value) else function_text(f"`{name}`", name, value, 3))
    parts.append(metric_text())
    return re.sub(r"\n{3,}(?!```)", "\n\n", "\n\n".join(parts)) + "\n"


if __name__ == "__main__":
    estimators.write_or_check({FILE: page()})
