"""HPSI tables 1 to 4: its simulated examples, C chosen for every loss on a tuning sample."""

from frame.lab import Experiment
from frame.table import Evidence, Measure, Result, Table

L01 = Measure("l 0-1", "l01", False)
DELTA = Measure("l Δ", "l_delta", False)
SIB = Measure("l sib", "l_sib", False)
SUB = Measure("l sub", "l_sub", False)
F1 = Measure("F1", "weighted_f1", True)
MEASURES = [L01, DELTA, SIB, SUB, F1]

LINEAR = {"SVM": "svm --bias free", "ψ-learning": "psi", "HSVMc": "hsvm --bias free", "SHSVM": "dnc --bias free",
          "HSVM": "topdown-svm", "HPSI": "topdown-psi"}
# Divide and conquer has no kernels.
GAUSSIAN = {name: words + " --kernel rbf --sigma median" for name, words in LINEAR.items() if name != "SHSVM"}

# By example and n, then by method: the measures in the order of MEASURES.
PAPER_LINEAR = {
    (1, 100): {"SVM": (.545, .527, .521, .521, .328), "ψ-learning": (.515, .512, .511, .511, .321),
               "HSVMc": (.545, .527, .521, .520, .328), "SHSVM": (.659, .580, .554, .554, .248),
               "HSVM": (.545, .526, .520, .520, .327), "HPSI": (.512, .511, .511, .511, .322)},
    (2, 100): {"SVM": (.326, .179, .148, .122, .671), "ψ-learning": (.21, .107, .091, .072, .787),
               "HSVMc": (.323, .169, .148, .120, .677), "SHSVM": (.201, .106, .086, .070, .798),
               "HSVM": (.199, .105, .086, .070, .800), "HPSI": (.195, .102, .086, .068, .804)},
    (3, 50): {"SVM": (.347, .184, .276, .252, .557), "ψ-learning": (.315, .166, .249, .227, .588),
              "HSVMc": (.337, .179, .269, .244, .571), "SHSVM": (.316, .167, .250, .228, .588),
              "HSVM": (.314, .165, .248, .226, .589), "HPSI": (.289, .153, .229, .210, .597)},
    (3, 150): {"SVM": (.284, .153, .230, .212, .672), "ψ-learning": (.261, .141, .211, .194, .701),
               "HSVMc": (.275, .148, .222, .203, .683), "SHSVM": (.263, .142, .213, .196, .710),
               "HSVM": (.260, .140, .210, .193, .691), "HPSI": (.237, .127, .191, .176, .719)},
    (3, 500): {"SVM": (.247, .135, .203, .188, .721), "ψ-learning": (.234, .128, .193, .179, .741),
               "HSVMc": (.241, .132, .198, .184, .729), "SHSVM": (.235, .129, .194, .180, .749),
               "HSVM": (.233, .128, .192, .178, .737), "HPSI": (.213, .117, .175, .162, .754)},
    (3, 1500): {"SVM": (.230, .125, .188, .175, .746), "ψ-learning": (.217, .119, .178, .165, .763),
                "HSVMc": (.223, .122, .183, .172, .755), "SHSVM": (.218, .119, .179, .166, .763),
                "HSVM": (.217, .119, .178, .165, .764), "HPSI": (.205, .113, .170, .158, .779)},
}
PAPER_GAUSSIAN = {
    (1, 100): {"SVM": (.547, .528, .521, .521, .326), "ψ-learning": (.510, .510, .510, .510, .322),
               "HSVMc": (.547, .527, .521, .521, .325), "HSVM": (.546, .527, .521, .521, .324),
               "HPSI": (.510, .510, .510, .510, .322)},
    (2, 100): {"SVM": (.305, .209, .135, .110, .696), "ψ-learning": (.206, .113, .087, .069, .798),
               "HSVMc": (.313, .166, .128, .109, .685), "HSVM": (.205, .112, .087, .069, .795),
               "HPSI": (.190, .102, .085, .063, .815)},
    (3, 50): {"SVM": (.326, .175, .263, .241, .559), "ψ-learning": (.313, .167, .250, .227, .589),
              "HSVMc": (.323, .171, .257, .237, .573), "HSVM": (.313, .166, .250, .228, .591),
              "HPSI": (.300, .162, .243, .222, .595)},
    (3, 150): {"SVM": (.280, .153, .229, .211, .674), "ψ-learning": (.270, .145, .218, .200, .703),
               "HSVMc": (.276, .150, .225, .207, .686), "HSVM": (.270, .145, .218, .201, .695),
               "HPSI": (.261, .141, .211, .192, .717)},
}
# The error of the best rule there is, in the order of MEASURES.
BAYES = {1: (.51, .51, .51, .51, .322), 2: (.083, .049, .036, .029, .916), 3: (.2, .111, .167, .156, .8)}


