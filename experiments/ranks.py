#!/usr/bin/env python3
"""Training over ranks beside one rank: epochs, seconds, bytes and gaps, as a table of Markdown.

Every rank has one thread. A line is (set, method, ranks): epochs, seconds of training, CPU seconds of all ranks,
megabytes that they sent in an epoch, the seconds that the rank that waited longest waited in an epoch, the gap, and
the primal value beside that of one rank. --namespaces gives every rank a network of its own with a limited line.
"""

import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys

import namespaces

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLADE = ROOT / "build/clade"
WORK = ROOT / "build/ranks"

NUMBERS = ["--method", "clade", "--kernel", "linear", "--scale", "none", "--normalize", "unit"]
# Set: file, taxonomy, methods with their words.
SETS = {
    "newsgroups": ("ng.jsonl", "newsgroups/taxonomy.tsv",
                   [["hsvm"], ["clade"], ["dnc"], ["hieron", "--update", "averaged", "--epochs", "5"]]),
    "debtags": ("debtags.jsonl", "debtags/taxonomy.tsv", [["hsvm"], ["clade", "--ngrams", "1"]]),
    "cellcycle_go": ("cellcycle_go.svm", "cellcycle_go/taxonomy.tsv", [NUMBERS[1:]]),
    "generated": ("generated/data.svm", "generated/taxonomy.tsv", [["hsvm"], ["clade"], ["dnc"]]),
}


def unpacked(source, target):
    if not target.exists():
        target.write_bytes(gzip.decompress(source.read_bytes()))
    return target


def prepare(data):
    WORK.mkdir(parents=True, exist_ok=True)
    for name, source in (("ng.jsonl", "newsgroups/docs.jsonl.gz"), ("debtags.jsonl", "debtags/docs.jsonl.gz"),
                         ("cellcycle_go.svm", "cellcycle_go/train.svm.gz")):
        unpacked(data / source, WORK / name)
    if not (WORK / "generated/data.svm").exists():
        subprocess.run([CLADE, "generate", "text", "--levels", "20,400,5000", "--n", "15000", "--length", "60",
                        "--words", "20000", "-o", WORK / "generated", "--quiet"], check=True)


def train(words, file, taxonomy, ranks, tolerance, launch=None):
    trace, model = WORK / "trace.jsonl", WORK / f"model{ranks}.clade"
    trace.write_text("")
    command = [str(CLADE), "train", str(file), "--taxonomy", str(taxonomy), "--method", *words, "-o", str(model),
               "--json", "--threads", "1", "--calibrate-folds", "0", "--trace", str(trace)]
    if tolerance and "--update" not in words:
        command += ["--tolerance", str(tolerance)]
    if ranks > 1:
        launch = launch or ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca",
                            "mpi_yield_when_idle", "1", "-n", str(ranks)]
        command = [*launch, *command]
        command.remove("--calibrate-folds")
        command.remove("0")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if answer.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{answer.stderr}")
    found = json.loads(answer.stdout)
    found["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    found["waited"] = sum(line.get("seconds_waited", 0) for line in lines)
    found["sent"] = sum(line.get("bytes_sent", 0) for line in lines) / 1e6
    found["bytes"] = model.read_bytes()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("CLADE_DATA", "data"))
    parser.add_argument("--tolerance", type=float, default=0.01)
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--namespaces", action="store_true")
    parser.add_argument("--rate", default="1gbit", help="of each line, as tc has it")
    parser.add_argument("--methods", help="only these, separated by commas")
    parser.add_argument("sets", nargs="*", default=list(SETS))
    options = parser.parse_args()
    data = pathlib.Path(options.data).resolve()
    prepare(data)
    counts = list(map(int, options.ranks.split(",")))
    if options.namespaces:
        namespaces.enter()
        namespaces.make(max(counts), options.rate)
    print("| set | method | ranks | epochs | train s | CPU s | MB an epoch | waited s an epoch | gap | primal / one rank's |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    for name in options.sets:
        file, taxonomy, methods = SETS[name]
        taxonomy = WORK / taxonomy if name == "generated" else data / taxonomy
        for words in methods:
            if options.methods and words[0] not in options.methods.split(","):
                continue
            first = None
            for ranks in counts:
                launch = namespaces.mpirun(ranks, WORK) if options.namespaces else None
                found = train(words, WORK / file, taxonomy, ranks, options.tolerance, launch)
                first = first or found
                objective = found.get("objective")
                gap = f"{objective['relative_gap']:.4f}" if objective else ""
                against = f"{objective['primal'] / first['objective']['primal']:.4f}" if objective else ""
                if words[0] == "dnc":
                    against += " same bytes" if found["bytes"] == first["bytes"] else " other bytes"
                epochs = max(1, found["epochs"])
                sent, waited = (0, 0) if words[0] == "dnc" else (found["sent"] / epochs, found["waited"] / epochs)
                print(f"| {name} | {words[0]} | {ranks} | {found['epochs']} | {found['seconds']['train']:.2f} | "
                      f"{found['cpu']:.1f} | {sent:.2f} | {waited:.3f} | {gap} | {against} |", flush=True)


if __name__ == "__main__":
    main()
