#!/usr/bin/env python3
"""Trains with two clade programs, OLD and NEW, on the same data with the same options, and compares the models byte by
byte, and what predict, evaluate, explain, info and other commands print. Bytes of models may differ between processors,
so both run here, on data that OLD generates or that are made up. Exit code 1 if anything differs."""

import argparse
import filecmp
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
from same_models_cases import ALL  # noqa: E402
from same_models_data import make_sets  # noqa: E402

# What no two runs have in common: in JSON, times and memory.
UNLIKE = re.compile(rb'"(seconds|peak_memory_mb|memory_mb|memory_available_mb)":(\{[^}]*\}|[^,}]*)')
SECTIONS = [
    "header",
    "node names",
    "node parents",
    "added nodes",
    "classes",
    "predictable",
    "features",
    "score map",
    "unit names",
    "feature names",
    "counted features",
    "stop words",
    "weights",
    "weight rows",
    "weight block numbers",
    "weight blocks",
    "last weights",
    "last weight rows",
    "last weight block numbers",
    "last weight blocks",
    "support rows",
    "support features",
    "support values",
    "calibration",
    "packed dense rows",
    "packed rows",
    "packed units",
    "packed weights",
    "packed dense weights",
    "fingerprints",
]


class Broken(Exception):
    """The old program refuses a call: the list of combinations is wrong, or the program is not clade."""


def arguments():
    parser = argparse.ArgumentParser(prog="./run same-models", description=__doc__)
    parser.add_argument("old", nargs="?", metavar="OLD", help="the program that is right")
    parser.add_argument("new", nargs="?", metavar="NEW", help="the program to compare with it")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="these combinations; a part of the name will do"
    )
    parser.add_argument("--list", action="store_true", help="name the combinations and stop")
    parser.add_argument("--keep", metavar="DIR", help="leave data, models and answers there")
    parser.add_argument("--jobs", type=int, default=2, help="combinations at the same time (default 2)")
    options = parser.parse_args()
    if not options.list and options.new is None:
        parser.error("two programs are needed: OLD NEW")
    return options


def chosen(names):
    cases = [case for case in ALL if not names or any(name in case.name for name in names)]
    if not cases:
        sys.exit(f"same-models: no combination is called {' or '.join(names)}; --list names them")
    return sorted(cases, key=lambda case: not case.is_long)


class Paths(dict):
    """The files of a set by the names that steps have for them."""

    def __init__(self, data, case):
        super().__init__(model=case.model)
        self.data = data

    def __missing__(self, name):
        return self.data.path(name)


def run_steps(program, case, data, folder):
    """Runs all steps of a case in a folder of its own, where every answer becomes a file."""
    folder.mkdir(parents=True)
    paths = Paths(data, case)
    for number, step in enumerate(case.steps, 1):
        words = shlex.split(step.words.format_map(paths))
        if "--taxonomy" in words and not paths["taxonomy"]:
            words.remove("--taxonomy")
        words = [word for word in words if word]
        source = (folder / paths[step.input]).open("rb") if step.input else subprocess.DEVNULL
        done = subprocess.run([program, *words], cwd=folder, stdin=source, capture_output=True, check=False)
        if step.input:
            source.close()
        name = f"{number:02}-{words[0]}"
        (folder / f"{name}.out").write_bytes(UNLIKE.sub(rb'"\1":...', done.stdout))
        (folder / f"{name}.err").write_bytes(f"exit code {done.returncode}\n".encode() + done.stderr)
        if (done.returncode != 0) != step.fails:
            yield f"clade {' '.join(words)}: exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"


def sections(file):
    """The sections of a model file by name (docs/MODEL_FORMAT.md)."""
    content = file.read_bytes()
    count = struct.unpack_from("<I", content, 12)[0]
    found = {}
    for k in range(count):
        number, _, begin, length = struct.unpack_from("<IIQQ", content, 64 + 24 * k)
        name = SECTIONS[number - 1] if number <= len(SECTIONS) else f"section {number}"
        found[name] = content[begin : begin + length]
    return found


