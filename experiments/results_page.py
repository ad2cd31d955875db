"""docs/lab/RESULTS.md, from the stored results."""

import textwrap

INTRODUCTION = """\
# What clade reaches, beside other programs

Made by `./run results` from [results.json](results.json); nothing of clade's numbers is written by
hand. The sets are public ones (`--data FOLDER`, or CLADE_DATA). The best values of other programs
were measured once and are quoted from `experiments/results_sets.py`: one thread, fixed features and
no tuning (C = 1), of LIBLINEAR 2.3.0 (`-s 1`, `-s 4`), scikit-learn 1.2.1 (`sk-`), napkinXC 0.7.2
(`nxc-`), random forest and ridge over all nodes (multi-output). Same splits, same definitions:
classes are the labels of training and test data, a label at an inner node is that node itself,
training has train and valid where there are both.

- **default**: `clade` as it comes (C = 1), with the features that the other programs had.
- **best**: of some candidates, the one with the best average precision (genes: area under the
  pooled precision-recall curve) in cross-validation on the training part, if it is better than the
  default beyond chance (paired permutation test, corrected); else the default. Candidates change C,
  features (pairs of words) and method; the other programs were not tuned in this way. The test part
  plays no part in the choice. The lists of candidates, though, and the features of the default grew
  while test values of earlier lists were known.

On gene functions a label stands for all nodes above it, and every node is a class of its own (the
script lists the ancestors); C is chosen on the part `valid`, for GO as for FunCat with the same
features; AUPRC on GO leaves out its three roots. With several labels the sets behind hierarchical
F1 are all classes with a score above 0, which is not tuned for F1.

Differences under about one point are noise on most sets. + and - say on which side of the peer a
value is.
"""

COLUMNS = {
    "single": [("accuracy", "accuracy", 100, 1, 1), ("tree_loss", "tree loss", 1, 3, -1),
               ("average_precision", "average precision", 100, 1, 1), ("parent_accuracy", "parent accuracy", 100, 1, 1),
               ("hierarchical_f1", "hierarchical F1", 100, 1, 1), ("macro_f1_seen", "macro F1", 100, 1, 1)],
    "multi": [("accuracy", "accuracy", 100, 1, 1), ("average_precision", "average precision", 100, 1, 1),
              ("ranking_loss", "ranking loss", 100, 1, -1), ("tree_loss", "tree loss", 1, 3, -1),
              ("hierarchical_f1", "hierarchical F1", 100, 1, 1), ("auprc", "AUPRC", 1, 3, 1)],
    "genes": [("auprc", "AUPRC", 1, 3, 1), ("average_precision", "average precision", 100, 1, 1)],
}
TITLES = {"single": "One label per document", "multi": "Several labels", "genes": "Gene functions: FunCat and GO"}


def page(results, sets):
    parts = [INTRODUCTION, goals(results, sets)]
    for kind, title in TITLES.items():
        chosen = [one for one in sets if one.kind == kind and one.name in results]
        if chosen:
            parts.append(f"## {title}\n\n{table(results, chosen, COLUMNS[kind])}")
            parts.append(configurations(results, chosen))
    missing = [one.name for one in sets if one.name not in results]
    if missing:
        parts.append("Not run yet: " + ", ".join(missing) + ".\n")
    return "\n".join(parts)


def value(found, key):
    return found[key][0] if found and key in found else None


def shown(number, scale, digits):
    return "" if number is None else f"{scale * number:.{digits}f}"


def mark(ours, peer, direction, scale, digits):
    """On which side of the peer, in the digits that are shown."""
    if ours is None or peer is None:
        return ""
    a, b = round(scale * ours, digits), round(scale * peer, digits)
    return "" if a == b else " +" if (a - b) * direction > 0 else " -"


def table(results, sets, columns):
    lines = [["set", ""] + [title for _, title, *_ in columns], ["---"] * (2 + len(columns))]
    for one in sets:
        found = results[one.name]
        lines.append([one.name, one.peer_name] + [shown(one.peer.get(key), scale, digits)
                                                  for key, _, scale, digits, _ in columns])
        for row in ("default", "best"):
            cells = []
            for key, _, scale, digits, direction in columns:
                ours = value(found[row], key)
                spread = found[row].get(key, [0, 0])[1]
                text = shown(ours, scale, digits) + (f" ± {shown(spread, scale, digits)}" if spread else "")
                cells.append(text + mark(ours, one.peer.get(key), direction, scale, digits))
            lines.append(["", f"clade, {row}"] + cells)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def configurations(results, sets):
    lines = ["What cross-validation chose, and seconds to train (two threads, reading and writing included):\n"]
    for one in sets:
        found = results[one.name]
        words = list(dict.fromkeys(found["chosen"]))
        item = (f"- {one.name}: `{'`, `'.join(words)}`; {found['best']['seconds']:.1f} s"
                f" (default `{found['default_words']}`, {found['default']['seconds']:.1f} s)."
                + (f" {one.note}" if one.note else ""))
        lines.append(textwrap.fill(item, 100, subsequent_indent="  ", break_long_words=False,
                                   break_on_hyphens=False))
    return "\n".join(lines) + "\n"


def short_by(ours, goal, key, digits=3):
    """'' where the goal is met in so many digits, else by how much it is missed."""
    gap = round(ours, digits) - round(goal, digits)
    is_met = gap <= 0 if key.endswith("loss") else gap >= 0
    return "" if is_met else f"{abs(gap):.{digits}f}"


def goals(results, sets):
    """Which goals are met; where not, by how much they are missed."""
    lines = ["## Goals\n"]
    texts = [one for one in sets if one.realistic and one.name in results]
    if texts:
        lines += ["Tree loss and average precision; what is missed is said with its gap.\n",
                  "| set | default, goal | met? | best, goal | met? | best ahead of the peer in both? |", "|---|---|---|---|---|---|"]
        ahead = 0
        for one in texts:
            found = results[one.name]
            both = [short_by(value(found["best"], key), one.peer[key], key) for key in one.realistic]
            ahead += both == ["", ""]
            lines.append("| " + " | ".join([one.name, pair(one.realistic), met(found["default"], one.realistic),
                                            pair(one.ambitious), met(found["best"], one.ambitious),
                                            "yes" if both == ["", ""] else "no"]) + " |")
        lines.append(f"\nAhead of or level with the best peer in both: {ahead} of {len(texts)} sets.\n")
    others = [one for one in sets if not one.realistic and one.name in results]
    if others:
        lines += ["| set | measure | best peer | clade, best | short by |", "|---|---|---|---|---|"]
        for one in others:
            key = "auprc" if one.kind == "genes" else "average_precision"
            ours = value(results[one.name]["best"], key)
            lines.append(f"| {one.name} | {key} | {one.peer[key]:.3f} | {ours:.3f} | {short_by(ours, one.peer[key], key)} |")
    return "\n".join(lines) + "\n"


def pair(goal):
    return f"{goal['tree_loss']} / {goal['average_precision']}"


def met(found, goal):
    missed = []
    for key, text in goal.items():
        scale = 1 if key.endswith("loss") else 100
        gap = short_by(scale * value(found, key), float(text), key, len(text.partition(".")[2]))
        missed += [f"{key.replace('_', ' ')} by {gap}"] if gap else []
    return "yes" if not missed else "no: " + ", ".join(missed)
