"""The picture of scaling.py: four panels with logarithmic axes, as SVG."""

import math

WIDTH, HEIGHT = 360, 240
LEFT, BOTTOM, TOP = 64, 44, 34
COLOURS = {"hsvm": "#2f6fb0", "dnc": "#c26a1b"}
UNITS = {"seconds": "seconds", "mb": "MB"}


def ticks(low, high):
    """Powers of ten and their doubles and fives."""
    found = [m * 10 ** e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for m in (1, 2, 5)]
    return [t for t in found if low <= t <= high]


def short(value):
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"


class Panel:
    def __init__(self, title, x_label, y_label, points, at):
        self.title, self.x_label, self.y_label, self.points, self.at = title, x_label, y_label, points, at
        xs, ys = [p[1] for p in points], [p[2] for p in points]
        self.x_range = (min(xs) / 1.2, max(xs) * 1.2)
        self.y_range = (min(ys) / 1.6, max(ys) * 1.6)

    def x(self, value):
        low, high = map(math.log, self.x_range)
        return LEFT + (math.log(value) - low) / (high - low) * (WIDTH - LEFT - 16)

    def y(self, value):
        low, high = map(math.log, self.y_range)
        return HEIGHT - BOTTOM - (math.log(value) - low) / (high - low) * (HEIGHT - BOTTOM - TOP)

    def axes(self):
        for value in ticks(*self.x_range):
            yield f'<text x="{self.x(value):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{short(value)}</text>'
            yield f'<line class="grid" x1="{self.x(value):.1f}" x2="{self.x(value):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        for value in ticks(*self.y_range):
            yield f'<text x="{LEFT - 6}" y="{self.y(value) + 4:.1f}" text-anchor="end">{short(value)}</text>'
            yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 16}" y1="{self.y(value):.1f}" y2="{self.y(value):.1f}"/>'
        yield f'<text class="title" x="{LEFT}" y="20">{self.title}</text>'
        yield f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{self.x_label}</text>'
        yield (f'<text transform="translate(14 {(HEIGHT - BOTTOM + TOP) / 2}) rotate(-90)" text-anchor="middle">'
               f'{self.y_label}</text>')

    def lines(self):
        for method, colour in COLOURS.items():
            own = sorted((x, y) for name, x, y in self.points if name == method)
            if not own:
                continue
            path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in own)
            yield f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path}"/>'
            for x, y in own:
                yield f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3" fill="{colour}"/>'
            yield f'<text x="{self.x(own[-1][0]) - 4:.1f}" y="{self.y(own[-1][1]) - 8:.1f}" text-anchor="end" fill="{colour}">{method}</text>'
            yield from self.proportional(own, colour)

    def proportional(self, own, colour):
        """What growth in proportion would be, from the first point on."""
        (x0, y0), x1 = own[0], own[-1][0]
        y1 = min(y0 * x1 / x0, self.y_range[1])
        yield (f'<line stroke="{colour}" stroke-dasharray="3 4" opacity="0.6" x1="{self.x(x0):.1f}" y1="{self.y(y0):.1f}" '
               f'x2="{self.x(x0 * y1 / y0):.1f}" y2="{self.y(y1):.1f}"/>')

    def svg(self):
        return f'<g transform="translate({self.at[0]} {self.at[1]})">' + "".join([*self.axes(), *self.lines()]) + "</g>"


def picture(series, documents, classes):
    panels = []
    for column, by in enumerate(("documents", "classes")):
        fixed = f"{short(classes)} classes" if by == "documents" else f"{short(documents)} documents"
        for row, measure in enumerate(UNITS):
            points = [(s["method"], s["x"], s[measure]) for s in series if s["by"] == by]
            title = f"{'time' if measure == 'seconds' else 'memory'}, {fixed}"
            panels.append(Panel(title, by, UNITS[measure], points, (column * WIDTH, row * HEIGHT)).svg())
    style = ("text{font:12px sans-serif;fill:#444}.title{font-weight:bold;fill:#222}"
             ".grid{stroke:#ddd;stroke-width:1}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {2 * HEIGHT}" role="img" '
            f'aria-label="Time and memory of training by documents and by classes">'
            f'<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(panels)}</svg>\n')
