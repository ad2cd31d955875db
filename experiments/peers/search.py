"""Tuning of any peer within a given wall time: features first, then options, then the best ones on further folds.

A candidate is a pair (features, options). Each is measured on the first fold; those in front on the others, too. A run that
does not end in time is ended and counts as not tried.
"""

import itertools
import multiprocessing
import time

from peers.choosing import value_of

FOLDS = 3
IN_FRONT = 3
# Shares of the time: up to where features, options and further folds are tried; what is left is for the last training.
SHARES = {"features": 0.35, "options": 0.6, "folds": 0.8}


def within(seconds, work):
    """What work() gives, made in a child process, or None where it took longer or failed."""
    if seconds <= 0:
        return None
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def run():
        sender.send(work())
    process = context.Process(target=run)
    process.start()
    sender.close()
    try:
        return receiver.recv() if receiver.poll(seconds) else None
    except EOFError:  # it failed; what it said is on standard error
        return None
    finally:
        process.kill()
        process.join()
        receiver.close()


class Search:
    """`tried` lists every candidate that was measured with its values by fold."""

    def __init__(self, peer, problem, seconds, make_features, all_features):
        """all_features: those of the untuned run first; [None] for a peer that makes its own."""
        self.peer, self.seconds, self.make_features = peer, seconds, make_features
        self.began = time.monotonic()
        self.all_features = all_features
        self.folds = list(problem.folds(FOLDS))
        self.tried = []
        self.made = {}

    def left(self, stage):
        return SHARES[stage] * self.seconds - (time.monotonic() - self.began)

    def options(self):
        """Every combination of the grid on top of the settings, the untuned one first."""
        names = list(self.peer.grid)
        return [{**self.peer.settings, **dict(zip(names, values))} for values in itertools.product(*self.peer.grid.values())]

    def candidate(self, features, options):
        for one in self.tried:
            if one["features"] == features and one["options"] == options:
                return one
        return {"features": features, "options": options, "values": []}

    def measure(self, one, fold, stage):
        """Adds the value of a fold to a candidate; False where there was no time."""
        problem = self.folds[fold]
        if (fold, str(one["features"])) not in self.made:
            self.made.clear()  # the last ones alone are kept: they can be large
            made = within_alarm(self.left(stage), lambda: self.make_features(problem, one["features"]))
            if made is None:
                return False
            self.made[fold, str(one["features"])] = made
        rows = self.made[fold, str(one["features"])][0]
        began = time.monotonic()
        value = within(self.left(stage),
                       lambda: value_of(self.peer, problem, self.peer.answer(problem, rows, one["options"])))
        if value is None:
            return False
        if not one["values"]:
            self.tried.append(one)
        one["values"].append(value)
        one["seconds"] = time.monotonic() - began
        return True

    def in_front(self, ones, number):
        """The best ones by their mean: three digits of the first measure, then the second, then what was tried first."""
        def key(one):
            means = [sum(column) / len(column) for column in zip(*one["values"])]
            return [-round(means[0], 3), *(-mean for mean in means[1:]), self.tried.index(one)]
        return sorted(ones, key=key)[:number]

    def run(self):
        """The chosen candidate, or None where no run ended in time."""
        options = self.options()
        for features in self.all_features:
            self.measure(self.candidate(features, options[0]), 0, "features")
        for best in self.in_front(self.tried, 2):
            for further in options[1:]:
                self.measure(self.candidate(best["features"], further), 0, "options")
        ones = self.in_front(self.tried, IN_FRONT)
        for fold in range(1, FOLDS):
            for one in ones:
                if len(one["values"]) == fold:
                    self.measure(one, fold, "folds")
        if not self.tried:
            return None
        most = max(len(one["values"]) for one in self.tried)
        return self.in_front([one for one in self.tried if len(one["values"]) == most], 1)[0]


def within_alarm(seconds, work):
    """(what work() gives,) or None where it took longer; for Python's own loops, which can be interrupted."""
    import signal

    class Late(Exception):
        pass

    def late(*_):
        raise Late
    if seconds <= 0:
        return None
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return (work(),)
    except Late:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
