"""A paper's table beside our numbers, with a verdict for every row that code computes."""

from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt

from .rule import counts, level
from .statistics import deviation, mean, paired_difference


@dataclass
class Measure:
    """What a row measures. `key` is clade's name of it, `scale` makes the paper's unit of it."""
    name: str
    key: str
    higher_is_better: bool
    scale: float = 1
    digits: int = 3


ACCURACY = Measure("acc (%)", "accuracy", True, 100, 1)
PRECISION = Measure("prec (%)", "average_precision", True, 100, 1)
TOP_LOSS = Measure("△t-loss", "top_loss", False)
MAX_LOSS = Measure("△x-loss", "max_loss", False)
RANKING_LOSS = Measure("rloss (%)", "ranking_loss", False, 100, 2)
PARENT_ACCURACY = Measure("pacc (%)", "parent_accuracy", True, 100, 1)


@dataclass
class Cell:
    """Our values, one for each split or seed, and the paper's value where it has one, with its deviation if printed."""
    values: list
    paper: float | None = None
    paper_deviation: float | None = None


@dataclass
class Row:
    labels: list
    measure: Measure
    cells: list


@dataclass
class Table:
    """One row for each setting and measure, one cell for each method.

    judge: "order" compares the order of the methods with the paper's; "values" says besides how many
    values are near the paper's, which makes sense where the data are the paper's; "none" says nothing.
    once: names of labels; rows that differ only in these come from the same data, and claims count them once.
    """
    title: str
    label_names: list
    methods: list
    rows: list = field(default_factory=list)
    judge: str = "order"
    file: str | None = None  # a figure: its rows go to this .csv and not onto the page, which shows the picture
    chart: dict | None = None  # how it is drawn, see svg.py
    once: list = field(default_factory=list)
    stand_in: bool | None = None  # where it is another than that of the whole result
    paper_runs: int = 1  # over how many runs the paper's means and deviations are

    def add(self, labels, measure, values, paper=None, deviations=None):
        """values: a list for each method; paper: the paper's value of each method, or None; its deviations too."""
        paper, deviations = paper or [None] * len(self.methods), deviations or [None] * len(self.methods)
        assert len(values) == len(paper) == len(deviations) == len(self.methods), self.title
        scaled = [[v * measure.scale for v in one] for one in values]
        self.rows.append(Row([str(l) for l in labels], measure,
                             [Cell(v, p, d) for v, p, d in zip(scaled, paper, deviations)]))

    def add_found(self, labels, found, measures, paper=None):
        """A row for each measure from a Comparison; paper: a list of the methods' values for each."""
        for at, measure in enumerate(measures):
            self.add(labels, measure, [found.values(m, measure) for m in self.methods], paper and paper[at])


@dataclass
class Result:
    """What one experiment leaves: how it was made, tables, remarks."""
    method: str
    tables: list
    notes: list = field(default_factory=list)
    stand_in: bool = False

    def to_json(self):
        return asdict(self)

    @staticmethod
    def from_json(data):
        return Result(data["method"], [table_from_json(t) for t in data["tables"]], data["notes"], data["stand_in"])


def table_from_json(data):
    rows = [Row(r["labels"], Measure(**r["measure"]), [Cell(**c) for c in r["cells"]])
            for r in data["rows"]]
    return Table(**{**data, "rows": rows})


# ---- verdicts

def verdict(table, row):
    if table.judge == "none" or all(cell.paper is None for cell in row.cells):
        return ""
    return order(table, row) + (f"; {closeness(table, row)}" if table.judge == "values" else "")


def printed_pairs(row):
    """(i, j): the paper prints i as better than j."""
    sign = 1 if row.measure.higher_is_better else -1
    for i, j in combinations(range(len(row.cells)), 2):
        first, second = row.cells[i].paper, row.cells[j].paper
        if None not in (first, second) and first != second and row.cells[i].values and row.cells[j].values:
            yield (i, j) if sign * (first - second) > 0 else (j, i)


def pair_level(row, i, j):
    """The level of "i is better than j" in a row."""
    first, second = row.cells[i].values, row.cells[j].values
    return level(paired_difference(first, second) if row.measure.higher_is_better else paired_difference(second, first))


WORDS = ("clearly as in the paper", "as in the paper", "unclear", "reversed", "clearly reversed")


def order(table, row):
    """Whether the methods stand as in the paper: every pair that the paper tells apart."""
    pairs = list(printed_pairs(row))
    levels = [pair_level(row, *pair) for pair in pairs]
    if not pairs:
        return "equal in the paper"
    found = list(zip(counts(levels), WORDS))
    if len(pairs) == 1:
        return next(word for count, word in found if count)
    said = ", ".join(f"{count} {word}" for count, word in found if count)
    reversed_pairs = [f"{table.methods[j]} better than {table.methods[i]}" for (i, j), l in zip(pairs, levels) if l == -2]
    more = f" and {len(reversed_pairs) - 2} more" if len(reversed_pairs) > 2 else ""
    return said + (f": {', '.join(reversed_pairs[:2])}{more}" if reversed_pairs else "")


def near(cell, measure, paper_runs):
    """Whether the two means are within two standard deviations of their difference.

    A paper that prints no deviation is taken to have ours. Half a unit of the last digit is the paper's rounding.
    """
    ours = deviation(cell.values)
    theirs = ours if cell.paper_deviation is None else cell.paper_deviation
    of_difference = sqrt(ours ** 2 / len(cell.values) + theirs ** 2 / paper_runs)
    return abs(mean(cell.values) - cell.paper) <= 2 * of_difference + 0.5 * 10 ** -measure.digits


def closeness(table, row):
    known = [cell for cell in row.cells if cell.paper is not None and cell.values]
    return f"{sum(near(cell, row.measure, table.paper_runs) for cell in known)} of {len(known)} values near"


# ---- Markdown

def markdown(table):
    """Columns: labels, measure, for each method the paper's value (where it has any) and ours."""
    shows_paper = [any(r.cells[m].paper is not None for r in table.rows)
                   for m in range(len(table.methods))]
    judged = any(verdict(table, row) for row in table.rows)
    header = list(table.label_names) + ["measure"]
    for name, paper in zip(table.methods, shows_paper):
        header += [f"{name}, paper", f"{name}, ours"] if paper else [name]
    header += ["verdict"] if judged else []
    lines = [header, ["---"] * len(header)]
    for row in table.rows:
        line = row.labels + [row.measure.name]
        for cell, paper in zip(row.cells, shows_paper):
            line += [number(cell.paper)] if paper else []
            line.append(ours(cell, row.measure.digits))
        lines.append(line + ([verdict(table, row)] if judged else []))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value):
    return "" if value is None else f"{value:g}"


def ours(cell, digits):
    if not cell.values:
        return ""
    spread = f" ± {deviation(cell.values):.{digits}f}" if len(cell.values) > 1 else ""
    return f"{mean(cell.values):.{digits}f}{spread}"
