#!/usr/bin/env python3
"""Runs the examples of a page and compares their output:
  scripts/run_examples.py docs/TUTORIAL.md [--clade build/clade] [--work FOLDER] [--write] [--skip TEXT]...

An example is a block of code with lines `$ command`, each followed by its output; blocks marked `sh` are run
as they are, and must succeed. A block below `<!-- file: NAME -->` is the content of that file, and of `<!-- file: NAME;
COMMAND -->` the command must succeed then, as that of `<!-- run: COMMAND -->` must. A command that ends in `&` goes on in the background until the page ends: its first line is compared.
A page's port 8080 is a free one in truth. Times, sizes of files and memory may differ, and numbers with a point by half a percent or two
units of their last digit: what the tolerance of training leaves open. With --write the page gets the new output."""

import argparse
import difflib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path)
    parser.add_argument("--clade", type=Path, default=ROOT / "build/clade", help="the program")
    parser.add_argument("--work", type=Path, help="where the examples run; a fresh folder unless given")
    parser.add_argument("--write", action="store_true", help="put the new output into the page")
    parser.add_argument("--skip", action="append", default=[], metavar="TEXT", help="leave out commands with this text")
    return parser.parse_args()


def without_times(line):
    """A line of output without what differs from run to run."""
    line = re.sub(r"\d[\d.e+-]* s\b", "T s", line)
    line = re.sub(r'"at":"\d{4}-\d\d-\d\dT[\d:.]+Z"', '"at":T', line)
    line = re.sub(r'"(seconds|load|train|total|peak_memory_mb)":[\d.e+-]+', r'"\1":T', line)
    line = re.sub(r"[\d.]+ ([kMG]B|bytes)\b", "N B", line)
    return line.rstrip()


NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.])")


def are_near(found, expected):
    last_digit = 10.0 ** -len(expected.partition("e")[0].partition(".")[2])
    scale = float("1" + expected[expected.find("e"):]) if "e" in expected else 1.0
    return abs(float(found) - float(expected)) <= max(2.01 * last_digit * scale, 0.005 * abs(float(expected)))


def same_line(found, expected):
    """The same words, and numbers that are near."""
    if " ".join(NUMBER.sub("N", found).split()) != " ".join(NUMBER.sub("N", expected).split()):
        return False
    return all(are_near(a, b) for a, b in zip(NUMBER.findall(found), NUMBER.findall(expected)))


def is_progress(line):
    return re.search(r" passed, about .* left", line) is not None


def equal(found, expected):
    """Lines of standard error may come before or after those of standard output; progress is for slow machines."""
    found, expected = [[without_times(line) for line in lines if not is_progress(line)] for lines in (found, expected)]
    if len(found) != len(expected):
        return False
    return any(all(same_line(a, b) for a, b in zip(order(found), order(expected))) for order in (list, sorted))


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


class Runner:
    def __init__(self, options, work):
        self.options, self.work, self.failures = options, work, 0
        programs = work / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        link = programs / "clade"
        link.unlink(missing_ok=True)
        link.symlink_to(options.clade.resolve())
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        if not (work / "tests").exists():
            (work / "tests").symlink_to(ROOT / "tests")
        self.port, self.background = free_port(), []

    def call(self, command):
        if command.endswith("&"):
            return [self.begin(command[:-1].rstrip())]
        done = subprocess.run(["bash", "-c", command.replace("8080", self.port)], cwd=self.work, env=self.environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return [self.shown(line) for line in done.stdout.splitlines() if not is_progress(line)]

    def succeed(self, command):
        """Whatever it prints, it must not fail."""
        done = subprocess.run(["bash", "-ec", command], cwd=self.work, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            self.failures += 1
            print("\n".join([f"{self.options.page}: {command}", *done.stdout.splitlines()[-3:]]))
            print(f"    ended with {done.returncode}")

    def begin(self, command):
        """Its first line; that of a service says that it can be asked."""
        if command.startswith("clade serve") and "--port" not in command:
            command += f" --port {self.port}"
        process = subprocess.Popen(["bash", "-c", "exec " + command.replace("8080", self.port)], cwd=self.work,
                                   env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.background.append(process)
        return self.shown(process.stdout.readline().rstrip("\n"))

    def shown(self, line):
        return line.replace(self.port, "8080")

    def end(self):
        for process in self.background:
            process.terminate()
            if process.wait(60) not in (0, -signal.SIGTERM):
                self.failures += 1
                print(f"{self.options.page}: a command in the background ended with {process.returncode}")
            process.stdout.close()

    def check(self, command, expected):
        """The output to keep in the page."""
        if any(text in command for text in self.options.skip):
            return expected
        found = self.call(command)
        if equal(found, expected):
            return expected
        self.failures += 1
        print(f"{self.options.page}: {command}")
        changes = list(difflib.unified_diff(expected, found, "page", "found", lineterm="", n=0))[2:]
        print("\n".join("    " + line for line in changes if not line.startswith("@@")))
        return found if self.options.write else expected

    def block(self, lines):
        """The lines of a block of code with the output that is to be kept."""
        kept, rest = [], list(lines)
        while rest:
            line = rest.pop(0)
            kept.append(line)
            if not line.startswith("$ "):
                continue
            command = [line[2:]]
            while command[-1].endswith("\\"):
                kept.append(rest[0])
                command.append(rest.pop(0))
            expected = []
            while rest and not rest[0].startswith("$ "):
                expected.append(rest.pop(0))
            kept += self.check("\n".join(command), expected)
        return kept


def run(options, work):
    runner = Runner(options, work)
    try:
        kept = blocks(runner, options.page.read_text().split("\n"))
    finally:
        runner.end()
    if options.write:
        options.page.write_text("\n".join(kept))
    return runner.failures


RUN = re.compile(r"<!-- run: (.+) -->")
FILE = re.compile(r"<!-- file: ([^;\s]+)(?:; (.+))? -->")


def blocks(runner, lines):
    """The page's lines, with the output that is to be kept."""
    kept = []
    while lines:
        line = lines.pop(0)
        kept.append(line)
        hidden = RUN.fullmatch(line)
        if hidden:
            runner.succeed(hidden.group(1))
        if not line.startswith("```"):
            continue
        end = next(i for i, other in enumerate(lines) if other.startswith("```"))
        inside, lines = lines[:end], lines[end:]
        file = FILE.fullmatch(kept[-2]) if len(kept) > 1 else None
        if file:
            (runner.work / file.group(1)).write_text("\n".join([*inside, ""]))
            if file.group(2):
                runner.succeed(file.group(2))
            kept += inside
        elif line == "```sh":
            runner.succeed("\n".join(inside))
            kept += inside
        else:
            kept += runner.block(inside) if line == "```" else inside
        kept.append(lines.pop(0))
    return kept


def main():
    options = arguments()
    if options.work:
        return 1 if run(options, options.work.resolve()) else 0
    with tempfile.TemporaryDirectory() as work:
        return 1 if run(options, Path(work)) else 0


if __name__ == "__main__":
    sys.exit(main())
