#!/usr/bin/env python3
"""The declarations of include/clade beside those that are kept in tests/install/api.txt.

  public_api.py            says what was added, lost or changed since; ends with 1 where anything was
  public_api.py --accept   keeps the declarations as they are now

What users may rely on is only added to: a loss or change is accepted where the version in CMakeLists.txt has a larger
minor (or major) number than the one that is kept. A change of a default value counts, names of parameters do not."""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests/install/api.txt"

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|\d[\w.]*(?:[eE][+-]?\d+)?|::|->|\[\[|\]\]'
                   r"|&&|\|\||==|!=|<=|>=|\.\.\.|\S")
WORD = re.compile(r"\w")


def tokens_of(text):
    """Without comments and lines of the preprocessor."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    return TOKEN.findall(re.sub(r"^[ \t]*#[^\n]*", " ", text, flags=re.M))


def joined(tokens):
    """A line of code: blanks between words, and after commas."""
    line = ""
    for token in tokens:
        needs_blank = line and WORD.match(token[0]) and (WORD.match(line[-1]) or line[-1] in ">*&,)]\"")
        line += " " + token if needs_blank or (line and (token in "=?" or line[-1] in "=?,")) else token
    return line


def end_of_braces(tokens, start):
    """The place after the brace that closes the one at `start`."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i] == "{") - (tokens[i] == "}")
        if depth == 0:
            return i + 1
    raise ValueError(f"a brace is not closed: {joined(tokens[start:start + 12])}")


def at_top(tokens, wanted):
    """Places of `wanted` outside of parentheses, brackets, braces and template arguments."""
    depth = 0
    for i, token in enumerate(tokens):
        if token in wanted and depth == 0:
            yield i
        # `->`, `<=` and `>=` are tokens of their own.
        depth += (token in "([{<") - (token in ")]}>")


def parts(tokens, separator):
    places = [-1, *at_top(tokens, separator), len(tokens)]
    return [tokens[a + 1:b] for a, b in zip(places, places[1:]) if b > a + 1]


def nameless(parameter):
    """A parameter without its name: `const Model& model = {}` to `const Model& = {}`."""
    equals = next(iter(at_top(parameter, "=")), len(parameter))
    kind, default = list(parameter[:equals]), parameter[equals:]
    has_name = len(kind) > 1 and WORD.match(kind[-1]) and kind[-2] not in ("::", "const", "unsigned", "typename")
    return (kind[:-1] if has_name else kind) + list(default)


def without_names(declaration):
    """The declaration of a function without the names of its parameters; others as they are."""
    for start in at_top(declaration, "("):
        head = declaration[:start]
        if not head or "=" in head or head[-1] in ("noexcept", "explicit", "alignas", "decltype", "requires"):
            continue
        if head[-1] == "operator":  # the call operator: its own parentheses come first
            continue
        depth = 0
        for end in range(start, len(declaration)):
            depth += (declaration[end] == "(") - (declaration[end] == ")")
            if depth == 0:
                break
        inside = [token for p in parts(declaration[start + 1:end], ",") for token in (*nameless(p), ",")]
        return [*head, "(", *inside[:-1], *declaration[end:]]
    return declaration


def kind_of(head):
    """class, struct, union or enum; nothing for functions and variables."""
    words = head[end_of_angles(head, 1):] if head[:1] == ["template"] else head
    return words[0] if words and words[0] in ("class", "struct", "union", "enum") and "(" not in words else ""


def end_of_angles(tokens, start):
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i] == "<") - (tokens[i] == ">")
        if depth == 0:
            return i + 1
    return len(tokens)


def name_of(head):
    words = [word for word in head[:next(iter(at_top(head, ":")), len(head))] if word not in ("final",)]
    return words[-1]


class Declarations:
    """The declarations of one header, by the scope that they are in."""

    def __init__(self, text):
        self.found = []
        self.read(tokens_of(text), "", True)

    def add(self, scope, tokens):
        if tokens and tokens[0] != "friend" and tokens[0] != "static_assert":
            self.found.append(f"{scope}: {joined(without_names(tokens))}")

    def read(self, tokens, scope, is_public):
        statement, i = [], 0
        while i < len(tokens):
            token = tokens[i]
            if token in ("public", "protected", "private") and tokens[i + 1:i + 2] == [":"] and not statement:
                is_public, i = token != "private", i + 2
            elif token == ";":
                if is_public:
                    self.add(scope, statement)
                statement, i = [], i + 1
            elif token == "{" and statement.count("(") == statement.count(")"):
                end = end_of_braces(tokens, i)
                statement, i = self.block(statement, tokens[i:end], tokens[end:], scope, is_public), end
            else:
                statement.append(token)
                i += 1

    def block(self, head, body, after, scope, is_public):
        """What a block in braces is; the tokens that the statement goes on with."""
        if head[:1] == ["namespace"] or head[:2] == ["inline", "namespace"]:
            name = joined(head[1:])
            if name != "detail":
                self.read(body[1:-1], f"{scope}::{name}" if scope else name, True)
            return []
        kind = kind_of(head)
        if kind:
            if is_public:
                self.add(scope, head)
                inner = f"{scope}::{name_of(head)}"
                if kind == "enum":
                    self.found += [f"{inner}: {joined(p)}" for p in parts(body[1:-1], ",")]
                else:
                    self.read(body[1:-1], inner, kind != "class")
            return []
        places = list(at_top(head, "("))
        is_function = bool(places) and not list(at_top(head, "="))
        if not is_function:  # the value of a variable
            return [*head, *body]
        if is_public:
            colon = next(iter(at_top(head, ":")), len(head))  # the members that a constructor sets
            self.add(scope, head[:colon])
        # `: a_{1}, b_(2) {}`: a brace that a comma or another brace follows belongs to the list.
        if ":" in head and after[:1] and after[0] in (",", "{"):
            raise ValueError(f"members are set with braces in {joined(head)}: set them with parentheses")
        return []


def declarations(folder=ROOT / "include/clade"):
    found = []
    for header in sorted(folder.glob("*.h")):
        found += [f"{header.name} {line}" for line in Declarations(header.read_text()).found]
    return found


def version(root=ROOT):
    return re.search(r"project\(clade VERSION (\d+\.\d+\.\d+)", (root / "CMakeLists.txt").read_text()).group(1)


def read_kept(file):
    lines = file.read_text().splitlines() if file.exists() else ["version 0.0.0"]
    return lines[0].removeprefix("version "), lines[1:]


def differences(kept, now):
    """(lost, added); what was changed is in both."""
    return [line for line in kept if line not in set(now)], [line for line in now if line not in set(kept)]


def is_larger(new, old):
    return [int(part) for part in new.split(".")[:2]] > [int(part) for part in old.split(".")[:2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="keep the declarations as they are now")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args()
    file = options.root / KEPT.relative_to(ROOT)
    old, kept = read_kept(file)
    new, now = version(options.root), declarations(options.root / "include/clade")
    lost, added = differences(kept, now)
    for line in lost:
        print(f"lost or changed since {old}: {line}")
    for line in added:
        print(f"new since {old}: {line}")
    if options.accept:
        if lost and not is_larger(new, old):
            return f"public_api: version {new} may only add to {old}: keep what was lost, or raise the minor version"
        file.write_text("\n".join([f"version {new}", *now, ""]))
        return 0
    if lost:
        return "public_api: users of the last version would not compile: keep what was lost, or raise the minor version"
    if added:
        return "public_api: scripts/public_api.py --accept keeps what was added"
    return 0


if __name__ == "__main__":
    sys.exit(main())
