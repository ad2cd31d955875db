"""Sentences of the papers as data, and what all stored results together say about each.

A Claim names comparisons; a comparison says which rows it reads and which columns stand against
which. It takes every row of the tables that it names, and what is counted follows from the stored
numbers alone, by the rule of rule.py.
"""

import textwrap
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product

from .rule import NAMES, counts, in_words, level, median_level
from .statistics import mean, paired_difference, unpaired_difference
from .table import printed_pairs


@dataclass
class Rows:
    """Rows of the stored tables of one experiment.

    table: how the title begins; measures: their names, none for all; where: allowed values of labels.
    """
    experiment: str
    table: str = ""
    measures: tuple = ()
    where: dict = field(default_factory=dict)

    def takes(self, table, row):
        labels = dict(zip(table.label_names, row.labels))
        return ((not self.measures or row.measure.name in self.measures)
                and all(labels.get(name) in values for name, values in self.where.items()))


@dataclass
class Finding:
    """One row's answer to a comparison; case: what makes it the same case as other rows."""
    pair: str
    case: tuple
    stand_in: bool
    difference: object
    told: str       # the row and its two numbers
    numbers: tuple  # all values, to see that two tables show the same run


@dataclass
class Comparison:
    """The sum of some columns less that of others, which is positive where the claim holds.

    versus: (how the title begins, labels that are replaced) of the row that this is compared with;
    its values are from other splits unless paired. than: the value that the first column should exceed.
    """
    pair: str
    rows: Rows
    plus: tuple
    minus: tuple = ()
    versus: tuple | None = None
    paired: bool = True
    than: float | None = None

    def findings(self, results):
        result = results.get(self.rows.experiment)
        for table in result.tables if result else []:
            if table.title.startswith(self.rows.table) and set(self.plus + self.minus) <= set(table.methods):
                for row in table.rows:
                    if self.rows.takes(table, row):
                        yield from self.of_row(result, table, row)

    def of_row(self, result, table, row):
        first, second = self.values(table, row), None
        if self.than is not None:
            second = [self.than] * len(first)
        elif self.versus:
            other_table, other_row = self.other(result, table, row)
            second = self.values(other_table, other_row) if other_row else []
        if not first or second == []:
            return
        test = paired_difference if self.paired else unpaired_difference
        difference = test(first, second or [0] * len(first))
        labels = dict(zip(table.label_names, row.labels))
        case = (self.rows.experiment, table.title, *(f"{k} {v}" for k, v in labels.items() if k not in table.once))
        stand_in = result.stand_in if table.stand_in is None else table.stand_in
        yield Finding(self.pair, case, stand_in, difference, self.told(table, row, first, second),
                      (row.measure.name, tuple(first), tuple(second or ())))

    def values(self, table, row):
        """One for each run: the sum of some columns less that of others, larger is better."""
        sign = 1 if row.measure.higher_is_better else -1
        if self.than is not None:
            sign = 1
        cell = {m: c.values for m, c in zip(table.methods, row.cells)}
        if not all(len(cell[m]) == len(cell[self.plus[0]]) for m in self.plus + self.minus):
            return []
        return [sign * (sum(cell[m][i] for m in self.plus) - sum(cell[m][i] for m in self.minus))
                for i in range(len(cell[self.plus[0]]))]

    def other(self, result, table, row):
        """The row that this one is compared with: None where it is the row itself."""
        title, replaced = self.versus
        wanted = [replaced.get(name, value) for name, value in zip(table.label_names, row.labels)]
        for other in result.tables:
            if other.title.startswith(title or table.title) and set(self.plus + self.minus) <= set(other.methods):
                for candidate in other.rows:
                    if candidate is not row and candidate.labels == wanted and candidate.measure == row.measure:
                        return other, candidate
        return None, None

    def told(self, table, row, first, second):
        """The numbers of a row in words."""
        cell = {m: mean(c.values) for m, c in zip(table.methods, row.cells) if c.values}
        if second is None and len(self.plus) == len(self.minus) == 1:
            said = ", ".join(f"{m} {cell[m]:.{row.measure.digits}f}" for m in self.plus + self.minus)
        else:
            said = f"{mean(first):+.3g} against {mean(second):+.3g}" if second else f"{mean(first):+.3g}"
        setting = ", ".join(f"{k} {v}" for k, v in zip(table.label_names, row.labels))
        return f"{setting}, {row.measure.name}: {said}"


@dataclass
class Printed:
    """Every pair of methods in every row of a paper's tables, better before worse as the paper prints them.

    A pair is one case for all measures, even where the paper prints it the other way round for some.
    """
    experiments: tuple
    table: str = ""  # how the titles begin

    def findings(self, results):
        for name in self.experiments:
            for table in results[name].tables if name in results else []:
                if table.judge != "none" and table.title.startswith(self.table):
                    for row in table.rows:
                        for i, j in printed_pairs(row):
                            better, worse = table.methods[i], table.methods[j]
                            pair = Comparison(" and ".join(sorted((better, worse))), Rows(name), (better,), (worse,))
                            yield from pair.of_row(results[name], table, row)


