"""Pictures of tables as SVG, in plain Python: readable on light and on dark pages.

draw(table) looks at table.chart, {"kind": ..., more}:

    lines    a panel for each measure, x is the last label; "log": the x axis is logarithmic
    bars     a group of bars for each value of the last label (or for each measure: "by": "measure")
    change   bars of the first method less the second, by the last label
    scatter  a panel for each measure: every row is a point, the first method to the right, the second up
    plane    "panels": [{"title", "points": [[x, y, class]], "arrows": [[x, y, name, class]]}]
    tree     "nodes": [[depth, name, parent's place or None, class]]

"x": the title of the x axis; a y axis is named by its measure.
"""

from html import escape
from math import ceil, floor, hypot, log10

from .statistics import deviation, mean

WIDTH, HEIGHT = 330, 250                      # of a panel
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 30, 44     # around its axes
STYLE = """
<style>
.paper{fill:#fff}text{font:11px system-ui,sans-serif;fill:#24292f}.title{font-weight:600;font-size:12px}
.axis,.grid,.error{fill:none;stroke:#57606a}.grid{stroke:#d8dee4}.zero{stroke:#57606a;stroke-dasharray:3 3}
.c0{--c:#0969da}.c1{--c:#bc4c00}.c2{--c:#1a7f37}.c3{--c:#8250df}.c4{--c:#bf3989}.c5{--c:#57606a}
.fill{fill:var(--c)}.line{fill:none;stroke:var(--c);stroke-width:1.8}.dot{fill:var(--c)}
@media (prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#e6edf3}.axis,.error,.zero{stroke:#9198a1}.grid{stroke:#30363d}
.c0{--c:#58a6ff}.c1{--c:#f0883e}.c2{--c:#3fb950}.c3{--c:#bc8cff}.c4{--c:#f778ba}.c5{--c:#9198a1}}
</style>"""


def draw(table):
    """The picture of a table that has a chart, as the text of a file."""
    return KINDS[table.chart["kind"]](table)


# ---- pieces

def text(x, y, words, kind="", anchor="middle", turn=None):
    turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}{turned}>{escape(str(words))}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def box(x, y, width, height, kind):
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"/>'


def file(parts, width, height):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
    return "\n".join([head + STYLE, box(0, 0, width, height, "paper"), *parts, "</svg>"]) + "\n"


def in_rows(panels, legend, columns=3, width=WIDTH, height=HEIGHT):
    """Panels side by side, and the legend below them."""
    columns = min(columns, len(panels))
    rows = ceil(len(panels) / columns)
    parts = []
    for at, panel in enumerate(panels):
        parts += [f'<g transform="translate({at % columns * width} {at // columns * height})">', *panel, "</g>"]
    below, x, y = [], 14.0, rows * height + 16
    for k, name in enumerate(legend):
        if x + 26 + 7 * len(name) > columns * width and x > 14:
            x, y = 14.0, y + 18
        below += [box(x, y - 9, 14, 9, f"fill c{k % 6}"), text(x + 19, y, name, anchor="start")]
        x += 34 + 6.6 * len(name)
    return file(parts + below, columns * width, (y if legend else rows * height) + 12)


class Scale:
    """From values to places on the page, with round marks."""

    def __init__(self, low, high, start, end, log=False, zero=False):
        if zero:
            low, high = min(low, 0), max(high, 0)
        if log:
            low, high = log10(low), log10(high)
        if high - low < 1e-12:
            low, high = low - (abs(low) or 1) * 0.5, high + (abs(high) or 1) * 0.5
        elif not log:
            room = 0.05 * (high - low)
            low, high = low - (0 if zero and low == 0 else room), high + (0 if zero and high == 0 else room)
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log

    def __call__(self, value):
        value = log10(value) if self.log else value
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def marks(self):
        if self.log:
            return [10.0 ** k for k in range(ceil(self.low - 1e-9), floor(self.high + 1e-9) + 1)]
        raw = (self.high - self.low) / 4
        power = 10 ** floor(log10(raw))
        step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * 0.999)
        return [k * step for k in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]


def short(value):
    return f"{value:.4g}".replace("e-0", "e-").replace("e+0", "e") if value else "0"


