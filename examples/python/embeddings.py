#!/usr/bin/env python3
"""A taxonomy over sentence vectors: clade beside logistic regression and nearest centroid of scikit-learn.

    build/venv/bin/python examples/python/embeddings.py run DATA build/embeddings     # docs/lab/embeddings.json
    python3 examples/python/embeddings.py page                                        # docs/EMBEDDINGS.md from it

`./run python` makes build/venv, and embed.py the vectors. DATA is the folder of the public data sets, whose
taxonomies are used. Every learner gets the same vectors and the same draws of training examples. Results are
written as they come; a set and size that the file has already is not run again.
"""

import json
import sys
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "lab" / "embeddings.json"
PAGE = ROOT / "docs" / "EMBEDDINGS.md"
SETS = {"clinc150": "22,500 short questions to an assistant, 150 intents below 10 domains",
        "trec_questions": "5,952 questions, 50 kinds of answer below 6",
        "newsgroups": "13,919 posts of Usenet, 15 groups below 5 parents"}
DRAWS = {"5": 5, "20": 3, "all": 1}  # examples of a class, and how often they are drawn
GRID = [1, 10, 100]

# By the way they get their parameters: as they come, and with C chosen alike.
UNTUNED = ["clade, taxonomy", "clade, no taxonomy", "logistic regression", "nearest centroid"]
TUNED = ["hsvm, taxonomy", "svm, no taxonomy", "logistic regression, chosen C"]


# ---- Measuring


def learners(taxonomy):
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.neighbors import NearestCentroid

    from clade import CladeClassifier, FlatSVM, HierarchicalSVM

    def chosen(learner):
        return GridSearchCV(learner, {"C": GRID}, cv=3)
    return {"clade, taxonomy": CladeClassifier(taxonomy=taxonomy, calibrate=False, threads=1),
            "clade, no taxonomy": CladeClassifier(calibrate=False, threads=1),
            "logistic regression": LogisticRegression(max_iter=1000),
            "nearest centroid": NearestCentroid(),
            "hsvm, taxonomy": chosen(HierarchicalSVM(taxonomy=taxonomy, threads=1)),
            "svm, no taxonomy": chosen(FlatSVM(threads=1)),
            "logistic regression, chosen C": chosen(LogisticRegression(max_iter=1000))}


def drawn(y, size, seed):
    """Rows of a draw of so many examples of every class."""
    import numpy as np
    if size == "all":
        return np.arange(len(y))
    random = np.random.RandomState(seed)
    return np.concatenate([random.permutation(np.flatnonzero(y == label))[:int(size)] for label in np.unique(y)])


def measured(learner, train, test, taxonomy, parent):
    import numpy as np

    from clade import metrics
    began = time.process_time()
    predicted = np.asarray(learner.fit(*train).predict(test[0]))
    seconds = time.process_time() - began
    top = np.array([parent[a] == parent[b] for a, b in zip(predicted, test[1])])
    return {"accuracy": float((predicted == test[1]).mean()), "top": float(top.mean()),
            "tree_loss": float(metrics.tree_loss(test[1], predicted, taxonomy=taxonomy)), "seconds": round(seconds, 2)}


def run(data, vectors):
    import numpy as np
    import sklearn

    import clade
    warnings.simplefilter("ignore")
    found = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"sets": {}}
    found["versions"] = {"clade": clade.__version__, "scikit-learn": sklearn.__version__, "numpy": np.__version__}
    for name in SETS:
        if not (vectors / f"{name}.npz").exists():
            continue
        with np.load(vectors / f"{name}.npz") as stored:
            X, y, split = stored["X"], stored["y"], stored["split"]
        taxonomy = data / name / "taxonomy.tsv"
        parent = {c: p for p, c in (line.split("\t")[:2] for line in taxonomy.read_text().splitlines())}
        train, test = (X[split == "train"], y[split == "train"]), (X[split == "test"], y[split == "test"])
        results = found["sets"].setdefault(name, {"train": len(train[1]), "test": len(test[1]), "sizes": {}})["sizes"]
        # Those that are tuned come last, as they take ten trainings each; of all examples they are left out.
        plan = [(size, draw, UNTUNED) for size, draws in DRAWS.items() for draw in range(draws)]
        plan += [(size, draw, TUNED) for size, draw, _ in plan if size != "all"]
        for size, draw, kinds in plan:
            rows = drawn(train[1], size, draw)
            for kind, learner in learners(str(taxonomy)).items():
                runs = results.setdefault(size, {}).setdefault(kind, [])
                if kind not in kinds or len(runs) > draw:
                    continue
                runs.append(measured(learner, (train[0][rows], train[1][rows]), test, taxonomy, parent))
                print(name, size, draw, kind, runs[-1], flush=True)
                RESULTS.write_text(json.dumps(found, indent=1) + "\n")


def main():
    if sys.argv[1:2] == ["run"] and len(sys.argv) == 4:
        run(*map(Path, sys.argv[2:]))
    elif sys.argv[1:] == ["page"]:
        from embeddings_page import page
        PAGE.write_text(page(json.loads(RESULTS.read_text())))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
