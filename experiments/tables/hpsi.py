"""HPSI tables 1 to 4: its simulated examples, C chosen once for all losses on a tuning sample."""

from frame.lab import Experiment
from frame.statistics import mean
from frame.table import Measure, Result, Table

from . import hpsi_paper
from .hpsi_paper import BAYES

L01 = Measure("l 0-1", "l01", False)
DELTA = Measure("l Δ", "l_delta", False)
SIB = Measure("l sib", "l_sib", False)
SUB = Measure("l sub", "l_sub", False)
F1 = Measure("F1", "weighted_f1", True)
MEASURES = [L01, DELTA, SIB, SUB, F1]

LINEAR = {"SVM": "svm --bias free", "ψ-learning": "psi", "HSVMc": "hsvm --bias free", "SHSVM": "dnc --bias free",
          "HSVM": "topdown-svm", "HPSI": "topdown-psi"}
KERNEL = " --kernel rbf --sigma median"
ZERO_ONE = "HSVMc with zero-one loss"


def with_kernel(lab, methods):
    """Divide and conquer only where the program has kernels for it."""
    return {name: words + KERNEL for name, words in methods.items()
            if not words.startswith("dnc") or lab.takes("dnc", "--kernel")}


def sample(lab, example, n, seed):
    """data.svm and tune.svm of n examples each, and a test sample."""
    made = lab.generate(f"wang{example}", n=n, seed=seed)

    def shorten(folder):
        rows = (made / "test.svm").read_text().splitlines()[:lab.pick(20000, 500)]
        (folder / "test.svm").write_text("\n".join(rows) + "\n")
    return made, lab.folder(f"{made.name}-test", shorten) / "test.svm"


LARGEST_DELTA = {1: 4, 2: 6}


def unit_of_delta(example, taxonomy):
    """clade divides l Δ by the number of nodes; examples 1 and 2 of the paper by its largest value."""
    nodes = len(taxonomy.read_text().splitlines())
    return nodes / LARGEST_DELTA.get(example, nodes)


def replications(lab, example, n, methods, seeds, points):
    """For each method and measure, a value for each sample; points: how many values of C."""
    found = {name: {m.name: [] for m in MEASURES} for name in methods}
    for seed in range(1, seeds + 1):
        made, test = sample(lab, example, n, seed)
        # The paper's C = 10^(l/10), l = -30 .. 30, or every fifth of them.
        grid = lab.pick(f"C=0.001:1000:{points}", "C=0.1:10:2")
        one = lab.compare(made / "data.svm", made / "taxonomy.tsv", methods, "--test", test, "--tune-data",
                          made / "tune.svm", "--tune", grid, "--tune-for", L01.key)
        for name in methods:
            for measure in MEASURES:
                unit = unit_of_delta(example, made / "taxonomy.tsv") if measure is DELTA else 1
                found[name][measure.name] += [unit * value for value in one.values(name, measure)]
    return found


def printed(paper, key, measure, methods, place):
    """The paper's values (place 0) or deviations (1) of the methods, as far as it has them."""
    known = paper.get(key, {})
    return [known[name][measure.name][place] if name in known else None for name in methods]


def percent(table, values, setting, bayes, paper):
    """HPSI 4.1: what is gained over the SVM, in percent of its distance from the best rule."""
    for measure, best in zip(MEASURES, bayes):
        if measure is not F1:
            svm, theirs = mean(values["SVM"][measure.name]), paper and paper["SVM"][measure.name][0]
            share = Measure(f"improvement in {measure.name} (%)", "", True, 100, 1)
            ours = [[(svm - value) / (svm - best) for value in values[name][measure.name]] for name in table.methods]
            table.add(setting, share, ours, paper and [
                round(100 * (theirs - paper[name][measure.name][0]) / (theirs - best), 1) for name in table.methods])


def simulated(lab, kernel, methods, paper, sizes, points):
    """sizes: (example, n): how many samples. The errors, the paper's percentages, and example 1 with zero-one loss."""
    errors = Table(f"Tables 1 to 4, {kernel}", ["example", "n", "samples"], list(methods), judge="values", once=["samples"],
                   paper_runs=100)
    gains = Table(f"Percent of improvement over the SVM, {kernel}", ["example", "n", "samples"],
                  [name for name in methods if name != "SVM"], judge="none", once=["samples"])
    for (example, n), seeds in sizes.items():
        found, key = replications(lab, example, n, methods, seeds, points), (example, n)
        for measure in MEASURES:
            errors.add([example, n, seeds], measure, [found[name][measure.name] for name in methods],
                       printed(paper, key, measure, methods, 0), printed(paper, key, measure, methods, 1))
        percent(gains, found, [example, n, seeds], BAYES[example], paper.get(key))
    return [errors, gains, example_1(lab, kernel, methods["HSVMc"], paper, sizes, points)]


def example_1(lab, kernel, hsvm, paper, sizes, points):
    """HSVMc of example 1 with the tree's loss and with zero-one loss."""
    methods = {"HSVMc": hsvm, ZERO_ONE: hsvm + " --loss zero-one"}
    table = Table(f"HSVMc of example 1, {kernel}", ["example", "n", "samples"], list(methods), judge="values", once=["samples"],
                  paper_runs=100)
    seeds = sizes.get((1, 100), 2)
    found = replications(lab, 1, lab.pick(100, 50), methods, seeds, points)
    known = paper[1, 100]["HSVMc"]
    for measure in MEASURES:
        value, spread = known[measure.name]
        table.add([1, lab.pick(100, 50), seeds], measure, [found[name][measure.name] for name in methods], [value] * 2, [spread] * 2)
    return table


