"""A set as the other programs see it: records with labels and a text or a row of numbers, and who is above whom."""

import gzip
import json
import random
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Record:
    id: str
    labels: list
    text: str = ""
    row: dict = None


@dataclass
class Problem:
    kind: str          # "single", "multi", "genes"
    features: str      # as in results_sets.py
    train: list
    test: list
    parents: dict      # of every node but the roots

    def above(self, node):
        """The node and its ancestors, without the root of all."""
        found, todo = set(), [node]
        while todo:
            here = todo.pop()
            if here not in found and here in self.parents:
                found.add(here)
                todo += self.parents[here]
        return found

    def closed(self, labels):
        """The labels with all nodes above them."""
        return set().union(*(self.above(label) for label in labels)) if labels else set()

    def most_specific(self, nodes):
        """The nodes that are not above another one of them."""
        covered = set().union(*(self.above(node) - {node} for node in nodes)) if nodes else set()
        return sorted(set(nodes) - covered)

    def folds(self, number, seed=0):
        """Problems that train on all parts of the training records but one and test on that one."""
        order = list(range(len(self.train)))
        random.Random(seed).shuffle(order)
        for k in range(number):
            held = set(order[k::number])
            yield Problem(self.kind, self.features, [r for i, r in enumerate(self.train) if i not in held],
                          [r for i, r in enumerate(self.train) if i in held], self.parents)


def read_problem(kind, features, train, test, splits, taxonomy):
    """splits: the names of the splits of a training file that says them, or none."""
    if splits:
        return Problem(kind, features, read_records(train, splits), read_records(test, ["test"]), read_parents(taxonomy))
    return Problem(kind, features, read_records(train), read_records(test), read_parents(taxonomy))


def read_parents(path):
    parents = {}
    for line in Path(path).read_text().splitlines():
        if line.strip():
            parent, child = line.split("\t")
            parents.setdefault(child, []).append(parent)
    return parents


def read_records(paths, splits=None):
    """The records of files of documents or rows; ids count the records of all files where they have none."""
    found, number = [], 0
    for path in map(Path, paths):
        opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
        with opened as stream:
            for line in stream:
                record = document(line, number) if ".jsonl" in path.name else row(line, number)
                number += 1
                if not splits or json.loads(line).get("split") in splits:
                    found.append(record)
    return found


def document(line, number):
    fields = json.loads(line)
    return Record(str(fields.get("id", number)), list(fields["labels"]), text=fields["text"])


def row(line, number):
    labels, *numbers = line.split()
    values = (pair.split(":") for pair in numbers)
    return Record(str(number), labels.split(","), row={int(index): float(value) for index, value in values})
