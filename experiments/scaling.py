#!/usr/bin/env python3
"""Draws docs/img/scaling.svg: how the time and memory of training grow with documents and with classes, on made-up texts of
the shape of a web directory."""

import argparse
import json
import os
import sys

from frame.lab import ROOT, Lab, write
from scaling_picture import picture

CLASSES = 28000
INNER = (15, 300, 1400, 3800)  # nodes above them, by level
METHODS = {"hsvm": ["hsvm", "--tolerance", "0.05"], "dnc": ["dnc"]}
DOCUMENTS = {"hsvm": (50000, 400000), "dnc": (50000, 100000, 200000, 400000)}
FIXED_DOCUMENTS = 10000
PARTS = (8, 4, 2, 1)  # of the classes, at fixed documents


def arguments():
    parser = argparse.ArgumentParser(prog="./run scaling", description=__doc__)
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", default="build/scaling", help="where data and runs are kept")
    parser.add_argument("--most", type=int, default=400000, help="leave out runs with more documents")
    return parser.parse_args()


def levels(part):
    return ",".join([str(INNER[0])] + [str(max(INNER[0], nodes // part)) for nodes in INNER[1:]] + [str(CLASSES // part)])


def train(lab, method, documents, part):
    """Seconds and megabytes of one training, on all cores."""
    words = ["--preset", "dmoz", "--n", documents, "--levels", levels(part)]

    def make():
        folder = lab.folder("data", lambda to: None)
        lab.call("generate", "text", "-o", folder, *words)
        found = json.loads(lab.call("train", folder / "data.svm", "--taxonomy", folder / "taxonomy.tsv", "--method",
                                    *METHODS[method], "-o", lab.work / "models" / "model.clade", "--json", "--quiet"))
        os.unlink(lab.work / "models" / "model.clade")
        return {"seconds": found["seconds"]["train"], "mb": found["peak_memory_mb"],
                "gap": found["objective"]["relative_gap"]}

    return lab.kept(["scaling", method, *map(str, words)], make)


def main():
    options = arguments()
    lab = Lab(ROOT / options.clade, ROOT / options.work, ROOT)
    series = []
    for method, sizes in DOCUMENTS.items():
        for documents in (n for n in sizes if n <= options.most):
            found = {"method": method, "by": "documents", "x": documents, **train(lab, method, documents, 1)}
            print(json.dumps(found), flush=True)
            series.append(found)
    for method in METHODS:
        for part in PARTS:
            found = {"method": method, "by": "classes", "x": CLASSES // part, **train(lab, method, FIXED_DOCUMENTS, part)}
            print(json.dumps(found), flush=True)
            series.append(found)
    write(ROOT / "docs" / "img" / "scaling.svg", picture(series, FIXED_DOCUMENTS, CLASSES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