def frame(title, x_title, y_title, x, y, x_names=None, width=WIDTH, height=HEIGHT):
    """Axes with marks. x_names: (place, name) where the x axis has names in place of numbers."""
    parts = [text(LEFT, 16, title, "title", "start")]
    for mark in y.marks():
        parts += [line(LEFT, y(mark), width - RIGHT, y(mark), "grid"), text(LEFT - 5, y(mark) + 4, short(mark), anchor="end")]
    names = x_names if x_names is not None else [(x(mark), short(mark)) for mark in x.marks()]
    for place, name in names:
        parts += [line(place, height - BOTTOM, place, height - BOTTOM + 4, "axis"), text(place, height - BOTTOM + 16, name)]
    parts += [f'<path class="axis" d="M{LEFT} {TOP}V{height - BOTTOM}H{width - RIGHT}"/>',
              text((LEFT + width - RIGHT) / 2, height - 8, x_title),
              text(13, (TOP + height - BOTTOM) / 2, y_title, turn=-90)]
    return parts


def error_bar(x, low, high):
    return f'<path class="error" d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {low:.1f}h6M{x - 3:.1f} {high:.1f}h6"/>'


# ---- what tables hold

def measures_of(table):
    """In the order of their first row."""
    return list(dict.fromkeys(row.measure.name for row in table.rows))


def rows_of(table, measure):
    return [row for row in table.rows if row.measure.name == measure]


def spread(cell):
    return mean(cell.values), deviation(cell.values)


def range_of(rows):
    found = [spread(cell) for row in rows for cell in row.cells if cell.values]
    return min(m - d for m, d in found), max(m + d for m, d in found)


# ---- kinds

def draw_lines(table):
    panels = []
    for measure in measures_of(table):
        rows = rows_of(table, measure)
        values = [float(row.labels[-1]) for row in rows]
        x = Scale(min(values), max(values), LEFT + 8, WIDTH - RIGHT - 8, table.chart.get("log", False))
        y = Scale(*range_of(rows), HEIGHT - BOTTOM, TOP)
        parts = frame(measure, table.chart["x"], measure, x, y)
        for k in range(len(table.methods)):
            points = [(x(v), *spread(row.cells[k])) for v, row in zip(values, rows) if row.cells[k].values]
            parts.append(f'<path class="line c{k}" d="M' + "L".join(f"{px:.1f} {y(m):.1f}" for px, m, _ in points) + '"/>')
            if len(points) <= 20:
                parts += [error_bar(px, y(m - d), y(m + d)) for px, m, d in points if d]
                parts += [f'<circle class="dot c{k}" cx="{px:.1f}" cy="{y(m):.1f}" r="3"/>' for px, m, _ in points]
        panels.append(parts)
    return in_rows(panels, table.methods if len(table.methods) > 1 else [])


def bar_panel(title, x_title, y_title, groups, width=WIDTH):
    """groups: (name, [(mean, deviation) or None of each method])."""
    known = [one for _, bars in groups for one in bars if one]
    y = Scale(min(m - d for m, d in known), max(m + d for m, d in known), HEIGHT - BOTTOM, TOP, zero=True)
    room = (width - LEFT - RIGHT) / len(groups)
    thick = 0.8 * room / len(groups[0][1])
    centres = [LEFT + (k + 0.5) * room for k in range(len(groups))]
    parts = frame(title, x_title, y_title, None, y, [(c, name) for c, (name, _) in zip(centres, groups)], width)
    for centre, (_, bars) in zip(centres, groups):
        for k, one in enumerate(bars):
            if one:
                m, d = one
                x = centre + (k - len(bars) / 2) * thick
                parts.append(box(x, min(y(m), y(0)), thick * 0.92, abs(y(m) - y(0)), f"fill c{k % 6}"))
                if d:
                    parts.append(error_bar(x + thick * 0.46, y(m - d), y(m + d)))
    return parts + [line(LEFT, y(0), width - RIGHT, y(0), "axis")]


def cells_of(row):
    return [spread(cell) if cell.values else None for cell in row.cells]


