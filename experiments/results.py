#!/usr/bin/env python3
"""Writes docs/lab/RESULTS.md: clade's default, and the configuration that cross-validation on the training part chooses, beside
what other programs reach on the same splits."""

import argparse
import gzip
import hashlib
import json
import os
import sys
import time
from pathlib import Path

from frame.lab import ROOT, Failed, Lab, NotAvailable, add_data_option, check_data_folder, data_folder, write
from frame.statistics import deviation, mean
from results_page import page
from results_sets import SETS


def arguments():
    parser = argparse.ArgumentParser(prog="./run results", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="SET", help="which sets (default: all)")
    add_data_option(parser)
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", default="build/results", help="where runs are kept")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have finished")
    return parser.parse_args()


def is_test(key, fold=0):
    """The fixed random split of sets that have none: by the md5 of an id or of a line's number."""
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % 5 == fold


def split_by_hash(lab, source, fold):
    """train.jsonl and test.jsonl of one of five folds."""
    def make(folder):
        parts = {True: [], False: []}
        with gzip.open(source / "docs.jsonl.gz", "rt") as stream:
            for line in stream:
                parts[is_test(json.loads(line)["id"], fold)].append(line)
        (folder / "test.jsonl").write_text("".join(parts[True]))
        (folder / "train.jsonl").write_text("".join(parts[False]))
    return lab.folder(f"{source.name}-fold{fold}", make)


def parts_of(lab, one):
    """(training files, test files, further words for reading them), once for each fold."""
    source = lab.data_set(one.name)
    if one.splitting == "hash":
        folders = [split_by_hash(lab, source, fold) for fold in one.folds]
        return [([f / "train.jsonl"], [f / "test.jsonl"], []) for f in folders]
    if one.splitting == "field":
        docs = source / "docs.jsonl.gz"
        return [([docs], [docs], ["--split", "train,valid"])]
    if one.kind == "genes":
        return [(with_ancestors(lab, one, source), [source / "test.svm.gz"], [])]
    train = [source / f"{part}.svm.gz" for part in ("train", "valid") if (source / f"{part}.svm.gz").exists()]
    return [(train, [source / "test.svm.gz"], [])]


def with_ancestors(lab, one, source):
    """Training files whose labels list their ancestors, too: a problem for each node, as the other programs have it."""
    def make(folder):
        parents = {}
        for line in (source / "taxonomy.tsv").read_text().splitlines():
            parent, child = line.split("\t")
            parents.setdefault(child, []).append(parent)

        def up(node):
            return {node}.union(*(up(parent) for parent in parents.get(node, []))) - {"root"}
        for part in ("train", "valid"):
            with gzip.open(source / f"{part}.svm.gz", "rt") as stream, (folder / f"{part}.svm").open("w") as out:
                for line in stream:
                    labels, _, row = line.partition(" ")
                    out.write(",".join(sorted(set().union(*map(up, labels.split(","))))) + " " + row)
    folder = lab.folder(f"{one.name}-nodes", make)
    return [folder / "train.svm", folder / "valid.svm"]


def labels_in(paths, split=None):
    """The labels of these files, of one split where their records say it."""
    found = set()
    for path in paths:
        opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
        with opened as stream:
            for line in stream:
                if ".jsonl" in path.name:
                    record = json.loads(line)
                    found.update(record["labels"])
                else:
                    found.update(line.split(" ", 1)[0].split(","))
    return found


def known_columns(table, known):
    """The scores of labels that training or test data have; other nodes are no answers to the other programs."""
    rows = [line.split("\t") for line in table.splitlines()]
    kept = [i for i, name in enumerate(rows[0]) if i == 0 or name in known]
    return "\n".join("\t".join(row[i] for i in kept) for row in rows) + "\n"


