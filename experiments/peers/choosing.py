"""What tuning chooses by, on folds of the training part: average precision, AUPRC or hierarchical F1."""


def average_precision(problem, answer):
    """Thesis 7.4, ties counted against the classifier; a label without a column counts 0."""
    total = 0.0
    at = {name: i for i, name in enumerate(answer.classes)}
    for record, row in zip(problem.test, answer.scores):
        values = sorted((row[at[label]] for label in record.labels if label in at), reverse=True)
        ordered = sorted(row, reverse=True)
        total += sum(number_from(values, v) / number_from(ordered, v) for v in values) / max(1, len(record.labels))
    return total / max(1, len(problem.test))


def number_from(ordered, value):
    """How many of these, the largest first, are at least the value."""
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] >= value:
            low = middle + 1
        else:
            high = middle
    return low


def auprc(problem, answer):
    from peers.pooled import auprc as of_arrays  # needs numpy, which the other measures do not
    return of_arrays(problem, answer)


def hierarchical_f1(problem, answer):
    right = predicted = true = 0
    for record, labels in zip(problem.test, answer.sets):
        a, b = problem.closed(record.labels), problem.closed([label for label in labels if label])
        right, predicted, true = right + len(a & b), predicted + len(b), true + len(a)
    return 2 * right / (predicted + true) if predicted + true else 0.0


def chosen_by(peer, kind):
    """The names of the first measure and of the one that decides where that is equal in three digits."""
    if not peer.ranks:
        return "hierarchical_f1", None
    return ("auprc", None) if kind == "genes" else ("average_precision", "auprc" if kind == "multi" else None)


def value_of(peer, problem, answer):
    first, second = chosen_by(peer, problem.kind)
    measures = {"average_precision": average_precision, "auprc": auprc, "hierarchical_f1": hierarchical_f1}
    return [measures[name](problem, answer) for name in (first, second) if name]