def draw_bars(table):
    """A panel for each measure; with "by": "measure" one group of bars in each."""
    panels = []
    for measure in measures_of(table):
        rows = rows_of(table, measure)
        groups = [(row.labels[-1], cells_of(row)) for row in rows]
        panels.append(bar_panel(measure, table.chart["x"], measure, groups))
    return in_rows(panels, table.methods if len(table.methods) > 1 else [])


def draw_change(table):
    """Hieron figure 2: what is more or less than with the other method."""
    groups = []
    for row in table.rows:
        apart = [a - b for a, b in zip(row.cells[0].values, row.cells[1].values)]
        groups.append((row.labels[-1], [(mean(apart), deviation(apart))]))
    name = f"{table.methods[0]} less {table.methods[1]}, {table.rows[0].measure.name}"
    width = max(WIDTH, 60 + 26 * len(groups))
    return in_rows([bar_panel(table.title, table.chart["x"], name, groups, width)], [], width=width)


def draw_scatter(table):
    panels = []
    for measure in measures_of(table):
        pairs = [[mean(cell.values) for cell in row.cells[:2]] for row in rows_of(table, measure)]
        low, high = min(min(p) for p in pairs), max(max(p) for p in pairs)
        x, y = Scale(low, high, LEFT, WIDTH - RIGHT), Scale(low, high, HEIGHT - BOTTOM, TOP)
        parts = frame(measure, table.methods[0], table.methods[1], x, y)
        parts.append(line(x(low), y(low), x(high), y(high), "zero"))
        parts += [f'<circle class="dot c0" cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5"/>' for a, b in pairs]
        panels.append(parts)
    return in_rows(panels, [])


def draw_plane(table):
    side, panels = 300, []
    for panel in table.chart["panels"]:
        ends = [p[:2] for p in panel.get("points", [])] + [a[:2] for a in panel.get("arrows", [])]
        reach = 1.12 * max(abs(v) for end in ends for v in end)
        # The same unit on both axes.
        x, y = Scale(-reach, reach, LEFT, side - RIGHT), Scale(-reach, reach, side - BOTTOM, TOP)
        parts = frame(panel["title"], "x1", "x2", x, y, width=side, height=side)
        parts += [f'<circle class="dot c{k}" cx="{x(a):.1f}" cy="{y(b):.1f}" r="2.4"/>' for a, b, k in panel.get("points", [])]
        for a, b, name, k in panel.get("arrows", []):
            parts += [line(x(0), y(0), x(a), y(b), f"line c{k}"), f'<circle class="dot c{k}" cx="{x(a):.1f}" cy="{y(b):.1f}" r="3"/>',
                      text(*beyond(x(a), y(b), x(0), y(0)), name)]
        for place, _, name in panel.get("names", []):
            parts.append(text(x(place[0]), y(place[1]) + 4, name))
        panels.append(parts)
    return in_rows(panels, [], width=side, height=side)


def beyond(x, y, from_x, from_y):
    """A place for a name, behind the end of an arrow."""
    length = hypot(x - from_x, y - from_y) or 1
    return x + 12 * (x - from_x) / length, y + 10 * (y - from_y) / length + 4


def draw_tree(table):
    """Names from the top down, moved right by their depth, with a line from each to its parent."""
    nodes, step = table.chart["nodes"], 17
    place = [(18 + 26 * depth, 34 + step * at) for at, (depth, *_) in enumerate(nodes)]
    parts = [text(12, 18, table.title, "title", "start")]
    for (x, y), (_, name, parent, kind) in zip(place, nodes):
        if parent is not None:
            px, py = place[parent]
            parts.append(f'<path class="grid" d="M{px} {py + 3}V{y - 4}H{x - 5}"/>')
        parts += [f'<circle class="dot c{kind}" cx="{x}" cy="{y - 4}" r="3.5"/>', text(x + 8, y, name, anchor="start")]
    return file(parts, max(430, 24 + 7.4 * len(table.title)), place[-1][1] + 14)


KINDS = {"lines": draw_lines, "bars": draw_bars, "change": draw_change, "scatter": draw_scatter, "plane": draw_plane,
         "tree": draw_tree}
