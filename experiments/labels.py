#!/usr/bin/env python3
"""Writes docs/lab/LABELS.md: what learned sets of labels are worth beside one threshold for all, and how many wrong labels
`clade audit` finds."""

import argparse
import gzip
import json
import random
import subprocess
from collections import Counter
from pathlib import Path

from frame.lab import ROOT, add_data_option, check_data_folder, data_folder

SETS = ["debtags", "wordnet_physical", "enron_corr", "rcv1_subset1", "rcv1_k500", "pheno_funcat"]
RULES = ["sign", "threshold", "size", "class-thresholds"]
NOISE = 0.05
SEEDS = [1, 2, 3]


def arguments():
    parser = argparse.ArgumentParser(prog="./run labels", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="SET", help="which sets (default: all)")
    add_data_option(parser)
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", default="build/labels", help="where models and results are kept")
    return parser.parse_args()


class Lab:
    def __init__(self, options):
        self.sets, self.clade, self.work = data_folder(options.data), Path(options.clade), Path(options.work)
        self.work.mkdir(parents=True, exist_ok=True)

    def run(self, *words):
        return subprocess.run([self.clade, *map(str, words)], capture_output=True, text=True, check=True).stdout

    def files(self, name):
        """Training data, test data, and the labels of the latter."""
        folder = self.sets / name
        documents = folder / "docs.jsonl.gz"
        if documents.exists():
            with gzip.open(documents, "rt") as lines:
                records = [json.loads(line) for line in lines]
            labels = [set(record["labels"]) for record in records if record.get("split") == "test"]
            return documents, documents, labels
        test = folder / "test.svm.gz"
        with gzip.open(test, "rt") as lines:
            labels = [set(line.split(" ", 1)[0].split(",")) - {""} for line in lines if line.strip()]
        return folder / "train.svm.gz", test, labels


def best_threshold(header, rows, labels):
    """The best micro-F1 and the best macro-F1 that any single threshold reaches, each with the test labels known."""
    wanted = Counter(label for own in labels for label in own)
    classes = set(header) | set(wanted)
    events = []
    for row, own in zip(rows, labels):
        if own:
            events += [(float(score), name, name in own) for name, score in zip(header, row) if name in own or float(score) > -3]
    events.sort(key=lambda event: -event[0])
    right, guessed, f1 = Counter(), Counter(), dict.fromkeys(classes, 0.0)
    total, hits, micro, macro, sum_f1 = sum(wanted.values()), 0, 0.0, 0.0, 0.0
    for taken, (_, name, is_right) in enumerate(events, 1):
        hits += is_right
        right[name] += is_right
        guessed[name] += 1
        new = 2 * right[name] / (guessed[name] + wanted[name])
        sum_f1 += new - f1[name]
        f1[name] = new
        micro = max(micro, 2 * hits / (taken + total))
        macro = max(macro, sum_f1 / len(classes))
    return micro, macro


def measure_sets(lab, name):
    train, test, labels = lab.files(name)
    model = lab.work / f"{name}.clade"
    lab.run("train", train, "--taxonomy", lab.sets / name / "taxonomy.tsv", "--calibrate", "-o", model, "--quiet")
    result = {"records": sum(map(bool, labels)), "rules": {}}
    for rule in RULES:
        metrics = json.loads(lab.run("evaluate", model, test, "--label-set", rule, "--json", "--auprc-from-level", 0))["metrics"]
        result["rules"][rule] = [metrics["micro_f1"], metrics["macro_f1"], metrics["hierarchical_f1"]]
    split = ["--split", "test"] if train == test else []
    table = lab.run("predict", model, test, "--scores", *split).splitlines()
    header, *rows = [line.split("\t")[1:] for line in table]
    result["best"] = best_threshold(header, rows, labels)
    return result


def measure_audit(lab, seed):
    """Of the labels of newsgroups that were replaced at random, the share among the first records of the audit."""
    source = lab.sets / "newsgroups"
    with gzip.open(source / "docs.jsonl.gz", "rt") as lines:
        records = [json.loads(line) for line in lines]
    names = sorted({label for record in records for label in record["labels"]})
    draw = random.Random(seed)
    changed = set()
    for number in draw.sample(range(len(records)), round(NOISE * len(records))):
        own = records[number]["labels"]
        records[number]["labels"] = [draw.choice([name for name in names if name not in own])]
        changed.add(str(records[number]["id"]))
    noisy = lab.work / "noisy.jsonl"
    noisy.write_text("".join(json.dumps(record) + "\n" for record in records))
    found = json.loads(lab.run("audit", noisy, "--taxonomy", source / "taxonomy.tsv", "--json", "--quiet"))["instances"]
    first = found[: round(NOISE * len(found))]
    twice = found[: round(2 * NOISE * len(found))]
    return [len(changed & {entry["id"] for entry in part}) / len(changed) for part in (first, twice)]


def page(sets, audits):
    lines = [
        "# Sets of labels, and wrong labels",
        "",
        "Made by `./run labels`; nothing in the tables is written by hand.",
        "",
        "## How large a set of labels is",
        "",
        "What the rules of `--label-set` do:",
        "[PROBABILITIES.md](../PROBABILITIES.md#how-large-a-set-of-labels-is).",
        "",
        "*Best threshold* is what a single threshold for all classes and records can reach at most: it is",
        "chosen on the test records, once for micro-F1 and once for macro-F1. The rules have seen training",
        "records only; values above the best threshold are bold. The default method, C = 1; in percent.",
        "",
        "| set | test records | | best threshold | " + " | ".join(f"`{rule}`" for rule in RULES) + " |",
        "|---|---|---|---|" + "---|" * len(RULES),
    ]
    for name, result in sets.items():
        for k, measure in enumerate(["micro-F1", "macro-F1"]):
            values = [100 * result["rules"][rule][k] for rule in RULES]
            cells = " | ".join(f"**{v:.1f}**" if v > 100 * result["best"][k] else f"{v:.1f}" for v in values)
            first = f"{name} | {result['records']}" if k == 0 else " | "
            lines.append(f"| {first} | {measure} | {100 * result['best'][k]:.1f} | {cells} |")
    lines += [
        "",
        "## Wrong labels",
        "",
        f"In newsgroups {100 * NOISE:.0f} % of the labels are replaced at random, then `clade audit` orders all records.",
        "The share of the replaced ones that is found, in percent:",
        "",
        f"| seed | in the first {100 * NOISE:.0f} % | in the first {200 * NOISE:.0f} % |",
        "|---|---|---|",
    ]
    lines += [f"| {seed} | {100 * first:.1f} | {100 * twice:.1f} |" for seed, (first, twice) in audits.items()]
    return "\n".join(lines) + "\n"


def main():
    options = arguments()
    lab = Lab(options)
    check_data_folder(lab.sets, "./run labels")
    stored = lab.work / "results.json"
    results = json.loads(stored.read_text()) if stored.exists() else {"sets": {}, "audits": {}}
    for name in options.names or SETS:
        print(f"== {name}", flush=True)
        results["sets"][name] = measure_sets(lab, name)
        stored.write_text(json.dumps(results))
    for seed in SEEDS:
        print(f"== wrong labels, seed {seed}", flush=True)
        results["audits"][str(seed)] = measure_audit(lab, seed)
    stored.write_text(json.dumps(results))
    ordered = {name: results["sets"][name] for name in SETS if name in results["sets"]}
    (ROOT / "docs/lab/LABELS.md").write_text(page(ordered, results["audits"]))
    print("== wrote docs/lab/LABELS.md")


if __name__ == "__main__":
    main()
