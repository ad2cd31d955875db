#!/usr/bin/env python3
"""Every block of code of README and docs is run by a test or says why not: code_blocks.py CLADE PAGE...

PAGE: those whose commands run_examples.py runs. A block that no test runs stands below `<!-- not run: REASON -->`, or on
a page with `<!-- no block is run: REASON -->`; what it says is looked at all the same: commands and options of clade
must exist, Python must compile. Commands of ./run take minutes to hours: they must exist, and so must their options.
Blocks marked `text` are no code but contents of files and messages, and those marked `json` must be JSON."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Pages that other tests compare as a whole with what makes them.
MADE = {"docs/PARAMETERS.md": "Docs.ParametersAreThoseOfTheProgram", "docs/PYTHON_API.md": "test_generated_files_are_current"}
MARK = re.compile(r"<!-- not run: (\S.*) -->")
PAGE_MARK = re.compile(r"^<!-- no block is run: (\S.*) -->$", re.M)
PROGRAMS = r"(?:\./run|clade|build/\S+|pip|g\+\+|cmake|mpirun|python3?|apt|nvcc|curl|scripts/\S+|\$)"


class Block:
    def __init__(self, page, line, kind, lines, comment):
        self.page, self.line, self.kind, self.lines, self.comment = page, line, kind, lines, comment

    def __str__(self):
        return f"{self.page}:{self.line}"


def comment_above(lines, i):
    """The comment above line i, with at most a blank line between them."""
    above = [line for line in lines[max(0, i - 2):i] if line]
    return above[-1] if above and above[-1].startswith("<!--") and not PAGE_MARK.match(above[-1]) else ""


def blocks_of(page, text):
    """Fenced blocks, and indented ones that begin with a program; formulas are indented, too."""
    lines, i = text.split("\n"), 0
    of_page = PAGE_MARK.search(text)
    whole = f"<!-- not run: {of_page.group(1)} -->" if of_page else ""
    while i < len(lines):
        begin = i
        if lines[i].startswith("```"):
            i = next(j for j in range(i + 1, len(lines)) if lines[j].startswith("```"))
            yield Block(page, begin + 1, lines[begin][3:], lines[begin + 1:i], comment_above(lines, begin) or whole)
        elif re.match(rf"    {PROGRAMS}\s", lines[i]) and (i == 0 or not lines[i - 1].startswith(" ")):
            while i + 1 < len(lines) and lines[i + 1].startswith("    "):
                i += 1
            yield Block(page, begin + 1, "indented", [line[4:] for line in lines[begin:i + 1]], comment_above(lines, begin) or whole)
        i += 1


def commands_of(lines):
    """Lines with their continuations, without comments, prompts and what is piped to."""
    text = re.sub(r"\\\n", " ", "\n".join(lines))
    for line in text.split("\n"):
        line = re.sub(r"\s#.*", "", line.removeprefix("$ "))
        yield from (part.strip() for part in re.split(r"\||&&|;(?=(?:[^\"']*[\"'][^\"']*[\"'])*[^\"']*$)", line))


class Program:
    """What clade and ./run take."""

    def __init__(self, clade):
        self.clade, self.helps = clade, {}
        self.run = subprocess.run([ROOT / "run", "help"], capture_output=True, text=True, check=True).stdout

    def help(self, *words):
        if words not in self.helps:
            done = subprocess.run([self.clade, *words, "--help"], capture_output=True, text=True, check=False)
            self.helps[words] = done.stdout if done.returncode == 0 else ""
        return self.helps[words]

    def problem_of_run(self, name, words):
        if not re.search(rf"^  \./run {re.escape(name)}\b", self.run, re.M):
            return f"./run has no '{name}'"
        folder = ROOT / "scripts"
        text = "".join(file.read_text() for file in folder.glob(f"{name.replace('-', '_')}.*")) + self.run
        text += "".join(file.read_text() for file in (ROOT / "experiments").glob(f"{name}*.py"))
        missing = [word for word in words if word.startswith("--") and word not in text]
        return f"./run {name} has no option {missing[0]}" if missing else None

    def problem(self, command):
        """What is wrong with a command of clade or ./run, as far as its words tell."""
        words = command.split()
        while words and (re.match(r"\w+=", words[0]) or words[0] in ("sudo", "time")):
            words = words[1:]
        if words[:1] == ["mpirun"]:
            words = words[words.index("clade"):] if "clade" in words else []
        command = " ".join(words)
        if words[:1] == ["./run"] and len(words) > 1:
            return self.problem_of_run(words[1], words[2:])
        if not words or words[0].split("/")[-1] != "clade" or len(words) < 2 or not words[1].isalpha():
            return None
        name = words[1:3] if words[1] in ("taxonomy", "journal", "generate") and len(words) > 2 else words[1:2]
        if words[1] == "help":
            return None
        text = self.help(*name) or self.help(words[1])
        if not text:
            return f"clade has no command '{words[1]}'"
        method = re.search(r"--method[ =]([a-z-]+)", command)
        text += self.help(words[1], "--method", method.group(1) if method else "clade")
        for option in re.findall(r"(?:^|\s)(--[A-Za-z][\w-]*)", re.sub(r"\"[^\"]*\"|'[^']*'", "", command)):
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
                return f"clade {' '.join(name)} has no option {option}"
        return None


def pages():
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "experiments/README.md",
                                      "examples/debtags/README.md")]
    return found + sorted((ROOT / "docs").rglob("*.md"))


def doctest_pages():
    return re.findall(r'\("([\w/]+\.md)", \d+\)', (ROOT / "python/tests/test_package.py").read_text())


def is_run(block, run_pages, python_pages):
    if block.page in run_pages and (block.kind == "sh" or block.comment.startswith("<!-- file: ") or (block.kind == "" and any(
            line.startswith("$ ") for line in block.lines))):
        return True
    if block.page in python_pages and any(line.startswith(">>> ") for line in block.lines):
        return True
    # tests/install/examples.sh builds and runs the program of README.
    return block.page == "README.md" and block.kind == "cpp" and "#include <clade/clade.h>" in block.lines


def problems(block, program, run_pages, python_pages):
    if block.kind == "text" or is_run(block, run_pages, python_pages):
        return
    if block.kind == "json":
        try:
            json.loads("\n".join(block.lines))
        except ValueError as error:
            yield f"no JSON: {error}"
        return
    if block.page in MADE:
        return
    commands = list(commands_of(block.lines))
    is_marked = MARK.fullmatch(block.comment) or all(not c or c.startswith("./run ") for c in commands)
    if not is_marked:
        yield "no test runs this block: have one run it, or say why not above it: <!-- not run: REASON -->"
    if block.kind == "python":
        try:
            ast.parse("\n".join(block.lines))
        except SyntaxError as error:
            yield f"no Python: {error}"
        return
    for command in commands:
        problem = program.problem(command)
        if problem:
            yield f"{problem}: {command}"


def main(clade, run_pages):
    program, found, run, marked = Program(clade), 0, 0, 0
    python_pages = doctest_pages()
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        for block in blocks_of(name, page.read_text()):
            run += is_run(block, run_pages, python_pages)
            marked += MARK.fullmatch(block.comment) is not None
            for problem in problems(block, program, run_pages, python_pages):
                found += 1
                print(f"{block}: {problem}")
    print(f"{run} blocks are run, {marked} say why not")
    return 1 if found or run < 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
