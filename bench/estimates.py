#!/usr/bin/env python3
"""How good the estimates of `clade train --dry-run` are: estimate beside measurement, case by case.

    bench/estimates.py build/clade FOLDER [--cap 60] [--only WORD] [--json FILE]

Every case is trained on one thread, for at most --cap seconds; a case that is cut off there counts
as good where the estimate is at least a third of the cap. Seconds are of the processor, so that
other processes do not matter.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

TEXT = ["newsgroups", "clinc150", "trec_questions", "amazon_reviews", "debtags", "wordnet_physical", "wos1k"]
VECTORS = ["cellcycle_funcat", "cellcycle_go", "church_funcat", "enron_corr", "enzyme_ec", "gasch1_funcat", "gasch1_go",
           "imclef07a", "lshtc2010_descriptions", "lshtc2010_pages", "pheno_funcat", "pheno_go", "rcv1_k500",
           "rcv1_subset1", "spo_funcat", "spo_go"]
CASES = [(name, "") for name in TEXT + VECTORS]
CASES += [(name, "--normalize unit") for name in ("pheno_go", "pheno_funcat", "cellcycle_funcat", "church_funcat", "imclef07a")]
CASES += [(name, "--method hsvm") for name in ("newsgroups", "lshtc2010_pages", "enron_corr", "imclef07a")]
CASES += [("imclef07a", "--method hsvm --kernel rbf"), ("rcv1_k500", "--kernel rbf --gamma 1 --normalize unit"),
          ("church_funcat", "--kernel rbf --normalize unit")]
CASES += [("wos1k", "--method dnc"), ("amazon_reviews", "--method dnc"), ("clinc150", "--method perceptron"),
          ("wordnet_physical", "--method hieron"), ("amazon_reviews", "--method topdown-svm"),
          ("trec_questions", "--C 10"), ("clinc150", "--tolerance 1e-4"), ("wos1k", "--C auto"),
          ("trec_questions", "--calibrate"), ("rcv1_subset1", "--bias free"), ("amazon_reviews", "--method topdown-psi")]


def files_of(folder):
    texts = folder / "docs.jsonl.gz"
    return texts if texts.exists() else folder / "train.svm.gz"


def run(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), cpu


def measure(clade, data, case, cap):
    name, options = case
    folder = data / name
    call = [clade, "train", files_of(folder), "--taxonomy", folder / "taxonomy.tsv", "--threads", "1", "--quiet", "--json",
            *options.split()]
    dry, dry_cpu = run([*call, "--dry-run"])
    with tempfile.TemporaryDirectory() as work:
        trained, cpu = run([*call, "--max-seconds", str(cap), "-o", os.path.join(work, "model")])
    seconds = trained["seconds"]
    share = min(1.0, cpu / seconds["total"])
    return {"case": f"{name} {options}".strip(), "estimate": dry["estimate"]["seconds"], "seconds": share * seconds["train"],
            "is_cut": trained["stopped"] == "max-seconds", "epochs": trained["epochs"], "dry_run": dry_cpu}


def is_good(row):
    ratio = row["estimate"] / row["seconds"]
    return ratio >= 1 / 3 and (row["is_cut"] or ratio <= 3 or max(row["estimate"], row["seconds"]) < 0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clade", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--cap", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    rows = []
    print(f"{'case':<44} {'seconds':>9} {'estimate':>9} {'ratio':>6} {'epochs':>7}")
    for case in CASES:
        if args.only not in " ".join(case):
            continue
        row = measure(args.clade, args.data, case, args.cap)
        rows.append(row)
        seconds = f"{'>' if row['is_cut'] else ''}{row['seconds']:.2f}"
        print(f"{row['case']:<44} {seconds:>9} {row['estimate']:>9.2f} {row['estimate'] / row['seconds']:>6.2f} "
              f"{row['epochs']:>7}{'' if is_good(row) else '  off'}", flush=True)
    print(f"{sum(map(is_good, rows))} of {len(rows)} within a factor of 3")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
