"""What the tables on newsgroups have in common: methods and splits."""

from frame.corpora import newsgroups, sorted_newsgroups
from frame.table import ACCURACY, PARENT_ACCURACY, PRECISION, TOP_LOSS

# Word counts of length 1, C = 1 (thesis 7.2).
SVMS = {"F-SVM": "svm --normalize unit", "H-SVM": "hsvm --normalize unit"}
DNC = {"DNC-SVM": "dnc --normalize unit"}
MEASURES = [ACCURACY, PRECISION, TOP_LOSS, PARENT_ACCURACY]


def online(name, update, order, passes):
    """Flat and hierarchical of an online method; Hieron predicts leaves only, as in thesis 7.5.2."""
    letter, words = update[0], f"--update {update} --epochs {passes} --order {order} --normalize unit"
    if name == "Hieron":
        words += " --label-nodes terminal"
    method = {"Hieron": "hieron", "PERC": "perceptron"}[name]
    return {f"F{letter}{name}": f"{method} --flat {words}", f"H{letter}{name}": f"{method} {words}"}


def both(update, order="random", passes=20):
    """Hieron and Perceptron, flat and hierarchical."""
    return {**online("Hieron", update, order, passes), **online("PERC", update, order, passes)}


AVERAGED, ONLINE = both("averaged"), both("online")


def split(lab, t):
    """Options for t documents of each class to train and the rest to test, or for folds over all documents."""
    if t == "all":
        return ("--folds", lab.pick(10, 2))
    return ("--sample-per-class", t, "--repeats", lab.pick(10, 2))


def compare(lab, t, methods, *options, corpus=newsgroups):
    made = corpus(lab)
    return lab.compare(made.data, made.taxonomy, methods, *split(lab, t), *options)


def compare_sorted(lab, t, methods, *options):
    """On the files of the groups one after another."""
    return compare(lab, t, methods, *options, corpus=sorted_newsgroups)


PROTOCOL = """\
Newsgroups: word counts, stop words and words of a single document left out, no stemming, rows of length 1, C = 1. The \
by-date edition has 13,919 posts (subject and body, cut at 4000 characters) where the thesis has 1000 in each group. t documents of \
each class train and all others test, ten times; "all": ten folds, where posts of a thread can be on both sides."""
