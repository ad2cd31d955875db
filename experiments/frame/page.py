"""Stored results, one JSON file for each experiment, and the page that is made from all of them."""

import csv
import io
import json
import textwrap

from . import claims as claim_counts
from . import svg
from .lab import write
from .statistics import deviation, mean
from .table import Result, markdown

TITLE = """\
# The papers' claims and tables beside clade's numbers

What each sentence of the five papers that can be counted comes to here. Every pair of methods and
every row that a sentence speaks of is counted, both ways, by one rule.
"""

RULE = """\
**How it is counted.** A case compares two methods on the same runs: *clearly for* or *clearly
against* a claim where the paired two-sided t-test has p < 0.05, *for* or *against* where the
difference is at least larger than its own standard error, else *unclear*, as is every single run.
The rule is the same in both directions. Rows that are not independent are one case, whose level is
their median: all measures of the same runs (so the four losses of HPSI), the noise levels of one
synthetic set, the values of C and the random samples of one collection, and a run that two tables
show. Training sizes t and n are cases of their own. Gains on different splits are compared by
Welch's test. *Real* are real data (not always the paper's own: the sections say so) and the papers'
synthetic data; *stand-in* are generated documents in the place of collections that cannot be had.
Splits share training documents, so the test is a guide and not a proof.
"""

AGAINST = """\
## What clearly speaks against a claim

A sentence for every pair of methods and table with cases that are clearly the other way round; the
numbers are those of the clearest row. Where a reason is known it is given.
"""

AGE = """\
**Which program made what.** Every result keeps the commit of the program that made it, and the day
of that commit. A + says that something was not committed yet. Only results of the same commit are
known to come from the same program; `./run reproduce --fresh` makes all of them again.
"""

READING = """\
## The tables

This page is made by `./run reproduce` from the results in [reproduction/](reproduction); nothing on
it is written by hand but the descriptions. How to run it, and how to add a table:
[experiments/README.md](../../experiments/README.md).

"Ours" is the mean over splits, draws or seeds ± the standard deviation over them. The verdict says
of every pair of methods that the paper tells apart whether it stands as printed, by the rule of the
claims. Where the data are the paper's own synthetic ones, it also counts our values that are *near*
the paper's: within two standard deviations of the difference of the two means, which follows from
the paper's deviation and ours (where it prints none, it is taken to be ours).

**Stand-ins.** WIPO-alpha and OHSUMED are not available; their scripts take a path to them, and
otherwise run on generated documents over a taxonomy of the same shape. Absolute numbers of those
tables mean nothing, and as the generator lets words be inherited down the tree, it favours methods
that use the tree.

**What cannot be had**, and what stands in its place:

| collection | tables | why | here |
| --- | --- | --- | --- |
| WIPO-alpha | thesis 7.6 to 7.9, 7.14, 7.17, 7.22, 7.23; CIKM 2, 3 | not in the public sets | generated documents for two of eight sections, D and E |
| OHSUMED with MeSH | thesis 7.11, 7.12, 7.16 | not in the public sets | generated documents for one of 14 subtrees, H |
| the thesis's enzymes | thesis 7.13 | its 9,455 sequences are not published | enzyme_ec: other enzymes, counts of triples |
| RCV1-v2, 804,414 documents | orthogonal 1 to 8 | the public set has a part of it | rcv1_k500: 500 features |
| Hieron's pages of DMOZ | Hieron 1, 2 | not published | lshtc2010_pages: other pages of DMOZ |
| TIMIT | Hieron 1, 2 | needs a licence | imclef07a: images below a tree |
| expressions of Hughes et al., MIPS of 2005 and 2008 | HPSI 5, 6 | not in the public sets | three sets of expressions, FunCat of 2007 |

Given the real files, the scripts follow the papers' own splits
([experiments/README.md](../../experiments/README.md#collections-that-are-not-here)). Thesis tables
7.1 to 7.4 describe WIPO-alpha and OHSUMED and have nothing to be compared with.

**In the papers and not in clade**: the logistic margin loss that HPSI names beside the hinge and ψ,
and branch and bound for a global minimum of ψ (the paper does neither); the rates of HPSI 5.3 as an
experiment; Fisher's projection before clustering, which the thesis found useless (6.3); a class
kernel learned by a semi-definite program (thesis 8.1) and input kernels aligned with a given
taxonomy (8.2; `taxonomy learn --align` learns a taxonomy by alignment); learning K (orthogonal,
conclusions); selecting features (CIKM 5).
"""


