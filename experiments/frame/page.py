"""Stored results, one JSON file for each experiment, and the page that is made from all of them."""

import csv
import io
import json
import textwrap

from . import claims
from .lab import write
from .statistics import deviation, mean
from .table import Result, markdown, verdict

INTRODUCTION = """\
# The papers' tables beside clade's numbers

This page is made by `./run reproduce` from the results in [reproduction/](reproduction); nothing on
it is written by hand but the descriptions. How to run it, and how to add a table:
[experiments/README.md](../../experiments/README.md).

**Reading the tables.** "ours" is the mean over splits, draws or seeds ± the standard deviation over
them. The verdict is about the order of the methods: *as in the paper*, where every pair of methods
that the paper tells apart stands the same way here; *differs*, where a pair stands the other way by
the paired t-test at 0.05; *not clear* or the number of agreeing pairs otherwise. So it takes less
to agree than to differ. Splits share training documents, so the test is a guide and not a proof.
Where the data are the paper's own synthetic ones, it also counts our values that are *near* the
paper's: within two of our standard deviations.

**Stand-ins.** WIPO-alpha and OHSUMED are not available; their scripts take a path to them, and
otherwise run on generated documents over a taxonomy of the same shape. Absolute numbers of those
tables mean nothing, and as the generator lets words be inherited down the tree, it favours methods
that use the tree.

## The claims

For each claim, in how many rows of the tables below our numbers have the same sign, and how many of
these differences are clear (p < 0.05). Only the pairs of methods that a claim names are counted:
the tables hold other pairs, some of which clearly stand the other way. Rows are not independent of
each other: measures of one run and noise levels of one synthetic set count as rows.
"""


def store(folder, experiment, result, seconds, version):
    """Writes FOLDER/NAME.json, and a .csv for every table that is a figure."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"title": experiment.title, "seconds": round(seconds), "version": version, **rounded(result.to_json())}
    write(folder / f"{experiment.name}.json", json.dumps(data, ensure_ascii=False, indent=None) + "\n")
    for table in result.tables:
        if table.file:
            write(folder / f"{table.file}.csv", as_csv(table))


def rounded(value):
    """Six digits are enough, and keep the files small."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(v) for key, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def as_csv(table):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*table.label_names, "measure", "method", "mean", "deviation", "paper"])
    for row in table.rows:
        for method, cell in zip(table.methods, row.cells):
            if cell.values:
                writer.writerow([*row.labels, row.measure.name, method, f"{mean(cell.values):.6g}",
                                 f"{deviation(cell.values):.6g}", "" if cell.paper is None else cell.paper])
    return out.getvalue()


def load(folder, name):
    path = folder / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def page(folder, names):
    """The page in Markdown, from the stored results in the order of names."""
    stored = [(name, load(folder, name)) for name in names]
    found = [(name, data, Result.from_json(data)) for name, data in stored if data]
    evidence = [e for _, _, result in found for e in result.evidence]
    parts = [INTRODUCTION, claims.summary(evidence), ""]
    opposed = claims.against(evidence)
    if opposed:
        parts += ["What clearly speaks against a claim:\n", opposed, ""]
    parts += [section(name, data, result) for name, data, result in found]
    missing = [name for name, data in stored if not data]
    if missing:
        parts.append("Not run yet: " + ", ".join(missing) + ".\n")
    return "\n".join(parts)


def section(name, data, result):
    mark = " (stand-in data)" if result.stand_in else ""
    time = f", {data['seconds']} s on one core" if data["seconds"] else ""
    parts = [f"## {data['title']}{mark}\n", wrapped(f"`./run reproduce {name}`{time}. {result.method}")]
    for table in result.tables:
        parts.append(link(table) if table.file else f"**{table.title}**\n\n{markdown(table)}\n")
    parts += [wrapped(note) for note in result.notes]
    return "\n".join(parts)


def wrapped(paragraph):
    return textwrap.fill(paragraph, 100, break_long_words=False, break_on_hyphens=False) + "\n"


def link(table):
    words = [verdict(table, row) for row in table.rows]
    judged = [w for w in words if w]
    same = f" {sum(w.startswith('as in the paper') for w in judged)} of {len(judged)} rows as in the paper." if judged else ""
    return wrapped(f"**{table.title}**: [{table.file}.csv](reproduction/{table.file}.csv), {len(table.rows)} rows.{same}")
