"""What a program answers, and the tables that `clade evaluate` reads. Needs only the standard library."""

from dataclasses import dataclass, field


@dataclass
class Answer:
    classes: list                  # the columns of the scores
    scores: object                 # a row for each test record, or None
    sets: list                     # the predicted labels of each test record
    seconds: dict = field(default_factory=dict)


def write_scores(path, problem, answer):
    with open(path, "w") as out:
        out.write("\t".join(["id", *answer.classes]) + "\n")
        for record, row in zip(problem.test, answer.scores):
            out.write(record.id + "\t" + "\t".join(["%.7g" % value for value in row]) + "\n")


def write_sets(path, problem, answer):
    with open(path, "w") as out:
        for record, labels in zip(problem.test, answer.sets):
            for label in labels or [""]:
                out.write(f"{record.id}\t{label}\n")
