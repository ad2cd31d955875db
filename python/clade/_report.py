"""Results that show inside a notebook."""

from __future__ import annotations

import html
import json
import os
import tempfile
from collections.abc import Sequence
from typing import Any


def _in_notebook():
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    return get_ipython() is not None


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


class Explanation(dict):
    """Why an example gets its answer, as ``clade explain --json`` writes it."""

    def __init__(self, found, feature_names=None):
        super().__init__(found)
        if feature_names is not None:
            self._rename(self, feature_names)

    @classmethod
    def _rename(cls, value, names):
        """Features by the names of their columns: numbers count from 1."""
        if isinstance(value, dict):
            word = value.get("word")
            if isinstance(word, str) and word.isdigit() and 0 < int(word) <= len(names):
                value["word"] = str(names[int(word) - 1])
            for part in value.values():
                cls._rename(part, names)
        elif isinstance(value, list):
            for part in value:
                cls._rename(part, names)

    def _repr_html_(self):
        return f"<pre>{html.escape(json.dumps(self, indent=1, ensure_ascii=False))}</pre>"
