"""What the tables on newsgroups have in common: methods, splits, and gains that are compared over them."""

from frame.corpora import newsgroups
from frame.statistics import differences, mean, unpaired_p
from frame.table import ACCURACY, PARENT_ACCURACY, PRECISION, TOP_LOSS, Evidence

# Word counts of length 1, C = 1 (thesis 7.2).
SVMS = {"F-SVM": "svm --normalize unit", "H-SVM": "hsvm --normalize unit"}
DNC = {"DNC-SVM": "dnc --normalize unit"}
MEASURES = [ACCURACY, PRECISION, TOP_LOSS, PARENT_ACCURACY]


def online(name, update):
    """Flat and hierarchical of an online method; Hieron predicts leaves only, as in thesis 7.5.2."""
    letter, words = update[0], f"--update {update} --epochs 20 --order random --normalize unit"
    if name == "Hieron":
        words += " --label-nodes terminal"
    method = {"Hieron": "hieron", "PERC": "perceptron"}[name]
    return {f"F{letter}{name}": f"{method} --flat {words}", f"H{letter}{name}": f"{method} {words}"}


AVERAGED = {**online("Hieron", "averaged"), **online("PERC", "averaged")}
ONLINE = {**online("Hieron", "online"), **online("PERC", "online")}


def split(lab, t):
    """Options for t documents of each class to train and the rest to test, or for folds over all documents."""
    if t == "all":
        return ("--folds", lab.pick(10, 2))
    return ("--sample-per-class", t, "--repeats", lab.pick(10, 2))


def compare(lab, t, methods, *options):
    corpus = newsgroups(lab)
    return lab.compare(corpus.data, corpus.taxonomy, methods, *split(lab, t), *options)


def gain(found, better, worse, measure):
    """How much better a method is than another, split by split."""
    apart = differences(found.values(better, measure), found.values(worse, measure))
    return apart if measure.higher_is_better else [-a for a in apart]


def larger_gain(claim, where, first, second, stand_in=False):
    """Evidence that the gains `first` are above `second`, which come from other splits."""
    return Evidence(claim, where, mean(first) - mean(second), unpaired_p(first, second), stand_in)


PROTOCOL = """\
Newsgroups: word counts, stop words and words of a single document left out, no stemming, rows of length 1, C = 1. The \
by-date edition has 13,919 posts (subject and body, cut at 4000 characters) where the thesis has 1000 in each group. t documents of \
each class train and all others test, ten times; "all": ten folds, where posts of a thread can be on both sides."""
