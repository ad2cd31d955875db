"""Measures clade and every other program by the same command: `clade evaluate` on a table of scores and one of labels."""

import json

from frame.lab import Failed
from frame.statistics import deviation, mean

# What is stored of all that evaluate tells.
MEASURES = ("accuracy", "tree_loss", "average_precision", "ranking_loss", "parent_accuracy", "hierarchical_f1", "micro_f1",
            "macro_f1_seen", "auprc")


def known_columns(table, known):
    """The scores of labels that training or test data have; other nodes are no answers to the other programs."""
    rows = [line.split("\t") for line in table.splitlines()]
    kept = [i for i, name in enumerate(rows[0]) if i == 0 or name in known]
    return "\n".join("\t".join(row[i] for i in kept) for row in rows) + "\n"


def measure_tables(lab, one, parts, taxonomy, scores=None, sets=None, nodes=None):
    """The measures of a table of scores and one of predicted labels, with labels at inner nodes as they are.

    nodes: a further table of scores that AUPRC is measured on, of nodes that are no answers, too.
    """
    def evaluate(*tables):
        found = json.loads(lab.call("evaluate", *tables, "--truth", *parts.to_test(), "--taxonomy", taxonomy,
                                    "--label-nodes", "all", "--auprc-from-level", one.auprc_from, "--json", "--quiet",
                                    "--threads", 1))["metrics"]
        return {name: found[name] for name in MEASURES if name in found}
    tables = [*(["--scores", scores] if scores else []), *(["--predictions", sets] if sets else [])]
    found = evaluate(*tables)
    if nodes:
        found["auprc"] = evaluate("--scores", nodes)["auprc"]
    return found


def node_probabilities(lab, model, parts):
    """The table of `predict --scores --probabilities`, for AUPRC; None where the model has no probabilities."""
    try:
        return of_nodes(lab.call("predict", model, *parts.to_test(), "--scores", "--probabilities", "--quiet"))
    except Failed as failure:
        if "--calibrate" in str(failure).partition("\n")[2]:
            return None
        raise


def of_nodes(table):
    """Without the classes that training added below a node: the column of the node has what they have."""
    names = set(table.partition("\n")[0].split("\t"))
    added = {name for name in names if name.endswith("__misc") and name[:-len("__misc")] in names}
    return known_columns(table, names - added) if added else table


def summary(runs):
    """{measure: [mean, standard deviation]} over the splits, of measures that all have."""
    names = set.intersection(*(set(run) for run in runs))
    return {name: [mean([run[name] for run in runs]), deviation([run[name] for run in runs])] for name in sorted(names)}