def example_1_by_size(lab, kernel, methods, paper, sizes, points):
    """Example 1, whose sample size is not in the text, with samples of other sizes."""
    table = Table(f"Example 1 by sample size, {kernel}", ["example", "n", "samples"], list(methods), judge="values", once=["samples"],
                  paper_runs=100)
    samples = lab.pick(20, 2)
    for n in sizes:
        found = replications(lab, 1, n, methods, samples, points)
        for measure in MEASURES:
            table.add([1, n, samples], measure, [found[name][measure.name] for name in methods],
                      printed(paper, (1, 100), measure, methods, 0), printed(paper, (1, 100), measure, methods, 1))
    return table


SIZES = {(1, 100): 20, (2, 100): 20, (3, 50): 20, (3, 150): 20, (3, 500): 20, (3, 1500): 5}


def run_linear(lab):
    tables = simulated(lab, "linear", LINEAR, hpsi_paper.LINEAR, lab.pick(SIZES, {(3, 50): 2}), 61)
    tables.append(example_1_by_size(lab, "linear", LINEAR, hpsi_paper.LINEAR, lab.pick((50, 200), (50,)), 61))
    return Result(METHOD.format(points=61), tables, NOTES)


def run_gaussian(lab):
    methods = with_kernel(lab, LINEAR)
    tables = simulated(lab, "Gaussian kernel", methods, hpsi_paper.GAUSSIAN, lab.pick(SIZES, {(3, 50): 2}), 13)
    tables.append(example_1_by_size(lab, "Gaussian kernel", methods, hpsi_paper.GAUSSIAN, (50,), 13))
    return Result(METHOD.format(points=13) + GAUSSIAN, tables, NOTES)


METHOD = """\
`clade generate wang1`, `wang2`, `wang3` make the data of HPSI 4.1. For each sample and method a model for each of {points} values \
of C (10^(l/10) for l from -30 to 30; the paper has 61) is trained on n examples, and the one that is best on a tuning sample of the same size by \
l 0-1 is tested for all losses (`clade compare --tune C=0.001:1000:{points} --tune-for l01`). The test \
sample has 20,000 examples instead of 50,000, and there are fewer samples than the paper's 100, as said in the table. All \
methods have free biases. SVM is `svm`, ψ-learning `psi`, HSVMc `hsvm`, SHSVM `dnc`, HSVM `topdown-svm`, HPSI \
`topdown-psi`. "Percent of improvement" is the paper's: the error of the SVM less that of the method, over the error of the SVM less that of \
the best rule; the paper's column is computed from its printed errors."""

GAUSSIAN = " Here with `--kernel rbf --sigma median`."

NOTES = ["""\
**The best rule there is** errs on 0.51, 0.083 and 0.2 of examples 1, 2 and 3 (l 0-1), as in the paper. Example 2 is made with X \
in (0, 1), because the printed (-1, 1) is impossible. The l Δ of examples 1 and 2 is over its largest value, 4 and 6, that of example 3 over the \
number of nodes. For example 2 this was found from the printed values: errors \
in proportion to the seven borders between its strips (4 : 2 : 1 by level) make of the printed l 0-1 ten of the twelve l Δ to 0.006, but not the two of \
the SVM (0.171 and 0.160 for the printed 0.179 and 0.209), nor the best rule's (0.043 for 0.049).""", """\
**C is chosen once for all losses**, though the text can be read as if each had its own: the printed rows say so. In example 1 every \
classifier is a share of answers "4", so l 0-1 gives the other losses of the same classifier, and in all twelve rows of table 1 the printed ones \
are these to 0.0008, their deviations in the same proportion. In example 3 l 0-1 and l sib give l Δ and l sub: the printed l Δ of all 48 rows of tables 3 and 4 to 0.0007, l sub to 0.0025 \
but for n = 1500 with the kernel (to 0.007). A C for each loss was tried first, and spoiled the other losses of table 1.""", """\
**HSVMc of example 1.** X says nothing about Y there, so every classifier is a share of answers "4", the largest class. With the tree's loss a \
margin between {1, 2, 3} and 4 is dearer than one among {1, 2, 3}, and the hinge of the population is lowest for a classifier that answers \
from {1, 2, 3} (1.49 against 1.50): HSVMc errs on about 0.65. With zero-one loss it answers "4" and comes out as the paper prints it, so \
the paper's HSVMc had no tree loss in this example.""", """\
**The sample size of example 1** is not in the text: 100 is taken above, and other sizes stand in a table of their own. With the \
kernel and 100, and with linear methods and 50, every method but HSVMc is near in all four losses, and HSVMc with the kernel is so with zero-one loss. With linear methods and \
100 or 200 SVM, HSVM and HSVMc (zero-one) err about 0.02 less than printed: one size for both halves was not found.""", """\
**Deviations** of table 2 are too small to be over samples of 100 (those of tables 1, 3 and 4 are ten times as large); they are taken as \
printed, so that fewer values count as near."""]

EXPERIMENTS = [
    Experiment("hpsi-linear", "HPSI tables 1 to 3: simulated examples, linear", 22, run_linear),
    Experiment("hpsi-gaussian", "HPSI tables 1, 2 and 4: simulated examples, Gaussian kernel", 15, run_gaussian),
]
