"""docs/lab/RESULTS.md, from the stored results of clade and of the other programs."""

import textwrap
from dataclasses import dataclass

from peers.registry import LIMITS, PEERS
from results_tables import every_peer, in_short, side_by_side, values_of

INTRODUCTION = """\
# What clade reaches, beside other programs

Made by `./run results` from [results.json](results.json) and from the files of the other programs
in [peers](peers), one for each set and peer with its versions, options, features, times and
measures; no number is written by hand. The sets are public ones (`--data FOLDER`, or CLADE_DATA).
`./run results --peers` sets the other programs up and runs them again.

- **As they come**: `clade train DATA --taxonomy T -o MODEL`, no option at all, beside every program
  with its defaults (C = 1 for those with a C).
- **Tuned**: `clade train --budget 5m` beside programs that were tuned for the wall time that the
  tables say, in one thread: features first (pairs of words, rare words, runs of 3 to 5 characters;
  scaling for numbers), then C or what a program has in its place, on three folds of the training
  part, by average precision (gene functions: AUPRC; programs without scores: hierarchical F1). What
  is best there is trained on the whole training part. The test part plays no part in it.

All are measured by `clade evaluate` on their scores and their predicted labels. Same splits, same
definitions: training has train and valid where there are both, a label at an inner node is that
node itself, answers are the labels of training and test data. Where an instance can have several
labels, a program predicts all with a score above 0 (probabilities: 0.5), clade as its model says.
On gene functions every node above a label is a label, too, and AUPRC on GO leaves out its three
roots. AUPRC of clade is measured on probabilities where the model has them.

Features of programs that make none of their own, untuned: sublinear tf-idf of words that two
documents have, without English stop words; of all words for the short questions of trec_questions
and clinc150; sublinear tf-idf of counts (lshtc2010); other numbers as they are.

A cell of **best peer** names the best of all other programs by that measure alone, so a row of them
is more than any one program reaches. +0.3 says that clade is better than that by 0.3, -0.3 that it
is worse, = that both are equal in the digits shown. Differences under about one point are noise on
most sets.
"""


@dataclass
class Column:
    key: str
    title: str
    scale: int
    digits: int
    direction: int       # 1: more is better


ACCURACY = Column("accuracy", "accuracy", 100, 1, 1)
TREE_LOSS = Column("tree_loss", "tree loss", 1, 3, -1)
PRECISION = Column("average_precision", "average precision", 100, 1, 1)
PARENT = Column("parent_accuracy", "parent accuracy", 100, 1, 1)
H_F1 = Column("hierarchical_f1", "hierarchical F1", 100, 1, 1)
MACRO_F1 = Column("macro_f1_seen", "macro F1", 100, 1, 1)
RANKING = Column("ranking_loss", "ranking loss", 100, 1, -1)
AUPRC = Column("auprc", "AUPRC", 1, 3, 1)

COLUMNS = {
    "single": [ACCURACY, TREE_LOSS, PRECISION, PARENT, H_F1, MACRO_F1],
    "multi": [ACCURACY, PRECISION, RANKING, TREE_LOSS, H_F1, MACRO_F1, AUPRC],
    "genes": [AUPRC],
}
# Where clade is to be at or above every other program.
GOALS = {"single": [TREE_LOSS, PRECISION], "multi": [PRECISION, H_F1, MACRO_F1, AUPRC], "genes": [AUPRC]}
TITLES = {"single": "One label per document", "multi": "Several labels", "genes": "Gene functions (FunCat and GO)"}
# The row of clade that stands beside untuned and tuned peers.
HALVES = {"default": ("As they come", False), "budget": ("Tuned", True)}


def page(results, peers, sets):
    """results: {set: {row of clade: ...}}; peers: {set: what is stored of other programs}."""
    parts = [INTRODUCTION]
    for row, (title, tuned) in HALVES.items():
        parts.append(f"## In short, {title.lower()}\n\n{in_short(results, peers, sets, row, tuned, GOALS)}")
        parts.append(not_run(peers, sets, tuned))
    for kind, heading in TITLES.items():
        chosen = [one for one in sets if one.kind == kind]
        for row, (title, tuned) in HALVES.items():
            shown = [one for one in chosen if values_of(peers.get(one.name, []), tuned) or row in results.get(one.name, {})]
            if shown:
                parts.append(f"## {heading}, {title.lower()}\n\n"
                             + side_by_side(results, peers, shown, row, tuned, COLUMNS[kind]))
        parts.append(notes(results, chosen))
    parts.append(f"## What the others cannot do\n\n{limits(peers, sets)}")
    parts.append("## Every program\n\n" + wrapped("Seconds are of training alone, in one thread, and of a machine that had"
                 f" other work: indicative only. Versions: {versions(peers)}.", "") + "\n")
    parts += [every_peer(one, peers[one.name], COLUMNS[one.kind]) for one in sets if peers.get(one.name)]
    return "\n".join(part for part in parts if part)


def wrapped(item, indent="  "):
    return textwrap.fill(item, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def not_run(peers, sets, tuned):
    missing = [one.name for one in sets if not values_of(peers.get(one.name, []), tuned)]
    return wrapped(f"No other program was run yet on: {', '.join(missing)}.", "") + "\n" if missing else ""


def versions(peers):
    """All that the files tell, in the order of the names."""
    found = {(name, version) for stored in peers.values() for one in stored for name, version in
             one.get("versions", {}).items()}
    return ", ".join(f"{name} {version}" for name, version in sorted(found, key=lambda pair: pair[0].lower())) or "none yet"


def notes(results, sets):
    """A line for each set that has something to be said: its note, what clade chose, how long it took."""
    lines = []
    for one in sets:
        said = [one.note] if one.note else []
        for row, found in results.get(one.name, {}).items():
            words = " ".join(["clade train", *found["options"]])
            chosen = [f"`{c}`" for c in dict.fromkeys(map(str, found.get("chosen", [])))]
            said.append(f"`{words}`: {found['seconds']:.1f} s" + (f", chose {', '.join(chosen)}" if chosen else "") + ".")
        if said:
            lines.append(wrapped(f"- {one.name}: {' '.join(said)}"))
    return "\n".join(lines) + "\n" if lines else ""


def limits(peers, sets):
    lines = [wrapped(f"- {program}: {what}") for program, what in LIMITS.items()]
    order = {peer.name: i for i, peer in enumerate(PEERS)}
    skipped = {}
    for one in sets:
        for found in peers.get(one.name, []):
            if "skipped" in found:
                what = f"{found['peer']}{', tuned' if found['tuned'] else ''}: {found['skipped']}"
                skipped.setdefault((order.get(found["peer"], 99), what), []).append(one.name)
    if skipped:
        lines.append("\nNot finished:\n")
        lines += [wrapped(f"- {what} ({', '.join(names)})") for (_, what), names in sorted(skipped.items())]
    return "\n".join(lines) + "\n"
