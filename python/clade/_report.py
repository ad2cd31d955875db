"""Results that show inside a notebook."""

from __future__ import annotations

import html
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from ._errors import UsageError

def _in_notebook():
    """Whether what is returned shows as HTML; IPython in a terminal shows text alone."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


def show_page(write):
    """Shows the page that ``write(path)`` makes: inside a notebook, else in a browser.

    Returns the notebook's object, or the path of the file.
    """
    if not _in_notebook():
        import webbrowser
        folder = tempfile.mkdtemp(prefix="clade-")
        path = os.path.join(folder, "page.html")
        write(path)
        webbrowser.open("file://" + path)
        return path
    from IPython.display import HTML
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        write(path)
        with open(path, encoding="utf-8") as file:
            page = html.escape(file.read(), quote=True)
    return HTML(f'<iframe srcdoc="{page}" width="100%" height="600" style="border:0"></iframe>')


def _table(rows, header):
    head = "".join(f"<th>{html.escape(str(h))}</th>" for h in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(v))}</td>" for v in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Evaluation:
    """How good predictions are. ``evaluation["accuracy"]`` is a measure, ``metrics`` are all of them."""

    def __init__(self, found, name="predictions"):
        self._found, self._name = found, name
        self.metrics: dict[str, float] = found.metrics
        self.warnings: list[str] = found.warnings

    def __getitem__(self, metric: str) -> float:
        return self.metrics[metric]

    def __contains__(self, metric):
        return metric in self.metrics

    def to_dict(self) -> dict[str, Any]:
        """What ``clade evaluate --json`` writes."""
        return json.loads(self._found.json())

    @property
    def per_level(self) -> list[dict[str, Any]]:
        """A dict for every level of the taxonomy."""
        return self.to_dict()["per_level"]

    @property
    def per_class(self) -> list[dict[str, Any]]:
        """A dict for every class: support, precision, recall, f1."""
        return self.to_dict()["per_class"]

    @property
    def reliability(self) -> list[dict[str, Any]]:
        """Bins of confidence and accuracy by level, of calibrated models."""
        return self._found.reliability()

    def to_frame(self) -> Any:
        """The measures as a pandas.Series."""
        import pandas
        return pandas.Series(self.metrics, name=self._name)

    def __str__(self):
        return self._found.text()

    def __repr__(self):
        return f"<clade.Evaluation: {', '.join(f'{k} {v:.4g}' for k, v in list(self.metrics.items())[:4])}, ...>"

    def _repr_html_(self):
        return _table([(k, f"{v:.4f}") for k, v in self.metrics.items()], ("measure", self._name))

    def save_page(self, path: str | os.PathLike[str], title: str | None = None) -> None:
        """Writes an HTML page: measures, pictures, the tree with its errors."""
        self._found.write_page(os.fspath(path), {"title": title or self._name, "notes": self.warnings}, self._name)

    def show(self, title: str | None = None) -> Any:
        """The page inside a notebook, or in a browser."""
        return show_page(lambda path: self.save_page(path, title))


class Comparison:
    """Methods compared on the same splits: means, deviations, tests against the first."""

    def __init__(self, found):
        self._found = found

    def to_dict(self) -> dict[str, Any]:
        """What ``clade compare --json`` writes."""
        return json.loads(self._found.json())

    @property
    def methods(self) -> list[dict[str, Any]]:
        """A dict for every method: metrics with mean and std, tests against the first."""
        return self.to_dict()["methods"]

    def to_frame(self) -> Any:
        """Means by method and measure as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame({m["method"]: {k: v["mean"] for k, v in m["metrics"].items()}
                                 for m in self.methods}).T

    def to_text(self, metrics: Sequence[str] = (), format: str = "text") -> str:
        """The table as text, markdown or latex."""
        if format not in ("text", "markdown", "latex"):
            raise UsageError(f"format: expected text, markdown or latex, got {format!r}")
        known = {name for method in self.methods for name in method["metrics"]}
        unknown = next((name for name in metrics if name not in known), None)
        if unknown is not None:
            raise UsageError(f"metrics: expected some of {', '.join(sorted(known))}, got {unknown!r}")
        return self._found.table(list(metrics), format)

    def __str__(self):
        return self._found.text()

    def __repr__(self):
        return f"<clade.Comparison of {len(self.methods)} methods>"

    def _repr_html_(self):
        methods = self.methods
        names = [k for k in methods[0]["metrics"] if all(k in m["metrics"] for m in methods)]
        rows = [[m["method"]] + [f"{m['metrics'][k]['mean']:.4f} ± {m['metrics'][k]['std']:.4f}" for k in names]
                for m in methods]
        return _table(rows, ["method", *names])

    def save_page(self, path: str | os.PathLike[str], title: str = "comparison") -> None:
        """Writes an HTML page: tables, pictures, the tree with its errors."""
        self._found.write_page(os.fspath(path), {"title": title}, [])

    def show(self, title: str = "comparison") -> Any:
        """The page inside a notebook, or in a browser."""
        return show_page(lambda path: self.save_page(path, title))


