"""The splits of the sets of ./run results, and which of their nodes are answers."""

import gzip
import hashlib
import json


def is_test(key, fold=0):
    """The fixed random split of sets that have none: by the md5 of an id or of a line's number."""
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % 5 == fold


def split_by_hash(lab, source, fold):
    """train.jsonl and test.jsonl of one of five folds."""
    def make(folder):
        parts = {True: [], False: []}
        with gzip.open(source / "docs.jsonl.gz", "rt") as stream:
            for line in stream:
                parts[is_test(json.loads(line)["id"], fold)].append(line)
        (folder / "test.jsonl").write_text("".join(parts[True]))
        (folder / "train.jsonl").write_text("".join(parts[False]))
    return lab.folder(f"{source.name}-fold{fold}", make)


class Parts:
    """One split: files to train on and to test with; `splits` names the splits to train on where a file holds them all."""

    def __init__(self, train, test, splits=()):
        self.train, self.test, self.splits = train, test, list(splits)

    def to_train(self):
        return [*self.train, *(["--split", ",".join(self.splits)] if self.splits else [])]

    def to_test(self):
        # Without this option test data are the records that say so.
        return [*self.test, *(["--split", "test"] if self.splits else [])]


def parts_of(lab, one):
    """The splits of a set, one or one for each fold."""
    source = lab.data_set(one.name)
    if one.splitting == "hash":
        folders = [split_by_hash(lab, source, fold) for fold in one.folds]
        return [Parts([f / "train.jsonl"], [f / "test.jsonl"]) for f in folders]
    if one.splitting == "field":
        docs = source / "docs.jsonl.gz"
        return [Parts([docs], [docs], ["train", "valid"])]
    train = [source / f"{part}.svm.gz" for part in ("train", "valid") if (source / f"{part}.svm.gz").exists()]
    return [Parts(train, [source / "test.svm.gz"])]


def taxonomy_of(lab, one):
    return lab.data_set(one.name) / "taxonomy.tsv"


def parents_in(taxonomy):
    """{child: its parents}."""
    parents = {}
    for line in taxonomy.read_text().splitlines():
        if line.strip():
            parent, child = line.split("\t")
            parents.setdefault(child, []).append(parent)
    return parents


def is_dag(taxonomy):
    return any(len(above) > 1 for above in parents_in(taxonomy).values())


def labels_in(paths):
    """The labels of these files."""
    found = set()
    for path in paths:
        opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
        with opened as stream:
            for line in stream:
                found.update(json.loads(line)["labels"] if ".jsonl" in path.name else line.split(" ", 1)[0].split(","))
    return found


def answers_of(one, parts, taxonomy):
    """The nodes that can be answers: labels of training and test data; of genes the nodes above them, too."""
    found = {label.strip() for label in labels_in([*parts.train, *parts.test])}
    if one.kind == "genes":
        parents, todo = parents_in(taxonomy), list(found)
        while todo:
            above = [p for p in parents.get(todo.pop(), []) if p in parents and p not in found]
            found.update(above)
            todo += above
    return found
