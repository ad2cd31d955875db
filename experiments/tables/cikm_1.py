"""CIKM table 1: flat and hierarchical SVM with hard margins on synthetic data."""

from frame.lab import Experiment
from frame.statistics import mean
from frame.table import ACCURACY, PARENT_ACCURACY, PRECISION, TOP_LOSS, Result, Table

METHODS = {"flat": "svm --C inf --tolerance 0.01 --normalize unit", "hsvm": "hsvm --C inf --tolerance 0.01 --normalize unit"}
MEASURES = [ACCURACY, PRECISION, TOP_LOSS, PARENT_ACCURACY]
# (children, depth, rho): flat and hsvm for each measure.
PAPER = {(3, 3, 0.001): [[68.9, 72.7], [81.7, 84.2], [0.621, 0.505], [80.1, 84.4]],
         (3, 3, 0.1): [[83.4, 89.9], [90.8, 94.7], [0.351, 0.205], [88.0, 92.9]],
         (3, 2, 0.001): [[87.1, 90.0], [93.1, 94.6], [0.193, 0.158], [93.6, 94.2]],
         (3, 2, 0.1): [[97.4, 98.7], [98.7, 99.3], [0.0478, 0.0236], [97.9, 99.0]],
         (6, 2, 0.001): [[67.5, 69.3], [80.2, 82.0], [0.513, 0.465], [81.1, 84.2]],
         (6, 2, 0.1): [[85.2, 90.5], [90.9, 94.4], [0.244, 0.15], [90.4, 94.7]]}


def draw(lab, setting, seed):
    """One draw of the data, five folds: the mean of every measure for every method."""
    fanout, depth, rho = setting
    made = lab.generate("cai-multiclass", seed=seed, fanout=fanout, depth=depth, rho=rho, n=lab.pick(1000, 60))
    found = lab.compare(made / "data.svm", made / "taxonomy.tsv", METHODS, "--folds", lab.pick(5, 2))
    return {m: [mean(found.values(m, measure)) for measure in MEASURES] for m in METHODS}


def run(lab):
    draws = lab.pick(5, 2)
    table = Table("Table 1", ["children", "depth", "rho"], list(METHODS))
    for setting, paper in list(PAPER.items())[:lab.pick(6, 1)]:
        found = [draw(lab, setting, seed) for seed in range(draws)]
        for at, measure in enumerate(MEASURES):
            table.add(setting, measure, [[one[m][at] for one in found] for m in METHODS], paper[at])
    return Result(METHOD.format(draws=draws), [table])


METHOD = """\
`clade generate cai-multiclass`, 1000 examples of 20 features, rows of length 1; hard margins (`--C inf`) to a relative gap of 0.01, five folds. The paper has \
one draw of the data; here are {draws}, and the spread is that over draws. How fast the variances fall with the depth is not in the \
paper, so that absolute values cannot be compared."""

EXPERIMENT = Experiment("cikm-1", "CIKM table 1: synthetic data", 2, run)
