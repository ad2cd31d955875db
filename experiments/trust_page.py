"""docs/lab/TRUST.md, from the stored numbers."""

INTRODUCTION = """\
# Answers that can be trusted

`clade train --calibrate` learns on held-out folds of the training records how scores become probabilities; the model keeps
that, and `predict` and `evaluate` use it:

```
clade train docs.jsonl --taxonomy topics.tsv --calibrate -o model.clade
clade predict model.clade new.jsonl --probabilities           # id, label, score, path, probability
clade predict model.clade new.jsonl --confidence 0.9          # the deepest node that is at least 90 % sure
clade predict model.clade new.jsonl --coverage 0.9            # a set of nodes that holds the truth nine times in ten
clade predict model.clade new.jsonl --risk costs.tsv          # the node of the smallest expected cost
clade predict model.clade new.jsonl --decode expected-loss    # the class of the smallest expected tree loss
clade evaluate model.clade test.jsonl                         # log_loss, brier, and ece of every level
```

## How it is done

- **Folds.** The method is trained again on all folds but one (`--calibrate-folds`, 5), with the same options and the C that it
  chose; the fold that was left out is scored. The vectoriser is fitted once, on all training records: it sees no labels. The model
  itself is trained on all records, as without `--calibrate`. An example that is the only one of its class is never held out.
- **One label per record.** A nested softmax: from the terminal nodes up, the value of a node is ln(sum of e^(t v)) / t over the values v
  of its children, and a child's share of its parent is e^(t v) over that sum. The scale t is one for each depth, the most
  likely one on the held-out choices at that depth. Probabilities of siblings add up to that of their parent. In a DAG there is one
  softmax over all classes, and a node has the classes below it together.
- **Several labels.** Every node has a line from its score (the best score of a class at it or below) to log odds z, fitted to the
  held-out records under a weak pull to the line of all nodes (Platt scaling). A record has some label, so that the best of
  low scores means more than it says alone: the log odds of a node are a z + b m + c ln(1 + e^-m) + d, where m is the largest z of its
  level, with a, b, c and d fitted to all nodes of a level. A node is then raised to the most probable of its children.
- **`--confidence P`** answers with the deepest node of at least that probability; the root says nothing and is always sure.
- **`--coverage P`** is split conformal prediction over the tree. For a threshold the set has every class of at least that
  probability, and a node stands for everything below it where all its children do, or where three of its children or more have a
  class in the set. Of every held-out record the model keeps the largest threshold whose set holds all its labels; the
  (1 - P) quantile of these gives sets that hold all labels of a new record with probability P, whatever the probabilities are worth,
  as long as new records are like those of training. A model that is right more often than P gives empty sets for its least
  sure records: ask for a larger P there.
- **`--risk FILE`** has lines `node<TAB>wrong<TAB>vague`: what the answer `node` costs where the truth is not at it or below, and where
  it is. The line `*` is for all nodes without one; its vague cost is for every level between the node and the terminal nodes.
- **`--decode expected-loss`** takes the class with the smallest expected tree loss (half the symmetric difference of ancestor sets)
  under the probabilities. It gives up accuracy for answers that are wrong by less.

`clade update` makes a model without probabilities, and says so: they belong to the old weights. `clade info` shows whether a model
has them.

## Measured

Made by `./run trust`; nothing in the tables is written by hand. Five random folds: each is measured with a model of the other
four, which calibrates on folds of its own. Own split: the one that the set comes with; that of newsgroups is by date, so that
test records are not like those of training, and nothing that is learned on training records alone can know how different they are.
The default method, C = 1.

**ece** is the expected calibration error of the most probable node at each level, from 15 bins of equal mass: the mean over the
folds, and the largest of a fold. A model without any error has about 0.01 on a few thousand records, by chance alone.
Probabilities are weakest on amazon_reviews, with 15 records for a class: sure answers are right less often there than they say (0.98 is 0.80
in the first fold), probably because a softmax has no place for records that look sure and are labelled otherwise.
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
    return "\n".join([INTRODUCTION, "### How far probabilities can be believed\n", believed(results), "### Sure answers\n",
                      sure(results), "### Sets that hold the truth\n", covered(results),
                      "### Decoding by expected loss\n", decoded(results), "### Reliability\n", reliability(results)])
