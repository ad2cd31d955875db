#!/usr/bin/env python3
"""Rules of the source tree that no compiler checks: rules.py [RULE...] prints each line that breaks one.

A rule takes {path: text}, the C++ files by their path from the repository, and yields (path, line, what is wrong).
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A comment, or a string (raw or not), or a character; only strings have group 2 or 3.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\[^\n]{1,4})\'',
                   re.DOTALL)


def cpp_files(root=ROOT):
    return {str(path.relative_to(root)): path.read_text() for folder in ("src", "include")
            for path in sorted((root / folder).rglob("*")) if path.suffix in (".cpp", ".h")}


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def strings(text):
    """(position, content) of every string literal."""
    for token in TOKEN.finditer(text):
        content = token.group(2) if token.group(2) is not None else token.group(3)
        if content is not None:
            yield token.start(), content


def without_comments(text):
    """The same text with comments blanked, so that lines keep their numbers."""
    def blank(token):
        found = token.group()
        return re.sub(r"[^\n]", " ", found) if found.startswith("/") else found
    return TOKEN.sub(blank, text)


def matches(files, pattern, wrong, within="", outside=()):
    for path, text in files.items():
        if path.startswith(within) and not path.startswith(tuple(outside)):
            code = without_comments(text)
            for found in re.finditer(pattern, code):
                yield path, line_of(code, found.start()), wrong.format(found.group().strip())


def options_have_types(files):
    """An option of a method is asked for by its name in the method's own file alone."""
    looked_up = r'\b(?:option|option_of|option_value|has_option|find_option|find_parameter|value_of)\([^"();]*"\w+"'
    compared = r'\b(?:p|own|option|field|param|parameter)(?:\.|->)name == "\w+"'
    yield from matches(files, f"{looked_up}|{compared}", "an option by its name: {}; ask traits() or the params",
                       "src/", ["src/method/methods/", "src/generate/"])


def no_flags_below_cli(files):
    """A text below src/cli names a parameter in backquotes; only the command line spells flags."""
    for path, text in files.items():
        if path.startswith("src/cli/"):
            continue
        for position, content in strings(text):
            style = re.sub(r'var\(--|style=\\?"--', "", content)  # of the pages
            for flag in re.findall(r"--[a-z][\w-]*", style):
                yield path, line_of(text, position), f"a flag in a text: {flag}"


def one_loop_over_epochs(files):
    """src/solver/ascent counts epochs in one place."""
    counting = r"\+\+\w*epochs?\w*|\bepochs?_?\+\+|\b(?:for|while) \([^)]*epoch[^)]*\)"
    found = list(matches(files, counting, "a loop over epochs: {}", "src/solver/ascent/"))
    if len(found) > 1:
        yield from found
    if not found:
        yield "src/solver/ascent", 1, "no loop over epochs was found: mend the pattern in tests/tree/rules.py"


def one_place_decides_storage(files):
    """Others ask src/linear/storage.h for the plan and compare; none chooses."""
    yield from matches(files, r"(?<![=!]= )(?<!case )(?<!\w)Storage::(?:dense|blocks|hybrid|packed)\b",
                       "a choice of storage: {}", "src/", ["src/linear/storage."])
    if not any("plan_storage" in text for path, text in files.items() if path == "src/linear/storage.h"):
        yield "src/linear/storage.h", 1, "plan_storage was not found: mend the rule in tests/tree/rules.py"


def cli_calls_the_library(files):
    """src/cli parses, calls and prints: it sees no header of data, text, solver or linear."""
    yield from matches(files, r'# *include "(?:data|text|solver|linear)/[^"]*"', "{}", "src/cli/")


def public_headers_stand_alone(files):
    """Public headers include each other and the standard library."""
    yield from matches(files, r'# *include (?:"(?!clade/)[^"]*"|<[^>]*[/.][^>]*>)', "{}", "include/")


def nothing_beside_the_checkout(_):
    """No script, program or page relies on a folder beside the repository."""
    beside = "../" + "shared"
    kinds = (".cpp", ".h", ".py", ".sh", ".cmake", ".txt", ".md", ".json", ".mjs", ".ts", "")
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if name.parts[0] in ("build", ".git", "data") or name.parts[0].startswith("build-"):
            continue
        if path.suffix in kinds and path.is_file() and "node_modules" not in name.parts:
            text = path.read_text(errors="replace")
            for found in re.finditer(re.escape(beside), text):
                yield str(name), line_of(text, found.start()), f"{beside} is not part of the repository"


def version_in_one_place(_):
    """CMakeLists.txt says the version; what else has one takes it from there, and CHANGELOG.md is about it."""
    found = re.search(r"project\(clade VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())
    version = found.group(1)
    for name in ("pyproject.toml", "python/CMakeLists.txt", "examples/cpp/CMakeLists.txt", "cmake/package.cmake",
                 "cmake/install.cmake", "python/clade/__init__.py"):
        text = (ROOT / name).read_text()
        for second in re.finditer(rf"(?<![\d.]){re.escape(version)}(?![\d.])", text):
            yield name, line_of(text, second.start()), f"{version} again"
    changes = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## (\S+)", changes, re.M)
    if released[:2] != ["Unreleased", version]:
        yield "CHANGELOG.md", 1, f"expected the sections Unreleased and {version} first, got {' and '.join(released[:2])}"


RULES = [options_have_types, no_flags_below_cli, one_loop_over_epochs, one_place_decides_storage, cli_calls_the_library,
         public_headers_stand_alone, nothing_beside_the_checkout, version_in_one_place]


def main(names):
    known = {rule.__name__: rule for rule in RULES}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"rules.py: there is no rule '{unknown[0]}'; there are: {', '.join(known)}")
    files, broken = cpp_files(), 0
    for name in names or known:
        found = list(known[name](files))
        for path, line, wrong in found:
            print(f"{path}:{line}: {wrong}")
        if found:
            print(f"{name}: {known[name].__doc__}\n")
        broken += len(found)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
