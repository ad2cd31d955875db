"""What the tables on WIPO-alpha have in common."""

from frame.corpora import SECTIONS, parts, sampled

STAND_IN = """\
WIPO-alpha cannot be had: unless `--data wipo=PATH` is given, these are documents of `clade generate text` over a tree with \
the nodes of two of its eight sections, D (7, 20 and 160 on its levels) and E (7, 26 and 230), word counts of length 1, C = 1. """


def sections(lab):
    return parts(lab, "wipo", SECTIONS)


def samples(lab, corpus):
    """Draws of three documents of each category (thesis 7.1.2)."""
    return [sampled(lab, corpus, 3, seed) for seed in range(lab.pick(3, 1))]


def whole(lab, corpus):
    """All documents, to be split in several ways."""
    return [corpus] * lab.pick(3, 1)


def folds(lab):
    return ("--folds", lab.pick(3, 2))
