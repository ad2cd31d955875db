"""Thesis 7.5.2 with an averaged Hieron that learns from its wrong answers alone, which clade does not have.

clade's averaged Hieron learns from the largest loss (Hieron sec. 4). Here is the other reading, and the Perceptron beside it,
in plain Python, which is slow: a few splits.
"""

import random
from math import sqrt

from frame.corpora import parse, sorted_newsgroups
from frame.lab import Experiment
from frame.table import ACCURACY, PARENT_ACCURACY, Result, Table

# FaHieron, HaHieron, FaPERC, HaPERC of table 7.20, all documents.
PAPER = {ACCURACY.name: [63.4, 62.5, 64.9, 67.2], PARENT_ACCURACY.name: [84.9, 87.7, 85.7, 87.0]}
METHODS = {"FaHieron": (False, True), "HaHieron": (True, True), "FaPERC": (False, False), "HaPERC": (True, False)}


def unit_length(row):
    label, words = parse(row)
    length = sqrt(sum(v * v for v in words.values())) or 1.0
    return label, [(i, v / length) for i, v in words.items()]


class Learner:
    """Weights of classes, and of their parents where hierarchical; `sums` is what the mean of all weights needs."""

    def __init__(self, parent, classes, hierarchical, hieron):
        self.classes, self.hieron = classes, hieron
        self.parent = [parent[c] for c in classes]
        groups = sorted(set(self.parent)) if hierarchical else []
        self.units = [[k, *([len(classes) + groups.index(self.parent[k])] if groups else [])] for k in range(len(classes))]
        self.width = len(classes) + len(groups)
        self.weights, self.sums, self.steps = {}, {}, 0

    def unit_scores(self, words, table):
        found = [0.0] * self.width
        for word, value in words:
            row = table.get(word)
            if row:
                found = [f + value * w for f, w in zip(found, row)]
        return found

    def scores(self, unit_scores):
        return [sum(unit_scores[u] for u in units) for units in self.units]

    def learn(self, words, label):
        scores = self.scores(self.unit_scores(words, self.weights))
        guess = max(range(len(scores)), key=scores.__getitem__)
        if guess != label:
            self.update(words, label, guess, self.step(scores, label, guess))
        self.steps += 1
        return guess == label

    def step(self, scores, label, guess):
        """1, or Hieron's (5): the loss over the squared length of the difference."""
        if not self.hieron:
            return 1.0
        apart = set(self.units[label]) ^ set(self.units[guess])
        return (scores[guess] - scores[label] + sqrt(len(apart) / 2)) / len(apart)

    def update(self, words, label, guess, step):
        signs = [(u, 1) for u in self.units[label]] + [(u, -1) for u in self.units[guess]]
        for word, value in words:
            row = self.weights.setdefault(word, [0.0] * self.width)
            total = self.sums.setdefault(word, [0.0] * self.width)
            for unit, sign in signs:
                row[unit] += sign * step * value
                total[unit] += sign * step * value * self.steps

    def mean_guess(self, words):
        now, then = self.unit_scores(words, self.weights), self.unit_scores(words, self.sums)
        scores = self.scores([a - b / self.steps for a, b in zip(now, then)])
        return max(range(len(scores)), key=scores.__getitem__)


def one_split(rows, parent, passes, seed, hierarchical, hieron):
    """[accuracy, parent accuracy] of the mean weights on a random tenth, trained in the order of the rows."""
    test = set(random.Random(seed).sample(range(len(rows)), len(rows) // 10))
    classes = sorted({label for label, _ in rows})
    place = {label: k for k, label in enumerate(classes)}
    learner = Learner(parent, classes, hierarchical, hieron)
    for _ in range(passes):
        if all([learner.learn(words, place[label]) for i, (label, words) in enumerate(rows) if i not in test]):
            break
    answers = [(place[rows[i][0]], learner.mean_guess(rows[i][1])) for i in test]
    right = sum(a == b for a, b in answers) / len(answers)
    return [right, sum(learner.parent[a] == learner.parent[b] for a, b in answers) / len(answers)]


def run(lab):
    corpus = sorted_newsgroups(lab)
    parent = dict(line.split("\t")[::-1] for line in corpus.taxonomy.read_text().splitlines())
    passes, splits = lab.pick(20, 2), lab.pick(3, 2)
    rows = []  # read only where a run is missing

    def made(seed, form):
        if not rows:
            rows.extend(map(unit_length, corpus.rows()))
        return one_split(rows, parent, passes, seed, *form)
    found = {name: [lab.kept(["online-rule", str(corpus.data), passes, seed, name], lambda seed=seed, form=form: made(seed, form))
                    for seed in range(splits)] for name, form in METHODS.items()}
    table = Table("All documents in the order of the files", ["splits"], list(METHODS))
    for at, measure in enumerate((ACCURACY, PARENT_ACCURACY)):
        table.add([splits], measure, [[one[at] for one in found[name]] for name in METHODS], PAPER[measure.name])
    return Result(METHOD, [table], NOTES)


METHOD = """\
Plain Python, no part of clade: newsgroups in the order of the files, a random tenth to test, twenty passes, the mean of all weights; \
Hieron learns from its wrong answers, with the step of its Eq. 5, and not from the largest loss."""

NOTES = ["""\
**What explains the thesis' columns.** Three things together. First, the examples come group after group, not in random orders (thesis-7.21 by the \
number of passes): after few passes the last groups win, five give the thesis' levels, 30 to 40 % for the last weights and 55 to 70 % for the \
mean ones, and twenty give more than 80 %. Only in this order does the taxonomy raise the Perceptron's accuracy, after ten or twenty passes, and lower that of \
averaged Hieron, clearly up to ten. Second, the averaged Hieron of the thesis behaves like one that learns from its wrong answers alone, as here: that \
one is about level with the Perceptron, as printed, while Hieron with the largest loss, which the thesis describes, is far ahead of it in every \
order. Third, the posts of the thesis are harder (its flat SVM has 84.8 %, the by-date edition gives 92.6 %), so that its twenty passes may \
well stand where our five do. Single values cannot be matched: at five passes online accuracy varies from 24 to 38 % with the fold."""]

EXPERIMENT = Experiment("thesis-7.20-rule", "Thesis table 7.20 with another reading of Hieron", 8, run)
