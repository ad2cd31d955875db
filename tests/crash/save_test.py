#!/usr/bin/env python3
"""Kills commands between any two system calls of what they write: the old file or the new one is there, whole.

  save_test.py build/clade INTERPOSER [--kills 1000]

Then the same calls fail one after the other (no space): a clear error, and the old file as it was.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from errno import ENOSPC
from pathlib import Path

import made

NO_SPACE = os.strerror(ENOSPC)


class Failed(Exception):
    pass


# By name: what is written, by which words; FILE is that file, others lie in the folder.
SAVES = {
    "model": "train few.jsonl --taxonomy tree.tsv --method svm -o FILE",
    "large model": "train texts.jsonl --taxonomy tree.tsv --min-df 1 --ngrams 2 --method perceptron -o FILE",
    "online model": "update online.clade few.jsonl -o FILE",
    "pruned model": "prune svm.clade -o FILE",
    "predictions": "predict svm.clade few.jsonl -o FILE",
    "report": "evaluate svm.clade few.jsonl --report FILE",
    "explanation": "explain svm.clade few.jsonl --html FILE",
    "pack": "pack few.svm -o FILE.pack",
    "data": "convert few.jsonl -o FILE.svm",
    "taxonomy": "taxonomy convert tree.tsv -o FILE.json",
    "comparison": "compare few.jsonl --taxonomy tree.tsv --methods 'svm; perceptron' --report FILE",
}


class Save:
    def __init__(self, program, interposer, folder, name):
        self.name, self.folder, self.interposer = name, folder, interposer
        words = SAVES[name].replace("'svm; perceptron'", "svm;perceptron").split()
        self.file = next(word for word in words if "FILE" in word).replace("FILE", "file")
        self.words = [program, *[self.file if "FILE" in word else word for word in words]]
        self.path = folder / self.file
        self.calls = self.count()
        self.new = self.path.read_bytes()

    def run(self, **environment):
        return subprocess.run(self.words, cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "LD_PRELOAD": str(self.interposer), **environment})

    def count(self):
        counts = self.folder / "calls.txt"
        done = self.run(CLADE_CALLS_FILE=str(counts))
        if done.returncode != 0:
            raise Failed(f"{self.name}: exit {done.returncode}: {done.stderr}")
        return int(counts.read_text())

    def tidy(self):
        begun = list(self.folder.glob("*.tmp-*"))
        for path in begun:
            path.unlink()
        return begun

    def begin(self, old):
        if old is None:
            self.path.unlink(missing_ok=True)
        else:
            self.path.write_bytes(old)

    def kill_at(self, call, old):
        """Whether the new file is there."""
        self.begin(old)
        done = self.run(CLADE_CALL=str(call))
        if done.returncode != -signal.SIGKILL:
            raise Failed(f"{self.name}: call {call}: exit {done.returncode}: {done.stderr}")
        self.tidy()
        now = self.path.read_bytes() if self.path.exists() else None
        if now not in (old, self.new) and not self.differs_by_time(now):
            raise Failed(f"{self.name}: killed before call {call}: the file is neither the old nor the new one")
        return now != old

    def differs_by_time(self, now):
        """Pages say when they were made, and how long it took."""
        return now is not None and self.name in ("report", "explanation", "comparison") and now.endswith(b"</html>\n")

    def fail_at(self, call, old):
        self.begin(old)
        done = self.run(CLADE_CALL=str(call), CLADE_ERRNO=str(ENOSPC))
        now = self.path.read_bytes() if self.path.exists() else None
        begun = self.tidy()
        if done.returncode == 0:  # the last call: the folder of a file that is in its place
            if now in (self.new,) or self.differs_by_time(now):
                return
            raise Failed(f"{self.name}: call {call} failed, and nothing was said")
        if done.returncode != 5 or NO_SPACE not in done.stderr:
            raise Failed(f"{self.name}: call {call} failed: exit {done.returncode}: {done.stderr}")
        if now != old:
            raise Failed(f"{self.name}: call {call} failed: the old file has changed")
        if begun:
            raise Failed(f"{self.name}: call {call} failed: {begun[0].name} was left")


def prepare(program, folder):
    made.make(folder)
    for model, method in (("svm", "svm"), ("online", "perceptron")):
        subprocess.run([program, "train", "few.jsonl", "--taxonomy", "tree.tsv", "--method", method, "-o",
                        f"{model}.clade", "--quiet"], cwd=folder, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("interposer")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--save", nargs="*", default=list(SAVES))
    options = parser.parse_args()
    program, interposer = Path(options.program).resolve(), Path(options.interposer).resolve()
    folder = Path(tempfile.mkdtemp(prefix="clade-saves-"))
    try:
        prepare(program, folder)
        saves = [Save(program, interposer, folder, name) for name in options.save]
        kills = new = 0
        while kills < options.kills:
            for save in saves:
                for call in range(1, save.calls + 1):
                    for old in (b"old", None):
                        if kills < options.kills:
                            new += save.kill_at(call, old)
                            kills += 1
        for save in saves:
            for call in range(1, save.calls + 1):
                save.fail_at(call, b"old")
        print(", ".join(f"{save.name} {save.calls}" for save in saves))
        print(f"{kills} kills between the calls of {len(saves)} saves: {kills - new} times the old file, {new} times "
              f"the new; {sum(save.calls for save in saves)} calls that failed: the old file each time")
    except Failed as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
