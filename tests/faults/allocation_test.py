#!/usr/bin/env python3
"""allocation_test.py CLADE INTERPOSER [--points N] [--seed N]: memory that runs out.

Runs commands with one allocation that fails, at N points of each, and with all behind it failing,
too. Each must end with exit code 5 and leave the file that was there, or go on and write what it
writes otherwise; it may never crash, and never leave a half file or a temporary one.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

DATA = "a1 1:1 3:0.5\na1 1:0.9\na2 2:1 3:0.5\na2 2:0.8\nb 4:1\nb 1:0.1 4:0.7\n" * 4
TAXONOMY = "r\ta\na\ta1\na\ta2\nr\tb\n"
TEXTS = "".join(
    '{"id":"%d","labels":["%s"],"text":"%s common words %d"}\n' % (i, c, c, i % 5)
    for i in range(6) for c in ("a1", "a2", "b"))

OUT = "out.pack"  # what each command writes; only one looks at the ending

# Words of each command.
COMMANDS = {
    "train": "train data.svm --taxonomy t.tsv -o OUT",
    "train texts": "train texts.jsonl --taxonomy t.tsv -o OUT",
    "train hsvm": "train data.svm --taxonomy t.tsv --method hsvm -o OUT",
    "train rbf": "train data.svm --taxonomy t.tsv --method hsvm --kernel rbf -o OUT",
    "train probabilities": "train data.svm --taxonomy t.tsv --method svm --calibrate-folds 2 -o OUT",
    "train topdown-svm": "train data.svm --taxonomy t.tsv --method topdown-svm -o OUT",
    "train dnc": "train data.svm --taxonomy t.tsv --method dnc -o OUT",
    "train orthogonal": "train data.svm --taxonomy t.tsv --method orthogonal -o OUT",
    "train hieron": "train data.svm --taxonomy t.tsv --method hieron -o OUT",
    "update": "update online.clade data.svm -o OUT",
    "prune": "prune model.clade --keep 1 -o OUT",
    "predict": "predict model.clade data.svm -o OUT",
    "evaluate": "evaluate model.clade data.svm --json",
    "explain": "explain texts.clade texts.jsonl --html OUT",
    "pack": "pack data.svm -o OUT",
    "convert": "taxonomy convert t.tsv -o OUT --to obo",
    "check": "check data.svm --taxonomy t.tsv",
    "info": "info model.clade",
}


class Runs:
    def __init__(self, clade: str, interposer: str, folder: pathlib.Path):
        self.clade, self.interposer, self.folder = clade, interposer, folder
        (folder / "data.svm").write_text(DATA)
        (folder / "t.tsv").write_text(TAXONOMY)
        (folder / "texts.jsonl").write_text(TEXTS)
        for words in ("train data.svm --taxonomy t.tsv --method hsvm -o model.clade",
                      "train data.svm --taxonomy t.tsv --method perceptron -o online.clade",
                      "train texts.jsonl --taxonomy t.tsv -o texts.clade"):
            subprocess.run([clade, *words.split(), "--quiet"], cwd=folder, check=True)
        self.kept = {path.name for path in folder.iterdir()}

    def run(self, words: str, **environment: str) -> subprocess.CompletedProcess:
        words = [word.replace("OUT", OUT) for word in words.split()]
        if words[0] in ("train", "update", "evaluate", "predict", "check", "pack"):
            words += ["--threads", "1"]
        return subprocess.run([self.clade, *words], cwd=self.folder, capture_output=True, timeout=60,
                              env={**os.environ, **environment, "LD_PRELOAD": self.interposer})

    def output(self) -> bytes:
        out = self.folder / OUT
        return out.read_bytes() if out.exists() else b""

    def count(self, words: str) -> tuple[int, bytes]:
        """The allocations of a run to its end, and what it wrote."""
        (self.folder / OUT).unlink(missing_ok=True)
        done = self.run(words, CLADE_ALLOCATIONS="count")
        assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
        number = int((self.folder / "count").read_text())
        (self.folder / "count").unlink()
        return number, self.output()

    def problem(self, words: str, at: int, every: bool, whole: bytes) -> str:
        """What a run with failing allocations did wrong; "" for nothing."""
        (self.folder / OUT).write_bytes(b"old")
        environment = {"CLADE_FAIL_AT": str(at)}
        if every:
            environment["CLADE_FAIL_ALL"] = "1"
        done = self.run(words, **environment)
        out = self.output()
        said = done.stderr.decode(errors="replace").strip().splitlines()
        left = {path.name for path in self.folder.iterdir()} - self.kept - {OUT}
        for name in left:
            (self.folder / name).unlink()
        if left:
            return f"left {sorted(left)}"
        if done.returncode == 0:
            return "" if out in (whole, b"old") else "wrote something else"
        if done.returncode != 5:
            return f"exit code {done.returncode}: {said[-1] if said else ''}"
        if out not in (b"old", whole):
            return "left a half file"
        return "" if said else "said nothing"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("clade")
    parser.add_argument("interposer")
    parser.add_argument("--points", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    random.seed(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="clade-test-"))
    tried, problems = 0, []
    try:
        runs = Runs(os.path.abspath(options.clade), os.path.abspath(options.interposer), folder)
        for name, words in COMMANDS.items():
            if options.only not in name:
                continue
            number, whole = runs.count(words)
            points = range(1, number + 1)
            if number > options.points:
                points = sorted(random.sample(points, options.points))
            for at in points:
                for every in (False, True):
                    tried += 1
                    problem = runs.problem(words, at, every, whole)
                    if problem:
                        problems.append(f"{name}: allocation {at} of {number}"
                                        f"{' and all behind it' if every else ''}: {problem}")
    finally:
        shutil.rmtree(folder)
    print(f"{tried} runs with allocations that fail, {len(problems)} of them wrong")
    print("\n".join(problems[:200]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
