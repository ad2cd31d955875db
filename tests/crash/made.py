"""Small problems on which training takes a second or so, and the calls that train on them."""

import json
import random

LEAVES = [f"{top}{middle}{leaf}" for top in "abc" for middle in "xy" for leaf in "123"]


def taxonomy_text():
    lines = []
    for top in "abc":
        lines.append(f"root\t{top}")
        for middle in "xy":
            lines.append(f"{top}\t{top}{middle}")
            lines += [f"{top}{middle}\t{top}{middle}{leaf}" for leaf in "123"]
    return "\n".join(lines) + "\n"


def words_of(draw, leaf, count):
    """Words of the leaf, of the nodes above it, and of any."""
    words = []
    for _ in range(count):
        share = draw.random()
        owner = leaf if share < 0.25 else leaf[:2] if share < 0.4 else leaf[:1] if share < 0.5 else "w"
        words.append(f"{owner}{draw.randrange(400 if owner == 'w' else 12)}")
    return " ".join(words)


def texts(seed, size, most_labels=1):
    draw = random.Random(seed)
    for _ in range(size):
        labels = draw.sample(LEAVES, draw.randint(1, most_labels))
        text = " ".join(words_of(draw, label, 12) for label in labels)
        if draw.random() < 0.1:
            labels[0] = draw.choice(LEAVES)
        yield json.dumps({"labels": sorted(set(labels)), "text": text}) + "\n"


def vectors(seed, size, features=12):
    """Dense rows around a point for each leaf, which overlap."""
    draw = random.Random(seed)
    centers = {leaf: [draw.gauss(0, 1) for _ in range(features)] for leaf in LEAVES}
    for _ in range(size):
        leaf = draw.choice(LEAVES)
        values = [center + draw.gauss(0, 0.9) for center in centers[leaf]]
        yield leaf + "".join(f" {j + 1}:{value:.4f}" for j, value in enumerate(values)) + "\n"


def make(folder):
    (folder / "tree.tsv").write_text(taxonomy_text())
    (folder / "texts.jsonl").write_text("".join(texts(1, 8000)))
    (folder / "few.jsonl").write_text("".join(texts(2, 2500)))
    (folder / "sets.jsonl").write_text("".join(texts(3, 4000, 3)))
    (folder / "vectors.svm").write_text("".join(vectors(4, 1000)))
    (folder / "few.svm").write_text("".join(vectors(5, 600)))


# By name: the data and the options of a training. Together they take every way to visit instances, every
# method, and everything around a training.
CASES = {
    "tree": ("texts.jsonl", "--method hsvm --tolerance 1e-6"),
    "flat": ("texts.jsonl", "--method svm --tolerance 1e-8"),
    "pairs": ("texts.jsonl", "--method hsvm --slack pair --tolerance 1e-5"),
    "weighted": ("few.jsonl", "--method hsvm --attributes leaf:0.5 --slack-power 2 --tolerance 1e-6"),
    "double": ("few.jsonl", "--method hsvm --precision double --tolerance 1e-9"),
    "sets": ("sets.jsonl", "--method hsvm --slack-power 2 --tolerance 1e-6"),
    "calibrated": ("texts.jsonl", "--tolerance 1e-5 --calibrate"),
    "dense": ("vectors.svm", "--method hsvm --C 30 --tolerance 1e-4"),
    "rbf": ("vectors.svm", "--method hsvm --kernel rbf --C 30 --tolerance 1e-6"),
    "bias": ("few.jsonl", "--method hsvm --bias free --tolerance 1e-4"),
    "topdown": ("texts.jsonl", "--method topdown-svm --tolerance 1e-6"),
    "psi": ("few.jsonl", "--method topdown-psi --tolerance 1e-5"),
    "orthogonal": ("vectors.svm", "--method orthogonal --C 100 --tolerance 1e-8"),
    "transfer": ("texts.jsonl", "--method transfer --tolerance 1e-8"),
    "treeloss": ("texts.jsonl", "--method treeloss --tolerance 1e-8"),
    "nodes": ("texts.jsonl", "--method dnc --tolerance 1e-7"),
    "online-nodes": ("texts.jsonl", "--method dnc --base perceptron --epochs 100"),
    "perceptron": ("texts.jsonl", "--method perceptron --epochs 100"),
    "hieron": ("texts.jsonl", "--method hieron --epochs 80 --order random"),
    "minover": ("few.jsonl", "--method perceptron --update minover --epochs 20"),
    "kernel-online": ("vectors.svm", "--method perceptron --kernel rbf --epochs 100"),
    "choose-C": ("few.jsonl", "--method hsvm --C auto --tolerance 1e-4"),
    "search": ("few.jsonl", "--budget 20runs"),
}