def difference(old, new):
    """In words, of two files."""
    if not new.exists() or not old.exists():
        return f"only the {'old' if old.exists() else 'new'} program writes it"
    if old.suffix == ".clade":
        a, b = sections(old), sections(new)
        return ", ".join(name for name in {**a, **b} if a.get(name) != b.get(name)) or "bytes between the sections"
    a, b = (UNLIKE.sub(rb'"\1":...', file.read_bytes()).splitlines() for file in (old, new))
    for number, (first, second) in enumerate(zip(a, b), 1):
        if first != second:
            at = next((k for k, (x, y) in enumerate(zip(first, second)) if x != y), min(len(first), len(second)))
            begin = max(0, at - 20)
            return f"line {number}: {first[begin:at + 60]!r}, now {second[begin:at + 60]!r}"
    return f"{len(a)} lines, now {len(b)}" if len(a) != len(b) else ""


def differences(old, new):
    """What differs in the files of two folders."""
    names = sorted({path.relative_to(root) for root in (old, new) for path in root.rglob("*") if path.is_file()})
    found = []
    for name in names:
        a, b = old / name, new / name
        if a.exists() and b.exists() and filecmp.cmp(a, b, shallow=False):
            continue
        words = difference(a, b)
        if words:
            found.append(f"{name}: {words}")
    return found


class Comparison:
    """Two programs, and the data that both get."""

    def __init__(self, options, folder):
        self.old, self.new = program(options.old), program(options.new)
        self.folder, self.is_kept = folder, bool(options.keep)
        (folder / "data").mkdir()
        self.sets = make_sets(self.old, folder / "data")

    def run(self, case):
        """What differs, and seconds."""
        began = time.monotonic()
        data = self.sets[case.set]
        old, new = self.folder / "old" / case.name, self.folder / "new" / case.name
        for problem in run_steps(self.old, case, data, old):
            raise Broken(problem)
        for _ in run_steps(self.new, case, data, new):
            pass  # exit codes are compared as everything else
        found = differences(old, new)
        if not self.is_kept:
            shutil.rmtree(old)
            shutil.rmtree(new)
        return found, time.monotonic() - began


def program(name):
    path = shutil.which(name)
    if path is None:
        sys.exit(f"same-models: there is no program '{name}'")
    return Path(path).resolve()


def report(case, answer):
    """Prints what became of a case and gives the word for it."""
    try:
        found, seconds = answer.result()
    except Broken as problem:
        print(
            f"BROKEN     {case.name}: an error of this script, not of NEW. OLD says:\n             {problem}",
            flush=True,
        )
        return "broken"
    print(f"{'DIFFERENT' if found else 'same':9}  {case.name} ({seconds:.1f} s)", flush=True)
    for words in found:
        print(f"             {words}", flush=True)
    return "different" if found else "same"


def compare(options, cases, folder):
    began = time.monotonic()
    comparison = Comparison(options, folder)
    count = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            for case, answer in [(case, pool.submit(comparison.run, case)) for case in cases]:
                count[report(case, answer)] += 1
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    broken = f", {count['broken']} broken" if count["broken"] else ""
    print(f"{count['same']} same, {count['different']} different{broken}, in {time.monotonic() - began:.0f} s")
    return 0 if count["same"] == len(cases) else 1


def main():
    options = arguments()
    cases = chosen(options.only)
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if options.keep:
        folder = Path(options.keep).resolve()
        if folder.exists():  # nothing of an earlier run may be taken for an answer
            sys.exit(f"same-models: --keep: {folder} exists already")
        folder.mkdir(parents=True)
        return compare(options, cases, folder)
    with tempfile.TemporaryDirectory(prefix="same-models-") as folder:
        return compare(options, cases, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
