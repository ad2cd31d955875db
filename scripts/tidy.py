#!/usr/bin/env python3
"""tidy.py BUILD [FOLDER...]: clang-tidy for the C++ files of these folders (src, tests and bench), with the compile
commands of BUILD.

A file that was clean is not looked at again until it, a header that it includes, .clang-tidy, its command or clang-tidy
changes: build/tidy holds a mark for each. So a run that was interrupted goes on where it ended, and after a change only
what the change reaches is looked at. What is found is printed, file by file, and does not end the run."""

import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKS = ROOT / "build/tidy"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.M)
NOISE = re.compile(r"^\d+ warnings? .*(generated|treated as errors?)|^Suppressed \d+ warnings|^Use -header-filter")


class Includes:
    """The files of the repository that a file includes, itself among them."""

    def __init__(self):
        self.direct, self.closures = {}, {}

    def of(self, file):
        if file not in self.direct:
            folders = [file.parent, ROOT, ROOT / "src", ROOT / "include", ROOT / "build"]
            found = set()
            for name in INCLUDE.findall(file.read_text(errors="replace")):
                found.update(path for path in (folder / name for folder in folders) if path.is_file())
            self.direct[file] = found
        return self.direct[file]

    def closure(self, file):
        seen, waiting = {file}, [file]
        while waiting:
            for other in self.of(waiting.pop()) - seen:
                seen.add(other)
                waiting.append(other)
        return sorted(seen)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def commands(build, folders):
    """(file, its command) of what the build compiles below the folders."""
    entries = json.loads((build / "compile_commands.json").read_text())
    wanted = {}
    for entry in entries:
        file = Path(entry["directory"], entry["file"]).resolve()
        if any(file.is_relative_to(ROOT / folder) for folder in folders):
            wanted.setdefault(file, entry.get("command", ""))
    return sorted(wanted.items())


def mark_of(file, command, includes, tool):
    digest = hashlib.sha256(f"{tool}\0{command}\0".encode())
    for path in includes.closure(file):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return MARKS / digest.hexdigest()[:40]


def look_at(file, mark, build):
    done = subprocess.run(["clang-tidy", "-p", str(build), "--quiet", str(file)], capture_output=True, text=True,
                          check=False, cwd=ROOT)
    if done.returncode == 0:
        mark.touch()
        return ""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not NOISE.match(line)]
    return "\n".join(lines) or f"{file}: clang-tidy ended with {done.returncode}"


def main(build, folders):
    MARKS.mkdir(parents=True, exist_ok=True)
    tool = output("clang-tidy", "--version") + (ROOT / ".clang-tidy").read_text()
    includes = Includes()
    marks = [(file, mark_of(file, command, includes, tool)) for file, command in commands(build, folders)]
    if not marks:
        return f"tidy: {build} compiles nothing below {', '.join(folders)}"
    waiting = [(file, mark) for file, mark in marks if not mark.exists()]
    # What was worked on last is what most likely has something.
    waiting.sort(key=lambda entry: entry[0].stat().st_mtime, reverse=True)
    print(f"clang-tidy: {len(waiting)} of {len(marks)} files, the others were clean", flush=True)
    found = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(look_at, file, mark, build): file for file, mark in waiting}
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                if future.result():
                    found += 1
                    print(future.result(), flush=True)
                if done % 50 == 0:
                    print(f"clang-tidy: {done} of {len(waiting)}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            return "tidy: interrupted; the same call goes on from here"
    return f"tidy: {found} files have something" if found else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:] or ["src", "tests", "bench"]))
