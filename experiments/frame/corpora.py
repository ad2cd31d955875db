"""The collections of the experiments: real ones, and generated stand-ins of the same shape.

A folder given with --data SET=PATH holds what README.md of this folder says. All rows are word
counts; the methods scale them to length 1, as thesis 7.2 does.
"""

import random
from dataclasses import dataclass
from pathlib import Path

COUNTS = ("--weighting", "none", "--normalize", "none")


@dataclass
class Corpus:
    data: Path
    taxonomy: Path
    stand_in: bool = False

    def rows(self):
        return self.data.read_text().splitlines()


def documents(folder):
    """The file of the documents of a folder, as it is or compressed."""
    names = ("docs.jsonl", "docs.jsonl.gz", "docs.jsonl.zst")
    return next(folder / name for name in names if (folder / name).exists())


# ---- newsgroups

def newsgroups_folder(lab):
    """docs.jsonl and taxonomy.tsv; in a quick run generated ones."""
    if "newsgroups" in lab.given:
        return Path(lab.given["newsgroups"])
    if lab.quick:
        def make(folder):
            lab.call("generate", "text", "--levels", "5,15", "--n", 300, "--words", 1500, "--length", 60,
                     "--ancestor-share", 0.2, "--output", "jsonl", "-o", folder)
            (folder / "data.jsonl").rename(folder / "docs.jsonl")
        return lab.folder("small-newsgroups", make)
    return lab.data_set("newsgroups")


def newsgroups(lab):
    """Thesis 7.1.3: word counts, stop words and words of a single document left out, no stemming."""
    source = newsgroups_folder(lab)

    def make(folder):
        lab.call("convert", documents(source), "--split", "all", "--stopwords", "english", "--min-df", 2, *COUNTS,
                 "-o", folder / "data.svm")
    return Corpus(lab.folder("newsgroups", make) / "data.svm", source / "taxonomy.tsv")


def sorted_newsgroups(lab):
    """The same documents group after group in the order of their names, as the files of the collection lie."""
    whole = newsgroups(lab)

    def make(folder):
        rows = sorted(whole.rows(), key=lambda row: row.partition(" ")[0])
        (folder / "data.svm").write_text("\n".join(rows) + "\n")
    return Corpus(lab.folder("newsgroups-sorted", make) / "data.svm", whole.taxonomy)


def abridged_newsgroups(lab, most=None):
    """Thesis 7.5.1, footnote 1: no empty documents, and of identical ones in several groups a random one.

    most: that many documents at random, for methods that cannot take all.
    """
    whole = newsgroups(lab)

    def make(folder):
        rows = one_class_for_each(whole.rows(), random.Random(0))
        if most is not None and most < len(rows):
            rows = random.Random(1).sample(rows, most)
        (folder / "data.svm").write_text("\n".join(rows) + "\n")
    name = "newsgroups-abridged" + (f"-{most}" if most else "")
    return Corpus(lab.folder(name, make) / "data.svm", whole.taxonomy)


def one_class_for_each(rows, chance):
    """Rows in a random order, without empty ones, and without those that repeat another with another class."""
    label_of, kept = {}, []
    for row in chance.sample(rows, len(rows)):
        label, _, words = row.partition(" ")
        if words and label_of.setdefault(words, label) == label:
            kept.append(row)
    return kept


# ---- generated documents

def text(lab, levels, n, words=18000, length=150, seed=0, preset="custom"):
    """Single-label documents over a tree with these numbers of nodes on its levels, as counts."""
    made = lab.generate("text", preset=preset, levels=levels, n=n, words=words, length=length, seed=seed,
                        output="jsonl")

    def make(folder):
        lab.call("convert", made / "data.jsonl", "--min-df", 2, *COUNTS, "-o", folder / "data.svm")
    return Corpus(lab.folder(made.name + "-counts", make) / "data.svm", made / "taxonomy.tsv", stand_in=True)


def with_more_labels(lab, corpus, share, inner=0.0, seed=0):
    """Several labels: a share of the documents is joined with another one, words and labels.

    inner: the share of labels that move up to the parent, for taxonomies with classes at inner nodes.
    """
    def make(folder):
        chance = random.Random(seed)
        parent = dict(line.split("\t")[::-1] for line in corpus.taxonomy.read_text().splitlines())
        rows = [parse(row) for row in corpus.rows()]
        joined = [join(row, chance.choice(rows)) if chance.random() < share else ({row[0]}, row[1]) for row in rows]
        lines = [line({move_up(l, parent, chance, inner) for l in labels}, words) for labels, words in joined]
        (folder / "data.svm").write_text("\n".join(lines) + "\n")
    name = f"{corpus.data.parent.name}-labels_{share}-inner_{inner}-{seed}"
    return Corpus(lab.folder(name, make) / "data.svm", corpus.taxonomy, stand_in=True)


