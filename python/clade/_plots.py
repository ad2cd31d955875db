"""Pictures, with matplotlib where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    from ._report import Comparison, Evaluation
    from ._taxonomy import Taxonomy


def _axes(ax):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt
    return plt.subplots()[1]


def plot_comparison(comparison: Comparison, metric: str = "accuracy", ax: Any = None) -> Any:
    """Means of one measure with their deviations, a bar for every method."""
    ax = _axes(ax)
    methods = comparison.methods
    if not all(metric in m["metrics"] for m in methods):
        raise UsageError(f"metric: expected one of {', '.join(methods[0]['metrics'])}, got {metric!r}")
    values = [m["metrics"][metric] for m in methods]
    ax.barh([m["method"] for m in methods], [v["mean"] for v in values], xerr=[v["std"] for v in values])
    ax.invert_yaxis()
    ax.set_xlabel(metric)
    return ax


def plot_levels(evaluation: Evaluation, ax: Any = None) -> Any:
    """Accuracy and F1 at every level of the taxonomy."""
    ax = _axes(ax)
    levels = evaluation.per_level
    for name, width in (("accuracy", 5), ("f1", 1.5)):  # the same of both shows, too
        points = [(row["level"], row[name]) for row in levels if row.get(name) is not None]
        if points:
            ax.plot(*zip(*points), marker="o", label=name, linewidth=width, markersize=4 + width)
    ax.set_xlabel("level")
    ax.set_xticks([row["level"] for row in levels])
    ax.set_ylim(0, 1.02)
    ax.legend()
    return ax


def plot_reliability(evaluation: Evaluation, ax: Any = None) -> Any:
    """Confidence against accuracy at every level, of a calibrated model."""
    ax = _axes(ax)
    if not evaluation.reliability:
        raise ValueError("the model has no probabilities; fit it with calibrate=True")
    ax.plot([0, 1], [0, 1], color="0.8")
    for level in evaluation.reliability:
        ax.plot([b[0] for b in level["bins"]], [b[1] for b in level["bins"]], marker="o",
                label=f"level {level['level']}, ECE {level['ece']:.3f}")
    ax.set_xlabel("confidence")
    ax.set_ylabel("accuracy")
    ax.legend()
    return ax


def plot_taxonomy(taxonomy: Taxonomy, ax: Any = None) -> Any:
    """The tree, leaves at the right; for small taxonomies."""
    ax = _axes(ax)
    places: dict = {}

    def place(node, depth):
        if node in places:
            return places[node][1]
        children = taxonomy.children(node)
        heights = [place(child, depth + 1) for child in children]
        y = sum(heights) / len(heights) if heights else sum(1 for n in places if not taxonomy.children(n))
        places[node] = (depth, y)
        return y

    below = {child for _, child in taxonomy.edges}
    for top in [n for n in taxonomy.nodes if n and n not in below]:
        place(top, 0)
    for parent, child in taxonomy.edges:
        ax.plot(*zip(places[parent], places[child]), color="0.7", zorder=1)
    for name, (x, y) in places.items():
        ax.text(x, y, name, va="center", bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    ax.invert_yaxis()
    ax.set_axis_off()
    return ax