def measure(lab, one, parts, words):
    """Trains on a part and measures on the other, with labels at inner nodes as they are."""
    train, test, reading = parts
    taxonomy = lab.data_set(one.name) / "taxonomy.tsv"

    def make():
        folder = lab.work / "models"
        name = hashlib.sha256(json.dumps([one.name, str(train), words]).encode()).hexdigest()[:16]
        model, scores, sets = (folder / f"{name}{end}" for end in (".clade", ".scores", ".sets"))
        began = time.monotonic()
        trained = json.loads(lab.call("train", *train, *reading, "--taxonomy", taxonomy, "--method", *words.split(),
                                      "-o", model, "--json", "--quiet"))
        seconds = time.monotonic() - began
        # Without this option test data are the records that say so.
        to_test = ["--split", "test"] if reading else []
        scores.write_text(known_columns(lab.call("predict", model, *test, *to_test, "--scores"),
                                        labels_in([*train, *test])))
        sets.write_text(lab.call("predict", model, *test, *to_test))
        more = ["--auprc-from-level", one.auprc_from]
        found = json.loads(lab.call("evaluate", "--scores", scores, "--predictions", sets, "--truth", *test, *to_test,
                                    "--taxonomy", taxonomy, "--label-nodes", "all", "--json", *more))
        for file in (model, scores, sets):
            file.unlink()
        return {"metrics": found["metrics"], "seconds": seconds, "train": trained["seconds"]}
    return lab.kept(["measure", one.name, [str(p) for p in train], words, one.auprc_from], make)


def chosen(lab, one, parts):
    """The default, or the candidate that is best on folds of the training part, where it is better beyond chance."""
    if len(one.candidates) == 1:
        return one.candidates[0], {}
    train, _, reading = parts
    taxonomy = lab.data_set(one.name) / "taxonomy.tsv"
    candidates = [one.default] + [words for words in one.candidates if words != one.default]
    splits = ["--test", train[-1]] if one.kind == "genes" else ["--folds", one.choice_folds]
    train = train[:-1] if one.kind == "genes" else train  # these sets have a part for choosing
    words = ["compare", *train, *reading, "--taxonomy", taxonomy, *splits, "--methods", "; ".join(candidates),
             "--auprc-from-level", one.auprc_from]
    run = lab.work / "runs" / hashlib.sha256(json.dumps(words, default=str).encode()).hexdigest()[:24]
    found = lab.kept(words, lambda: json.loads(lab.call(*words, "--json", "--quiet", "--run", run)))
    values = {m["method"]: m["metrics"][one.choose_by]["mean"] for m in found["methods"]}
    better = {m["method"]: values[m["method"]] for m in found["methods"][1:] if is_better(m, one.choose_by)}
    return max(better, key=better.get) if better else one.default, values


def is_better(method, measure):
    """Than the default, by the paired permutation test after correction; AUPRC is no mean that could be tested so."""
    against = method["against_first"][measure]
    return against["difference"] > 0 and against.get("p_permutation_corrected", 0) < 0.05


def run_set(lab, one):
    folds = parts_of(lab, one)
    default = [measure(lab, one, parts, one.default) for parts in folds]
    choices = [chosen(lab, one, parts) for parts in folds]
    best = [measure(lab, one, parts, words) for parts, (words, _) in zip(folds, choices)]
    return {"default": summary(default), "best": summary(best), "chosen": [words for words, _ in choices],
            "cross_validation": [values for _, values in choices], "default_words": one.default}


def summary(runs):
    names = set.intersection(*(set(run["metrics"]) for run in runs))
    return {"seconds": mean([run["seconds"] for run in runs]), "folds": len(runs),
            **{name: [mean([run["metrics"][name] for run in runs]), deviation([run["metrics"][name] for run in runs])]
               for name in sorted(names)}}


def main():
    options = arguments()
    known = {one.name: one for one in SETS}
    unknown = [name for name in options.names if name not in known]
    if unknown:
        sys.exit(f"./run results: there is no '{unknown[0]}'; there are: {', '.join(known)}")
    work = (ROOT / options.work).resolve()
    data = data_folder(options.data)
    check_data_folder(data, "./run results")
    lab = Lab(Path(options.clade).resolve(), work, data)
    stored = ROOT / "docs/lab/results.json"
    results = {} if options.fresh or not stored.exists() else json.loads(stored.read_text())
    failures = 0
    for number, one in enumerate([known[name] for name in options.names] or SETS, 1):
        began = time.monotonic()
        try:
            results[one.name] = run_set(lab, one)
            what = "done"
        except NotAvailable as absent:
            what = f"left out: {absent}"
        except Failed as failure:
            what, failures = f"FAILED: {failure}", failures + 1
        print(f"results: [{number}] {one.name}: {what}, {time.monotonic() - began:.0f} s", flush=True)
        write(stored, json.dumps(results, indent=1) + "\n")
        write(ROOT / "docs/lab/RESULTS.md", page(results, SETS))
    print(f"results: wrote {os.path.relpath(ROOT / 'docs/lab/RESULTS.md')}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