def parse(row):
    label, _, words = row.partition(" ")
    return label, {int(i): float(v) for i, v in (pair.split(":") for pair in words.split())}


def join(first, second):
    words = dict(first[1])
    for index, count in second[1].items():
        words[index] = words.get(index, 0) + count
    return {first[0], second[0]}, words


def move_up(label, parent, chance, share):
    """The parent where chance says so; a child of the root stays."""
    return parent[label] if chance.random() < share and parent.get(label) in parent else label


def line(labels, words):
    return ",".join(sorted(labels)) + " " + " ".join(f"{i}:{v:g}" for i, v in sorted(words.items()))


def sampled(lab, corpus, per_class, seed=0):
    """At most per_class documents of each class; of several labels a random one counts (thesis 7.1.2)."""
    def make(folder):
        chance, taken, kept = random.Random(seed), {}, []
        rows = corpus.rows()
        for row in chance.sample(rows, len(rows)):
            label = chance.choice(row.partition(" ")[0].split(","))
            if taken.setdefault(label, 0) < per_class:
                taken[label] += 1
                kept.append(row)
        (folder / "data.svm").write_text("\n".join(kept) + "\n")
    name = f"{corpus.data.parent.name}-sample_{per_class}-{seed}"
    return Corpus(lab.folder(name, make) / "data.svm", corpus.taxonomy, corpus.stand_in)


def folds(lab, corpus, count, seed=0):
    """Files (train, test) of a random cross-validation, for what `clade compare` does not report."""
    def make(folder):
        rows = corpus.rows()
        random.Random(seed).shuffle(rows)
        for fold in range(count):
            for name, kept in (("train", [r for i, r in enumerate(rows) if i % count != fold]),
                               ("test", rows[fold::count])):
                (folder / f"{name}{fold}.svm").write_text("\n".join(kept) + "\n")
    folder = lab.folder(f"{corpus.data.parent.name}-folds_{count}-{seed}", make)
    return [(folder / f"train{fold}.svm", folder / f"test{fold}.svm") for fold in range(count)]


# ---- collections that cannot be had

# Nodes on the levels of two sections of the IPC, the main groups last, and documents (thesis table 7.1, 7.4.3).
SECTIONS = {"D": ("7,20,160", 1710), "E": ("7,26,230", 3027)}


def parts(lab, name, stand_ins):
    """The sections or subtrees of a collection: folders of the given path, else those that have a stand-in."""
    if name in lab.given:
        return sorted(p.name for p in Path(lab.given[name]).iterdir() if p.is_dir())
    return list(stand_ins)[:lab.pick(len(stand_ins), 1)]


def given(lab, name, part, file="data.svm"):
    """A part of a collection whose path was given, else None."""
    folder = Path(lab.given[name]) / part if name in lab.given else None
    return folder and Corpus(folder / file, folder / "taxonomy.tsv")


def wipo(lab, section):
    """WIPO-alpha with primary categories: one label."""
    if "wipo" in lab.given:
        return given(lab, "wipo", section)
    levels, n = lab.pick(SECTIONS[section], ("3,6,12", 150))
    return text(lab, levels, n, words=lab.pick(18000, 1500), length=lab.pick(150, 60), seed=ord(section))


def wipo_multilabel(lab, section):
    """WIPO-alpha with secondary categories; the stand-in joins every second document with another one."""
    return (given(lab, "wipo", section, "multilabel.svm")
            or with_more_labels(lab, wipo(lab, section), share=0.5))


def ohsumed(lab, subtree):
    """A subtree of OHSUMED; the stand-in has classes at inner nodes and several labels."""
    if "ohsumed" in lab.given:
        return given(lab, "ohsumed", subtree)
    levels, n = lab.pick(("8,30,60,70", 1500), ("3,6,12", 150))
    one = text(lab, levels, n, words=lab.pick(12000, 1500), length=lab.pick(100, 60), seed=ord(subtree))
    return with_more_labels(lab, one, share=0.35, inner=0.3)