class Audit:
    """Labels that are probably wrong, and classes that are probably misplaced.

    ``records``: dicts with row, labels, the label in doubt, the suggested one and the margin, worst
    first. ``classes``: dicts, surest first.
    """

    def __init__(self, records, classes, unjudged, text, labelled_rows=None):
        numbers = [r.pop("record") for r in records]  # among the examples with a label
        rows = numbers if labelled_rows is None else [labelled_rows[n] for n in numbers]
        self.records = [{"row": row, **r} for row, r in zip(rows, records)]
        self.classes, self.unjudged, self._json = classes, unjudged, text

    def to_dict(self) -> dict[str, Any]:
        """What ``clade audit --json`` writes."""
        return json.loads(self._json)

    def to_frame(self) -> Any:
        """The records as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame(self.records)

    def __repr__(self):
        doubtful = sum(r["margin"] < 0 for r in self.records)
        return f"<clade.Audit: {doubtful} of {len(self.records)} labels in doubt>"

    def _repr_html_(self):
        rows = [(r["row"], r["label"], r["suggested"], f"{r['margin']:.3f}") for r in self.records[:50]]
        return _table(rows, ("row", "label", "suggested", "margin"))


class Explanations(list):
    """Why examples get their answers: an `Explanation` for each."""

    def __init__(self, found):
        super().__init__(Explanation(json.loads(text)) for text in found.texts())
        self._found = found

    def _repr_html_(self):
        return "".join(one._repr_html_() for one in self[:20])

    def save_page(self, path: str | os.PathLike[str], words: int = 8) -> None:
        """Writes an HTML page: texts with their words marked, the strongest words of every node."""
        self._found.write_page(os.fspath(path), words)

    def show(self, words: int = 8) -> Any:
        """The page inside a notebook, or in a browser."""
        return show_page(lambda path: self.save_page(path, words))


class Explanation(dict):
    """Why an example gets its answer, as ``clade explain --json`` writes it."""

    def _repr_html_(self, most=8):
        def words(entries):
            shown = ", ".join(f"{w['word']} {_number(w['share'], '+.3g')}" for w in entries[:most])
            return shown + " …" * (len(entries) > most)
        parts = [_class_table(self, "", words)]
        for name, word in (("runner_up", "instead of "), ("asked", "asked for: ")):
            if name in self:
                parts.append(_class_table(self[name], word, words))
        if "difference" in self:
            lead, difference = self["difference"]["lead"], words(self["difference"]["words"])
            parts.append(f"<p>The lead of {_number(lead)} is of {html.escape(difference)}</p>")
        return "".join(parts)


def _number(value, form=".4g"):
    return "?" if value is None else format(value, form)


def _class_table(answer, what, words):
    sure = f", probability {_number(answer['probability'], '.3g')}" if "probability" in answer else ""
    title = html.escape(f"{what}{answer['label']}: score {_number(answer['score'])}{sure}")
    rows = [(n["node"], _number(n["share"], "+.4g"), words(n["words"])) for n in answer["nodes"]]
    return f"<b>{title}</b>" + _table(rows, ("node", "share", "strongest features"))
