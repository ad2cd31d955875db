"""Rocchio in the standard library: the cosine to the mean of every class. Slow and plain, it needs no other program."""

import math
import re
import time
from collections import Counter, defaultdict

from peers.answer import Answer


def vector(record, power):
    """Word counts or numbers to a power, of length 1."""
    counts = record.row if record.row is not None else Counter(re.findall(r"\w+", record.text.lower()))
    raised = {key: math.copysign(abs(value) ** power, value) for key, value in counts.items()}
    length = math.sqrt(sum(value * value for value in raised.values())) or 1.0
    return {key: value / length for key, value in raised.items()}


def learn(problem, _, options):
    began, power = time.monotonic(), float(options["power"])
    sums, closed = defaultdict(Counter), problem.kind == "genes"
    for record in problem.train:
        for label in problem.closed(record.labels) if closed else record.labels:
            sums[label].update(vector(record, power))
    classes = sorted(sums)
    lengths = {name: math.sqrt(sum(v * v for v in sums[name].values())) or 1.0 for name in classes}
    trained = time.monotonic() - began
    scores = []
    for record in problem.test:
        row = vector(record, power)
        scores.append([sum(value * sums[name][key] for key, value in row.items() if key in sums[name]) / lengths[name]
                       for name in classes])
    sets = [decided(problem, classes, row) for row in scores]
    return Answer(classes, scores, sets, {"train": trained, "predict": time.monotonic() - began - trained})


def decided(problem, classes, row):
    best = max(row)
    found = [name for name, value in zip(classes, row) if value > 0.8 * best]
    if problem.kind == "single" or not found:
        return [classes[row.index(best)]]
    return problem.most_specific(found)
