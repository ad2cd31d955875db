#!/usr/bin/env python3
"""Writes docs/lab/TRUST.md: how far the probabilities of calibrated models can be believed, and what answers that use them are
worth, on records that training never saw."""

import argparse
import gzip
import hashlib
import json
import os
import sys
from pathlib import Path

from frame.lab import ROOT, Lab, NotAvailable, add_data_option, check_data_folder, data_folder, write
from frame.statistics import mean
from trust_page import page

FOLDS = 5
LEVEL = 0.9  # of --confidence and --coverage
# name: (is its own split measured, too)
SETS = {"newsgroups": True, "debtags": True, "clinc150": False, "amazon_reviews": False, "lshtc2010_pages": False}


def arguments():
    parser = argparse.ArgumentParser(prog="./run trust", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="SET", help="which sets (default: all)")
    add_data_option(parser)
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", default="build/trust", help="where folds are kept")
    parser.add_argument("--threads", default="0", help="how many threads clade uses (default: all cores)")
    return parser.parse_args()


class Records:
    """The lines of a set, with the labels and the split of each."""

    def __init__(self, source):
        self.ending = ".jsonl" if (source / "docs.jsonl.gz").exists() else ".svm"
        names = ["docs"] if self.ending == ".jsonl" else ["train", "valid", "test"]
        self.lines, self.labels, self.splits = [], [], []
        for name in names:
            file = source / f"{name}{self.ending}.gz"
            if not file.exists():
                continue
            with gzip.open(file, "rt") as stream:
                for line in stream:
                    self.add(line, name)

    def add(self, line, file):
        if self.ending == ".jsonl":
            record = json.loads(line)
            self.splits.append("test" if record.pop("split", "train") == "test" else "train")
            self.labels.append(record["labels"])
            self.lines.append(json.dumps(record) + "\n")
        else:
            self.splits.append("test" if file == "test" else "train")
            self.labels.append(line.split(" ", 1)[0].split(","))
            self.lines.append(line)

    def fold_of(self, number):
        """Random, the same everywhere."""
        return int(hashlib.md5(f"trust {number}".encode()).hexdigest(), 16) % FOLDS


class Tree:
    def __init__(self, taxonomy):
        self.parents = {}
        for line in taxonomy.read_text().splitlines():
            parent, child = line.split("\t")
            self.parents.setdefault(child, []).append(parent)
        self.inner = {parent for parents in self.parents.values() for parent in parents}
        self.known = {}

    def above(self, node):
        """The node and its ancestors; an added node stands below its own."""
        if node not in self.known:
            self.known[node] = {node}.union(*(self.above(parent) for parent in self.parents.get(node, [])))
        return self.known[node]

    def holds(self, node, label):
        """Whether the answer is right: m__misc means the inner node m and nothing below it."""
        return label == node.removesuffix("__misc") if node.endswith("__misc") else node in self.above(label)

    def is_leaf(self, node):
        return node not in self.inner


def answers(lab, model, test, threads, *words):
    """The nodes that predict gives for every record, in their order."""
    found = {}
    for line in lab.call("predict", model, test, "--threads", threads, *words).splitlines():
        identity, node = line.split("\t")[:2]
        found.setdefault(identity, []).extend([node] if node else [])
    return list(found.values())


def share(values):
    return mean([1.0 if value else 0.0 for value in values])


