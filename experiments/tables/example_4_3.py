"""Thesis figures 4.3 and 4.4: nine classes in the plane, and what the flat and the hierarchical SVM learn of them."""

import json
import random
from math import cos, pi, sin

from frame.lab import Experiment
from frame.table import Result, Table

GROUPS = {"123": 90, "456": 210, "789": 330}  # a direction for each parent, in degrees
METHODS = {"flat SVM": "svm --C 10", "hierarchical SVM": "hsvm --C 10"}
EACH, APART, NOISE = 12, 28, 0.22             # points of a class, degrees between siblings, deviation


def points(chance):
    """(x, y, class): around a point at distance 2 in the direction of the class."""
    for group, middle in GROUPS.items():
        for place, name in enumerate(group):
            angle = (middle + (place - 1) * APART) * pi / 180
            for _ in range(EACH):
                yield 2 * cos(angle) + chance.gauss(0, NOISE), 2 * sin(angle) + chance.gauss(0, NOISE), name


def data(lab):
    def make(folder):
        rows = [f"{name} 1:{x:.4f} 2:{y:.4f}" for x, y, name in points(random.Random(3))]
        (folder / "data.svm").write_text("\n".join(rows) + "\n")
        edges = [edge for group in GROUPS for edge in (f"root\t{group}", *(f"{group}\t{name}" for name in group))]
        (folder / "taxonomy.tsv").write_text("\n".join(edges) + "\n")
        (folder / "axes.svm").write_text("1 1:1\n1 2:1\n")
    return lab.folder("example-4.3", make)


def weights(lab, folder, words):
    """{node: [x, y]}: what each node adds to the score of a unit vector along either axis."""
    def make():
        model = folder / "model.clade"
        lab.call("train", folder / "data.svm", "--taxonomy", folder / "taxonomy.tsv", "--method", *words.split(), "-o", model,
                 "--quiet", "--threads", 1)
        found = {}
        for name in "".join(GROUPS):
            said = lab.call("explain", model, folder / "axes.svm", "--first", 2, "--label", name, "--json", "--quiet")
            for axis, told in enumerate(map(json.loads, said.splitlines())):
                for node in told.get("asked", told)["nodes"]:
                    found.setdefault(node["node"], [0.0, 0.0])[axis] = node["share"]
        model.unlink()
        return found
    return lab.kept(["example-4.3", words], make)


def arrows(found):
    colour = {name: k for k, group in enumerate(GROUPS) for name in (group, *group)}
    return [[round(x, 4), round(y, 4), node, colour[node]] for node, (x, y) in sorted(found.items())]


def run(lab):
    folder = data(lab)
    colour = {name: k for k, group in enumerate(GROUPS) for name in group}
    shown = [[round(x, 3), round(y, 3), colour[name]] for x, y, name in points(random.Random(3))]
    middles = [[[1.15 * cos((m + (k - 1) * APART) * pi / 180), 1.15 * sin((m + (k - 1) * APART) * pi / 180)], 0, name]
               for group, m in GROUPS.items() for k, name in enumerate(group)]
    panels = [{"title": "figure 4.3: the data", "points": shown, "names": middles}]
    panels += [{"title": f"figure 4.4: {name}", "arrows": arrows(weights(lab, folder, words))} for name, words in METHODS.items()]
    picture = Table("Figures 4.3 and 4.4: classes in the plane, and weights of flat and hierarchical SVM", [], [], judge="none",
                    file="figure-4.3", chart={"kind": "plane", "panels": panels})
    return Result(METHOD, [picture])


METHOD = """\
Nine classes in two dimensions below three parents, 12 points each; C = 10. The points are ours, drawn like those of the picture. An arrow is \
what a node adds to the score: in the hierarchical SVM the parents hold the direction that their classes share, and the classes what \
tells them apart; in the flat SVM there are classes only."""

EXPERIMENT = Experiment("figure-4.3", "Thesis figures 4.3 and 4.4: an example in the plane", 0.1, run)