@dataclass
class Claim:
    """paper and source: where it stands; text: in our words. why: what is known to explain a contradiction, by pair."""
    paper: str
    source: str
    text: str
    comparisons: list
    why: dict = field(default_factory=dict)


# ---- comparisons

def names(one_or_several):
    return (one_or_several,) if isinstance(one_or_several, str) else tuple(one_or_several)


def beats(better, worse, *rows):
    """Every better one is ahead of every worse one."""
    return [Comparison(f"{b} over {w}", one, (b,), (w,))
            for one in rows for b, w in product(names(better), names(worse)) if b != w]


def gains_more(first, second, *rows):
    """(a, b), (c, d): a is further ahead of b than c is of d, on the same splits."""
    (a, b), (c, d) = first, second
    return [Comparison(f"{a} over {b} more than {c} over {d}", one, (a, d), (b, c)) for one in rows]


def larger_gain(better, worse, versus, *rows, title=None):
    """The lead is larger than in the row whose labels are replaced by `versus`, or that of another table."""
    where = ", ".join(versus.values()) or title
    return [Comparison(f"{better} over {worse} more than with {where}", one, (better,), (worse,), (title, versus), paired=False)
            for one in rows]


def higher_row(columns, label, better, worse, *rows):
    """In a column, the row whose label is `better` is ahead of the one that has `worse` instead."""
    return [Comparison(f"{c}: {better} over {worse}",
                       Rows(one.experiment, one.table, one.measures, {**one.where, label: (better,)}), (c,),
                       versus=(None, {label: worse})) for one in rows for c in names(columns)]


def exceeds(column, value, *rows):
    return [Comparison(f"{column} above {value:g}", one, (column,), than=value) for one in rows]


# ---- counting

def cases(claim, results, stand_in):
    """{(pair, case): findings}, each run once."""
    found, seen = defaultdict(list), set()
    for comparison in claim.comparisons:
        for finding in comparison.findings(results):
            key = (finding.pair, finding.numbers)
            if finding.stand_in == stand_in and key not in seen:
                seen.add(key)
                found[finding.pair, finding.case].append(finding)
    return found


def case_level(findings):
    return median_level([level(f.difference) for f in findings])


def levels(claim, results, stand_in=False):
    return [case_level(found) for found in cases(claim, results, stand_in).values()]


def summary(claims, results):
    """The table of claims in Markdown."""
    header = ["paper", "claim", "where", "data", *NAMES.values(), "in a word"]
    lines = [header, ["---"] * 4 + ["--:"] * 5 + ["---"]]
    for claim in claims:
        by_kind = {kind: levels(claim, results, kind == "stand-in") for kind in ("real", "stand-in")}
        for kind, found in by_kind.items():
            if found:
                lines.append([claim.paper, claim.text, claim.source, kind, *map(str, counts(found)), in_words(found)])
        if not any(by_kind.values()):
            lines.append([claim.paper, claim.text, claim.source, "", *[""] * 5, in_words([])])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def contradictions(claims, results):
    """A sentence for every pair and table in which cases clearly speak against a claim, in Markdown.

    Not for pairs as printed: the verdicts of the tables name these.
    """
    lines = []
    for claim in claims:
        if isinstance(next(iter(claim.comparisons), None), Printed):
            continue
        opposed = defaultdict(list)
        for stand_in in (False, True):
            for (_, case), found in cases(claim, results, stand_in).items():
                if any(level(f.difference) == -2 for f in found):
                    opposed[found[0].pair, case[0], case[1], stand_in].append((case, found))
        if opposed:
            place = ", ".join(word for word in (claim.paper, claim.source) if word)
            lines.append(wrapped(f"**{place}: {claim.text}.**") + "\n")
            lines += [sentence(claim, *key, found) for key, found in opposed.items()]
            lines.append("")
    return "\n".join(lines)


def sentence(claim, pair, experiment, title, stand_in, found):
    """In how many rows it is the other way round, in which cases, and the numbers of the clearest one."""
    rows = [f for _, findings in found for f in findings]
    opposed = [f for f in rows if level(f.difference) == -2]
    clearest = min(opposed, key=lambda f: f.difference.mean / (f.difference.error or 1e-12))
    settings = joined([", ".join(case[2:]) for case, _ in found])
    many = f"in {len(opposed)} of {len(rows)} rows" if len(rows) > 1 else "in the one row"
    why = next((" " + text for key, text in claim.why.items() if key in pair), "")
    return wrapped(f"- {pair}: clearly the other way round {many}{' of ' + settings if settings else ''} in {experiment}"
                   f"{' (stand-in)' if stand_in else ''}, {title}; {clearest.told} (p {p_in_words(clearest.difference.p)}).{why}")


def wrapped(text):
    return textwrap.fill(text, 100, subsequent_indent="  " if text.startswith("- ") else "", break_long_words=False,
                         break_on_hyphens=False)


def joined(words):
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def p_in_words(p):
    return "< 0.001" if p < 0.001 else f"= {p:.2g}"
