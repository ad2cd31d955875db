#!/usr/bin/env python3
"""coverage.py BUILD: lines and branches that tests ran, by folder of src, as a Markdown table.

Branches that only an exception takes are left out: gcov counts one at nearly every call.
"""
import collections
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile


def documents(build: pathlib.Path):
    """What gcov says of every object that was run."""
    counts = sorted(path for path in build.rglob("*.gcda") if "/tests/" not in str(path))
    with tempfile.TemporaryDirectory() as folder:
        for counted in counts:
            subprocess.run(["gcov", "-b", "-j", "-o", counted.parent, counted], cwd=folder,
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for text in pathlib.Path(folder).glob("*.gcov.json.gz"):
                yield json.loads(gzip.decompress(text.read_bytes()))
                text.unlink()


def main() -> None:
    root = pathlib.Path.cwd()
    lines: collections.defaultdict = collections.defaultdict(int)  # by file and line: how often
    branches: collections.defaultdict = collections.defaultdict(int)  # by file, line and number
    for document in documents(pathlib.Path(sys.argv[1]).resolve()):
        for file in document["files"]:
            path = pathlib.Path(document["current_working_directory"], file["file"]).resolve()
            if not path.is_relative_to(root / "src"):
                continue
            name = path.relative_to(root / "src")
            for line in file["lines"]:
                lines[name, line["line_number"]] += line["count"]
                kept = [branch for branch in line["branches"] if not branch["throw"]]
                for number, branch in enumerate(kept):
                    branches[name, line["line_number"], number] += branch["count"]

    folders: collections.defaultdict = collections.defaultdict(lambda: [0, 0, 0, 0])
    files: collections.defaultdict = collections.defaultdict(lambda: [0, 0])
    for (name, _), count in lines.items():
        for key in (name.parts[0], "all"):
            folders[key][0] += 1
            folders[key][1] += count > 0
        files[name][0] += 1
        files[name][1] += count > 0
    for (name, _, _), count in branches.items():
        for key in (name.parts[0], "all"):
            folders[key][2] += 1
            folders[key][3] += count > 0
    print("| folder | lines | of them run | branches | of them taken |\n|---|---|---|---|---|")
    for folder, (all_lines, run, all_branches, taken) in sorted(folders.items()):
        print(f"| {folder} | {all_lines} | {100 * run / all_lines:.1f} % | {all_branches} | "
              f"{100 * taken / max(1, all_branches):.1f} % |")
    print("\nFiles below 90 percent of lines:\n")
    for name, (number, run) in sorted(files.items(), key=lambda item: item[1][1] / item[1][0]):
        if run / number < 0.9 and number >= 10:
            print(f"- {name}: {100 * run / number:.0f} % of {number}")


if __name__ == "__main__":
    main()
