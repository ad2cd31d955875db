#!/usr/bin/env python3
"""tests/tree/code_blocks.py on made-up pages: what no test runs is found, and what it says is looked at."""

import unittest

import code_blocks


class Program(code_blocks.Program):
    """A clade with the command train and the option --C, and a ./run with test."""

    def __init__(self):
        self.run = "  ./run test        every test\n"

    def help(self, *words):
        return "  --C  the price of slack\n  --method" if words[0] == "train" else ""


def found(text, page="docs/A.md", run=(), python=()):
    blocks = code_blocks.blocks_of(page, text)
    return [problem for block in blocks for problem in code_blocks.problems(block, Program(), run, python)]


class CodeBlocks(unittest.TestCase):
    def test_a_block_is_run_or_says_why_not(self):
        page = "```\n$ clade train a --C 1\n```\n"
        self.assertIn("no test runs this block", found(page)[0])
        self.assertEqual([], found(page, run=["docs/A.md"]))
        self.assertEqual([], found("<!-- not run: it takes a day -->\n" + page))
        self.assertEqual([], found("# A\n\n<!-- no block is run: it takes a day -->\n\n" + page))
        self.assertEqual(1, len(found("<!-- not run:  -->\n" + page)))

    def test_contents_of_files_that_are_read_are_run(self):
        page = "<!-- file: a.tsv -->\n```\na\tb\n```\n"
        self.assertEqual([], found(page, run=["docs/A.md"]))
        self.assertEqual(1, len(found(page)))
        self.assertEqual([], found("```text\na\tb\n```\n"))

    def test_words_of_commands_exist(self):
        mark = "<!-- not run: it takes a day -->\n\n"
        self.assertEqual([], found(mark + "    clade train a --C 1\n"))
        self.assertEqual(["clade train has no option --D: clade train a --D 1"], found(mark + "    clade train a --D 1\n"))
        self.assertEqual(["clade has no command 'trian': clade trian a"], found(mark + "    clade trian a\n"))
        self.assertEqual([], found("    ./run test\n"))
        self.assertEqual(["./run has no 'tset': ./run tset"], found("    ./run tset\n"))

    def test_formulas_and_other_text_are_no_blocks(self):
        self.assertEqual([], found("    min 1/2 ||w||^2\n\ntext\n"))

    def test_json_and_python_are_what_they_say(self):
        self.assertEqual([], found('```json\n{"a": 1}\n```\n'))
        self.assertIn("no JSON", found("```json\n{a: 1}\n```\n")[0])
        self.assertIn("no Python", found("<!-- not run: a shape -->\n```python\ndef f(\n```\n")[0])


if __name__ == "__main__":
    unittest.main()