def sample(lab, example, n, seed):
    """data.svm and tune.svm of n examples each, and a test sample."""
    made = lab.generate(f"wang{example}", n=n, seed=seed)

    def shorten(folder):
        rows = (made / "test.svm").read_text().splitlines()[:lab.pick(20000, 500)]
        (folder / "test.svm").write_text("\n".join(rows) + "\n")
    return made, lab.folder(f"{made.name}-test", shorten) / "test.svm"


def replications(lab, example, n, methods, seeds, points):
    """For each method and measure, a value for each sample; points: how many values of C."""
    found = {name: {m.name: [] for m in MEASURES} for name in methods}
    for seed in range(1, seeds + 1):
        made, test = sample(lab, example, n, seed)
        # The paper's C = 10^(l/10), l = -30 .. 30, or every fifth of them.
        grid = lab.pick(f"C=0.001:1000:{points}", "C=0.1:10:2")
        one = lab.compare(made / "data.svm", made / "taxonomy.tsv", methods, "--test", test, "--tune-data",
                          made / "tune.svm", "--tune", grid, "--tune-for", "each")
        for name in methods:
            for measure in MEASURES:
                found[name][measure.name] += one.values(name, measure)
    return found


def table_of(lab, title, methods, paper, sizes, points):
    """sizes: (example, n): how many samples."""
    table = Table(title, ["example", "n", "samples"], list(methods), judge="values")
    for (example, n), seeds in sizes.items():
        found = replications(lab, example, n, methods, seeds, points)
        for place, measure in enumerate(MEASURES):
            known = paper.get((example, n))
            table.add([example, n, seeds], measure, [found[name][measure.name] for name in methods],
                      known and [known[name][place] for name in methods])
    return table


def evidence_of(table):
    losses = [L01, DELTA, SIB, SUB]
    evidence = table.evidence("psi-beats-hinge", "HPSI", "HSVM", losses)
    evidence += table.evidence("psi-beats-hinge", "ψ-learning", "SVM", losses)
    evidence += table.evidence("hpsi-order", "HSVM", "SVM", losses)
    evidence += table.evidence("hpsi-order", "HPSI", "SVM", losses)
    evidence += table.evidence("hpsi-order", "HSVM", "HSVMc", losses)
    if "SHSVM" in table.methods:
        evidence += table.evidence("hpsi-order", "HSVM", "SHSVM", losses)
    return evidence


def run_linear(lab):
    sizes = lab.pick({(1, 100): 20, (2, 100): 10, (3, 50): 20, (3, 150): 20, (3, 500): 5, (3, 1500): 2}, {(3, 50): 2})
    table = table_of(lab, "Tables 1 to 3, linear", LINEAR, PAPER_LINEAR, sizes, 61)
    return Result(METHOD, [table], evidence_of(table), NOTES)


def run_gaussian(lab):
    sizes = lab.pick({(1, 100): 3, (2, 100): 2, (3, 50): 4, (3, 150): 2}, {(3, 50): 2})
    table = table_of(lab, "Tables 1, 2 and 4, Gaussian kernel", GAUSSIAN, PAPER_GAUSSIAN, sizes, 13)
    return Result(METHOD_GAUSSIAN, [table], evidence_of(table), NOTES)


METHOD = """\
`clade generate wang1`, `wang2`, `wang3` make the data of HPSI 4.1. For each sample and method a model for each of the \
paper's 61 values of C is trained on n examples, and the one that is best on a tuning sample of the same size is \
tested: for every loss its own, as the paper does (`clade compare --tune C=0.001:1000:61 --tune-for each`). The test \
sample has 20,000 examples instead of 50,000, and there are fewer samples than the paper's 100, as said in the table. All \
methods have free biases. SVM is `svm`, ψ-learning `psi`, HSVMc `hsvm`, SHSVM `dnc`, HSVM `topdown-svm`, HPSI \
`topdown-psi`."""

METHOD_GAUSSIAN = METHOD + """ Here with `--kernel rbf --sigma median`, every fifth value of C and few samples, \
because a large C takes long with a kernel; sequential SVMs (`dnc`) have no kernels in clade, so \
that row is missing, and so are the two larger sizes of example 3."""

NOTES = ["""\
**The best rule there is** errs on 0.51, 0.083 and 0.2 of examples 1, 2 and 3 (l 0-1), as in the paper. Example 2 is made with X \
in (0, 1), because the printed (-1, 1) is impossible, and its l Δ fits no reading of the text that was tried."""]

EXPERIMENTS = [
    Experiment("hpsi-linear", "HPSI tables 1 to 3: simulated examples, linear", 12, run_linear),
    Experiment("hpsi-gaussian", "HPSI tables 1, 2 and 4: simulated examples, Gaussian kernel", 12, run_gaussian),
]
