#!/usr/bin/env python3
"""The numbers of docs/CHOOSING.md are those of their sources."""

import json
import re
import unittest
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
METRICS = {"tree loss": "tree_loss", "accuracy": "accuracy", "average precision": "average_precision",
           "hierarchical F1": "hierarchical_f1", "AUPRC": "auprc"}


def text(page):
    return (DOCS / page).read_text()


def section(page, heading):
    """The text below a heading, up to the next one."""
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", text(page), re.S | re.M)
    assert found, f"{page} has no heading {heading}"
    return found.group(1)


def rows(part):
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def shown(metrics, name):
    value = metrics[METRICS[name]][0]
    return f"{value:.3f}" if name in ("tree loss", "AUPRC") else f"{100 * value:.1f}"


class Choosing(unittest.TestCase):
    def test_the_table_of_sets_is_what_was_measured(self):
        results = json.loads(text("lab/results.json"))
        sizes = {}
        for cells in rows(section("lab/PERFORMANCE.md", "How good estimates are").partition("The older table")[2]):
            sizes.setdefault(cells[0].split(",")[0].split(" ")[0], tuple(cells[1:3]))
        found = rows(section("CHOOSING.md", "What the default reaches"))
        self.assertGreater(len(found), 15)
        for name, _, examples, classes, seconds, measure, clade, flat, peer in found:
            with self.subTest(name=name, measure=measure):
                measured = results[name]["default"]
                self.assertEqual((examples, classes), sizes[name])
                self.assertEqual(seconds, f"{measured['seconds']:.1f}")
                self.assertEqual(clade, shown(measured["metrics"], measure))
                other = json.loads(text(f"lab/peers/{name}/{peer}.json"))
                self.assertFalse(other["tuned"])
                self.assertEqual(flat, shown(other["metrics"], measure))

    def test_every_other_number_is_in_the_section_that_its_place_links_to(self):
        parts = re.split(r"^## ", text("CHOOSING.md"), flags=re.M)[1:]
        checked = 0
        for part in parts:
            heading, _, body = part.partition("\n")
            if heading in ("By the shape of your data", "What the default reaches"):
                continue
            links = re.findall(r"\]\((\S+?\.md)(?:#([\w-]+))?\)", body)
            self.assertTrue(links, f"{heading} has no source")
            sources = " ".join(text(page) for page, _ in links).replace("\n", " ")
            for number in re.findall(r"(?<![\w.-])\d[\d,]*\.?\d*(?![\w])", re.sub(r"\]\([^)]*\)|`[^`]*`", "", body)):
                number = number.rstrip(",.")
                if len(number) < 2:
                    continue
                checked += 1
                near = number.removeprefix("0") if number.startswith("0.") else number
                self.assertIn(near, sources, f"{heading}: {number} is in none of {[page for page, _ in links]}")
        self.assertGreater(checked, 50)


if __name__ == "__main__":
    unittest.main()