def store(folder, experiment, result, seconds, origin, commits):
    """Writes FOLDER/NAME.json. commits: those of all runs that it is made of."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"title": experiment.title, "seconds": round(seconds), "version": origin.version,
            "commits": sorted(commits or {origin.commit}), "day": origin.day, **rounded(result.to_json())}
    write(folder / f"{experiment.name}.json", json.dumps(data, ensure_ascii=False, indent=None) + "\n")


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


def page(folder, names, claims):
    """The page in Markdown, from the stored results in the order of names."""
    stored = [(name, load(folder, name)) for name in names]
    found = [(name, data, Result.from_json(data)) for name, data in stored if data]
    results = {name: result for name, _, result in found}
    parts = [TITLE, claim_counts.summary(claims, results), "", RULE]
    opposed = claim_counts.contradictions(claims, results)
    if opposed:
        parts += [AGAINST, opposed]
    parts += [READING, age([(name, data) for name, data, _ in found])]
    parts += [section(name, data, result) for name, data, result in found]
    missing = [name for name, data in stored if not data]
    if missing:
        parts.append("Not run yet: " + ", ".join(missing) + ".\n")
    return "\n".join(parts)


def age(stored):
    """Which results are of which commit, the newest first."""
    made = {}
    for name, data in stored:
        made.setdefault((data.get("day", ""), tuple(data.get("commits", ()))), []).append(name)
    lines = []
    for (day, commits), names in sorted(made.items(), reverse=True):
        when = f"{' and '.join(commits)}, {day}" if commits else "made before commits were recorded"
        lines.append(wrapped(f"- {when}: {', '.join(names)}").rstrip())
    return AGE + "\n" + "\n".join(lines) + "\n"


def section(name, data, result):
    mark = " (stand-in data)" if result.stand_in else ""
    time = f", {data['seconds']} s on one core" if data["seconds"] else ""
    by = f", {data['version']}" + (f" at {' and '.join(data['commits'])}" if data.get("commits") else "")
    parts = [f"## {data['title']}{mark}\n", wrapped(f"`./run reproduce {name}`{time}{by}. {result.method}")]
    for table in result.tables:
        if table.file:
            parts.append(link(table))
        if not table.file or any(cell.paper is not None for row in table.rows for cell in row.cells):
            parts.append(f"**{table.title}**\n\n{markdown(table)}\n")
    parts += [wrapped(note) for note in result.notes]
    return "\n".join(parts)


def wrapped(paragraph):
    return textwrap.fill(paragraph, 100, subsequent_indent="  " if paragraph.startswith("- ") else "",
                         break_long_words=False, break_on_hyphens=False) + "\n"


def link(table):
    """The picture of a figure, and its numbers."""
    numbers = f" ([numbers](reproduction/{table.file}.csv))" if table.rows else ""
    shown = f"\n![{table.title}](reproduction/{table.file}.svg)\n" if table.chart else ""
    return wrapped(f"**{table.title}**{numbers}") + shown


def draw_figures(folder, names):
    """For every figure of the stored results its numbers, FOLDER/NAME.csv, and the picture, FOLDER/NAME.svg."""
    for name in names:
        data = load(folder, name)
        for table in Result.from_json(data).tables if data else []:
            if table.file and table.rows:
                write(folder / f"{table.file}.csv", as_csv(table))
            if table.file and table.chart:
                write(folder / f"{table.file}.svg", svg.draw(table))
