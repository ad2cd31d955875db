#!/usr/bin/env python3
"""Kills trainings by kill -9 at random moments: the same command goes on, and the model has the same bytes.

  train_test.py build/clade [--kills 200] [--seed 0] [--case NAME...]
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import made

MOST_KILLS_OF_A_RUN = 6


class Failed(Exception):
    pass


class Case:
    def __init__(self, program, folder, name):
        data, options = made.CASES[name]
        self.name, self.folder = name, folder
        self.words = [program, "train", str(folder / data), "--taxonomy", str(folder / "tree.tsv"), *options.split(),
                      "--quiet", "--threads", "2"]
        self.kills = self.resumed = self.rounds = 0
        start = time.monotonic()
        self.expected = self.run([], folder / f"{name}.clade")
        self.seconds = time.monotonic() - start

    def run(self, more, model):
        done = subprocess.run([*self.words, "-o", str(model), *more], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{self.name}: exit {done.returncode}: {done.stderr}")
        return model.read_bytes()

    def round(self, draw, most):
        """Kills one training up to so many times, then lets it end. Returns how often it was killed."""
        model, store = self.folder / "model.clade", self.folder / "store"
        every = draw.choice(["0.02s", "0.05s", "0.3s"])
        words = ["--checkpoint", str(store), "--checkpoint-every", every]
        self.rounds += 1
        kills = 0
        while kills < most:
            process = subprocess.Popen([*self.words, "-o", str(model), *words], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            try:
                _, errors = process.communicate(timeout=draw.uniform(0.02, 0.02 + self.seconds))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                self.resumed += any(store.glob("*.state")) or any(store.glob("*.result"))
                continue
            if process.returncode != 0:
                raise Failed(f"{self.name}: exit {process.returncode}: {errors}")
            break
        else:
            self.run(words, model)
        if model.read_bytes() != self.expected:
            raise Failed(f"{self.name}: another model after {kills} kills, checkpoints every {every}")
        if store.exists():
            raise Failed(f"{self.name}: the checkpoint is still there: {sorted(p.name for p in store.iterdir())}")
        model.unlink()
        self.kills += kills
        print(f"{self.name}: {kills} kills, checkpoints every {every}: the same bytes", file=sys.stderr, flush=True)
        return kills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", nargs="*", default=list(made.CASES))
    options = parser.parse_args()
    draw = random.Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="clade-crash-"))
    try:
        made.make(folder)
        cases = [Case(options.program, folder, name) for name in options.case]
        left = options.kills
        while left > 0:
            # The one that was killed least often, and of several the one that was tried least often.
            case = min(cases, key=lambda case: (case.kills, case.rounds))
            left -= case.round(draw, min(left, MOST_KILLS_OF_A_RUN))
        for case in cases:
            print(f"{case.name:14} {case.seconds:5.1f} s  {case.kills:4} kills, {case.resumed:4} with a checkpoint")
        total = sum(case.kills for case in cases)
        print(f"{total} kills of {len(cases)} trainings: the same bytes each time")
    except Failed as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
