"""A paper's table beside our numbers, with a verdict for every row that code computes."""

from dataclasses import asdict, dataclass, field
from itertools import combinations

from .statistics import deviation, mean, paired_p

CLEAR = 0.05  # the p below which a difference counts as clear


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
    """Our values, one for each split or seed, and the paper's value where it has one."""
    values: list
    paper: float | None = None


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
    """
    title: str
    label_names: list
    methods: list
    rows: list = field(default_factory=list)
    judge: str = "order"
    file: str | None = None  # a figure: its rows go to this .csv and not onto the page

    def add(self, labels, measure, values, paper=None):
        """values: a list for each method; paper: the paper's value of each method, or None."""
        paper = paper or [None] * len(self.methods)
        assert len(values) == len(paper) == len(self.methods), self.title
        scaled = [[v * measure.scale for v in one] for one in values]
        self.rows.append(Row([str(l) for l in labels], measure,
                             [Cell(v, p) for v, p in zip(scaled, paper)]))

    def add_found(self, labels, found, measures, paper=None):
        """A row for each measure from a Comparison; paper: a list of the methods' values for each."""
        for at, measure in enumerate(measures):
            self.add(labels, measure, [found.values(m, measure) for m in self.methods], paper and paper[at])

    def evidence(self, claim, better, worse, measures=None, stand_in=False):
        """Evidence for `claim` from every row: that `better` is ahead of `worse`."""
        first, second = self.methods.index(better), self.methods.index(worse)
        return [Evidence.of(claim, f"{self.title}, {', '.join(row.labels)}, {row.measure.name}",
                            row.cells[first].values, row.cells[second].values,
                            row.measure.higher_is_better, stand_in)
                for row in self.rows if measures is None or row.measure in measures]


@dataclass
class Evidence:
    """One comparison that speaks for a claim (gain > 0) or against it; clear: p is below CLEAR."""
    claim: str
    where: str
    gain: float
    p: float | None = None
    stand_in: bool = False

    @staticmethod
    def of(claim, where, better, worse, higher_is_better, stand_in=False):
        gain = (mean(better) - mean(worse)) * (1 if higher_is_better else -1)
        return Evidence(claim, where, gain, paired_p(better, worse), stand_in)

    def is_clear(self):
        return self.p is not None and self.p < CLEAR and self.gain != 0


@dataclass
class Result:
    """What one experiment leaves: how it was made, tables, remarks, evidence for claims."""
    method: str
    tables: list
    evidence: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    stand_in: bool = False

    def to_json(self):
        return asdict(self)

    @staticmethod
    def from_json(data):
        tables = [table_from_json(t) for t in data["tables"]]
        return Result(data["method"], tables, [Evidence(**e) for e in data["evidence"]],
                      data["notes"], data["stand_in"])


def table_from_json(data):
    rows = [Row(r["labels"], Measure(**r["measure"]), [Cell(**c) for c in r["cells"]])
            for r in data["rows"]]
    return Table(data["title"], data["label_names"], data["methods"], rows, data["judge"],
                 data["file"])


# ---- verdicts

def verdict(table, row):
    if table.judge == "none" or all(cell.paper is None for cell in row.cells):
        return ""
    return order(table, row) + (f"; {closeness(row)}" if table.judge == "values" else "")


def order(table, row):
    """Whether the methods stand as in the paper: every pair that the paper tells apart."""
    pairs = [(i, j) for i, j in combinations(range(len(row.cells)), 2)
             if None not in (row.cells[i].paper, row.cells[j].paper)
             and row.cells[i].paper != row.cells[j].paper]
    opposed = [pair for pair in pairs if not same_sign(row, *pair)]
    if not pairs:
        return "equal in the paper"
    if not opposed:
        return "as in the paper"
    clear = [pair for pair in opposed if is_clear(row, *pair)]
    if not clear:
        return "not clear" if len(pairs) == 1 else f"{len(pairs) - len(opposed)} of {len(pairs)} pairs as in the paper"
    more = f" and {len(clear) - 2} more" if len(clear) > 2 else ""
    return "differs: " + ", ".join(named(table, row, i, j) for i, j in clear[:2]) + more


def same_sign(row, i, j):
    ours = mean(row.cells[i].values) - mean(row.cells[j].values)
    return ours * (row.cells[i].paper - row.cells[j].paper) > 0


def is_clear(row, i, j):
    p = paired_p(row.cells[i].values, row.cells[j].values)
    return p is not None and p < CLEAR


def named(table, row, i, j):
    """'A better than B' for a pair that stands the other way round in the paper."""
    above = mean(row.cells[i].values) > mean(row.cells[j].values)
    if above != row.measure.higher_is_better:
        i, j = j, i
    return f"{table.methods[i]} better than {table.methods[j]}"


def closeness(row):
    """How many of our means are within two standard deviations of the paper's values."""
    known = [cell for cell in row.cells if cell.paper is not None]
    near = [cell for cell in known if abs(mean(cell.values) - cell.paper) <= 2 * deviation(cell.values)]
    return f"{len(near)} of {len(known)} values near"


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
