#!/usr/bin/env python3
"""Writes docs/lab/RESULTS.md: clade as it comes, and what it finds within five minutes, beside what other programs reach on the
same splits, as they come and tuned."""

import argparse
import hashlib
import json
import os
import signal
import sys
import time
from pathlib import Path

from frame.lab import ROOT, Failed, Lab, NotAvailable, add_data_option, check_data_folder, data_folder, write
from frame.statistics import mean
from peers import registry, store
from peers.environment import Environment
from results_data import answers_of, parts_of, taxonomy_of
from results_measure import known_columns, measure_tables, node_probabilities, summary
from results_page import page
from results_peers import Run, run_peers
from results_sets import SETS

# The rows of clade by name: what is typed beside data and taxonomy.
ROWS = {"default": [], "budget": ["--budget", "5m"]}


def arguments():
    parser = argparse.ArgumentParser(prog="./run results", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="SET", help="which sets (default: all)")
    add_data_option(parser)
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", default="build/results", help="where runs are kept")
    parser.add_argument("--fresh", action="store_true", help="run again what is finished")
    parser.add_argument("--budget", action="store_true", help="also clade train --budget 5m, five minutes for each split")
    parser.add_argument("--page", action="store_true", help="run nothing, make the page from what is stored")
    peers = parser.add_argument_group("other programs, in place of clade")
    peers.add_argument("--peers", action="store_true", help="set the other programs up and run them, untuned and tuned")
    peers.add_argument("--only", metavar="PEER,...", help="which of them")
    peers.add_argument("--tuning", choices=("both", "untuned", "tuned"), default="both")
    peers.add_argument("--seconds", type=float, default=300, help="wall time of one tuned peer on one split (default: 300)")
    peers.add_argument("--limit", type=float, default=300,
                       help="an untuned run that takes longer is ended and left out (default: 300 s)")
    peers.add_argument("--environment", default="build/peers/environment", help="where the programs are set up")
    peers.add_argument("--stored", default=str(store.FOLDER), help="where their files are")
    return parser.parse_args()


def measure(lab, one, parts, words):
    """Trains clade on one part and measures it on the other."""
    taxonomy = taxonomy_of(lab, one)

    def make():
        name = hashlib.sha256(json.dumps([one.name, str(parts.train), words]).encode()).hexdigest()[:16]
        model, scores, sets, nodes = (lab.work / "models" / f"{name}.{end}" for end in ("clade", "scores", "sets", "nodes"))
        began = time.monotonic()
        trained = json.loads(lab.call("train", *parts.to_train(), "--taxonomy", taxonomy, *words, "-o", model, "--json",
                                      "--quiet"))
        seconds = time.monotonic() - began
        scores.write_text(known_columns(lab.call("predict", model, *parts.to_test(), "--scores"),
                                        answers_of(one, parts, taxonomy)))
        sets.write_text(lab.call("predict", model, *parts.to_test()))
        probabilities = node_probabilities(lab, model, parts) if one.kind != "single" else None
        if probabilities is not None:
            nodes.write_text(probabilities)
        found = measure_tables(lab, one, parts, taxonomy, scores, sets, nodes if probabilities is not None else None)
        for file in (model, scores, sets, nodes):
            file.unlink(missing_ok=True)
        return {"metrics": found, "seconds": seconds, "chosen": trained.get("chosen"),
                "auprc_of": "scores" if probabilities is None else "probabilities"}
    return lab.kept(["clade", one.name, [str(p) for p in parts.train], words, one.auprc_from], make)


def run_row(lab, one, words):
    runs = [measure(lab, one, parts, words) for parts in parts_of(lab, one)]
    return {"options": words, "metrics": summary([run["metrics"] for run in runs]), "folds": len(runs),
            "seconds": mean([run["seconds"] for run in runs]), "auprc_of": runs[0]["auprc_of"],
            "chosen": [run["chosen"] for run in runs if run["chosen"]]}


def named(names, known, what):
    """The ones of these names, or all; ends the program where there is none."""
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"./run results: there is no {what}'{unknown[0]}'; there are: {', '.join(known)}")
    return [known[name] for name in names] or list(known.values())


def run_clade(lab, sets, options, results):
    """Fills `results`; gives how many sets failed."""
    failures = 0
    for number, one in enumerate(sets, 1):
        for row in ROWS if options.budget else ["default"]:
            began = time.monotonic()
            try:
                results.setdefault(one.name, {})[row] = run_row(lab, one, ROWS[row])
                what = "done"
            except NotAvailable as absent:
                what = f"left out: {absent}"
            except Failed as failure:
                what, failures = f"FAILED: {failure}", failures + 1
            print(f"results: [{number}] {one.name}, {row}: {what}, {time.monotonic() - began:.0f} s", flush=True)
            write_all(results, options)
    return failures


def write_all(results, options):
    stored_peers = {one.name: store.load_all(one.name, Path(options.stored)) for one in SETS}
    write(ROOT / "docs/lab/results.json", json.dumps(store.rounded(results), indent=1) + "\n")
    write(ROOT / "docs/lab/RESULTS.md", page(results, stored_peers, SETS))


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that programs that were started are ended, too
    options = arguments()
    sets = named(options.names, {one.name: one for one in SETS}, "")
    usual = {peer.name: peer for peer in registry.PEERS if peer.usual or options.only}
    chosen = named(options.only.split(",") if options.only else [], usual, "peer ")
    stored = ROOT / "docs/lab/results.json"
    results = json.loads(stored.read_text()) if stored.exists() else {}
    failures = 0
    if not options.page:
        data = data_folder(options.data)
        check_data_folder(data, "./run results")
        work = (ROOT / options.work).resolve()
        if options.fresh and not options.peers:
            for kept in (work / "runs").glob("*.json"):
                kept.unlink()
        lab = Lab(Path(options.clade).resolve(), work, data)
        if options.peers:
            environment = Environment(ROOT / options.environment)
            environment.set_up()
            tuned = {"both": (False, True), "untuned": (False,), "tuned": (True,)}[options.tuning]
            failures = run_peers(lab, environment, sets, chosen, tuned,
                                 Run(options.seconds, options.limit, options.fresh, Path(options.stored).resolve()))
        else:
            failures = run_clade(lab, sets, options, results)
    write_all(results, options)
    print(f"results: wrote {os.path.relpath(ROOT / 'docs/lab/RESULTS.md')}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
