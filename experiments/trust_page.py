"""docs/lab/TRUST.md, from the stored numbers."""

INTRODUCTION = """\
# How far probabilities can be believed

Made by `./run trust`; nothing in the tables is written by hand. What is measured here, and how it
is learned: [PROBABILITIES.md](../PROBABILITIES.md).

Five random folds: each is measured with a model of the other four, which calibrates on folds of its
own. Own split: the one that the set comes with; that of newsgroups is by date, so that test records
are not like those of training, and nothing that is learned on training records alone can know how
different they are. The default method, C = 1.

**ece** is the expected calibration error of the most probable node at each level, from 15 bins of
equal mass: the mean over the folds, and the largest of a fold. A model without any error has about
0.01 on a few thousand records, by chance alone. Probabilities are weakest on amazon_reviews, with
15 records for a class: sure answers are right less often there than they say (0.98 is 0.80 in the
first fold), probably because a softmax has no place for records that look sure and are labelled
otherwise.
"""


def percent(number):
    return f"{100 * number:.1f}"


def rows_of(results):
    for name, parts in results.items():
        for part, found in parts.items():
            yield f"{name}, {part}", found


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def levels(values):
    return " / ".join(f"{value:.3f}" for value in values)


def believed(results):
    rows = [[name, f"{found['instances']:.0f}", levels(found["ece"]), levels(found["ece_largest"]), f"{found['log_loss']:.3f}"]
            for name, found in rows_of(results)]
    return table(["set", "records", "ece by level, mean", "largest", "log loss"], rows)


def sure(results):
    rows = [[name, percent(found["accuracy"]), percent(found["sure_holds"]), percent(found["sure_leaves"]),
             percent(found["sure_root"])] for name, found in rows_of(results)]
    return table(["set", "accuracy of the best class", "`--confidence 0.9` holds a true label", "answers that are leaves",
                  "answers that are the root"], rows)


def covered(results):
    rows = [[name, percent(found["covered"]), f"{found['cover_nodes']:.2f}", percent(found["cover_empty"])]
            for name, found in rows_of(results)]
    return table(["set", "`--coverage 0.9` holds every true label", "nodes, mean", "empty sets"], rows)


def decoded(results):
    rows = []
    for name, found in rows_of(results):
        change = found["decoded_tree_loss"] / found["tree_loss"] - 1
        rows.append([name, f"{found['tree_loss']:.4f}", f"{found['decoded_tree_loss']:.4f}", f"{100 * change:+.1f} %",
                     percent(found["accuracy"]), percent(found["decoded_accuracy"])])
    return table(["set", "tree loss, best score", "tree loss, expected loss", "change", "accuracy, best score",
                  "accuracy, expected loss"], rows)


def reliability(results):
    name, found = next(rows_of(results))
    rows = [[f"{b['confidence']:.3f}", f"{b['accuracy']:.3f}", str(b["count"])] for b in found["bins"]]
    return (f"The bins behind the deepest level of the first fold ({name}):\n\n"
            + table(["confidence", "accuracy", "records"], rows))


def page(results):
    return "\n".join([INTRODUCTION, "## Calibration error\n", believed(results), "## Sure answers\n",
                      sure(results), "## Sets that hold the truth\n", covered(results),
                      "## Decoding by expected loss\n", decoded(results), "## Reliability\n", reliability(results)])