def measure(lab, source, records, test_numbers, threads):
    """Trains on the other records and measures on these."""
    tree = Tree(source / "taxonomy.tsv")
    folder = lab.work / "models"
    train, test, model = (folder / name for name in (f"train{records.ending}", f"test{records.ending}", "model.clade"))
    held = set(test_numbers)
    test.write_text("".join(records.lines[i] for i in test_numbers))
    train.write_text("".join(line for i, line in enumerate(records.lines) if i not in held))
    words = ["--normalize", "unit", "--weighting", "log-tfidf"] if records.ending == ".svm" else []
    lab.call("train", train, "--taxonomy", source / "taxonomy.tsv", "--calibrate", *words, "--threads", threads,
             "-o", model, "--quiet")
    found = json.loads(lab.call("evaluate", model, test, "--threads", threads, "--json"))
    truth = [records.labels[i] for i in test_numbers]
    sure = [nodes[0] for nodes in answers(lab, model, test, threads, "--confidence", LEVEL)]
    covers = answers(lab, model, test, threads, "--coverage", LEVEL)
    guesses = folder / "guesses.tsv"
    guesses.write_text(lab.call("predict", model, test, "--threads", threads, "--decode", "expected-loss"))
    decoded = json.loads(lab.call("evaluate", "--predictions", guesses, "--truth", test, "--taxonomy",
                                  source / "taxonomy.tsv", "--json"))
    result = {
        "instances": len(truth),
        "ece": [level["ece"] for level in found["reliability"]],
        "bins": found["reliability"][-1]["bins"],
        "accuracy": found["metrics"]["accuracy"],
        "log_loss": found["metrics"]["log_loss"],
        "sure_holds": share(any(tree.holds(node, label) for label in labels) for node, labels in zip(sure, truth)),
        "sure_leaves": share(tree.is_leaf(node) for node in sure),
        "sure_root": share(node not in tree.parents and not node.endswith("__misc") for node in sure),
        "covered": share(all(any(tree.holds(node, label) for node in nodes) for label in labels)
                         for nodes, labels in zip(covers, truth)),
        "cover_nodes": mean([len(nodes) for nodes in covers]),
        "cover_empty": share(not nodes for nodes in covers),
        "tree_loss": found["metrics"]["tree_loss"],
        "decoded_tree_loss": decoded["metrics"]["tree_loss"],
        "decoded_accuracy": decoded["metrics"]["accuracy"],
    }
    for file in (train, test, model, guesses):
        file.unlink()
    return result


def mean_of(runs):
    """Of every number the mean, and of calibration errors the largest, too."""
    numbers = {key: mean([run[key] for run in runs]) for key, value in runs[0].items() if isinstance(value, (int, float))}
    levels = list(zip(*(run["ece"] for run in runs)))
    return {**numbers, "ece": [mean(level) for level in levels], "ece_largest": [max(level) for level in levels],
            "bins": runs[0]["bins"], "runs": len(runs)}


def run_set(lab, name, has_own_split, threads):
    source = lab.data_set(name)
    records = Records(source)
    folds = [[i for i in range(len(records.lines)) if records.fold_of(i) == fold] for fold in range(FOLDS)]
    results = {"folds": mean_of([measure(lab, source, records, fold, threads) for fold in folds])}
    if has_own_split:
        own = [i for i, split in enumerate(records.splits) if split == "test"]
        results["own split"] = mean_of([measure(lab, source, records, own, threads)])
    return results


def main():
    options = arguments()
    unknown = [name for name in options.names if name not in SETS]
    if unknown:
        sys.exit(f"./run trust: there is no '{unknown[0]}'; there are: {', '.join(SETS)}")
    data = data_folder(options.data)
    check_data_folder(data, "./run trust")
    lab = Lab(Path(options.clade).resolve(), (ROOT / options.work).resolve(), data)
    stored = ROOT / "docs/lab/trust.json"
    results = json.loads(stored.read_text()) if stored.exists() else {}
    for name in options.names or SETS:
        try:
            results[name] = run_set(lab, name, SETS[name], options.threads)
            print(f"trust: {name}: done", flush=True)
        except NotAvailable as absent:
            print(f"trust: {name}: left out: {absent}", flush=True)
    write(stored, json.dumps(results, indent=1) + "\n")
    write(ROOT / "docs/lab/TRUST.md", page({name: results[name] for name in SETS if name in results}))
    print(f"trust: wrote {os.path.relpath(ROOT / 'docs/lab/TRUST.md')}")


if __name__ == "__main__":
    main()
