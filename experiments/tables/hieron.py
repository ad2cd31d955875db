"""Hieron tables 1 and 2: the synthetic data of its section 5."""

from frame.lab import Experiment
from frame.table import Evidence, Measure, Result, Table

DISTANCE = Measure("distance", "", False)
WRONG = Measure("wrong (%)", "", False, 100, 1)
FORMS = {"tree": "hieron --progressive", "flat": "hieron --flat --progressive",
         "greedy": "dnc --base hieron --label-nodes path"}
# Table 1 is of the online run, on the way; table 2 has the last weights and the mean ones on the test part.
PAPER = {("on the way", "online"): ([0.83, 1.35, None], [44.5, 51.1, None]),
         ("test", "online"): ([0.04, 0.14, 0.57], [4.1, 10.8, 37.4]),
         ("test", "averaged"): ([0.05, 0.11, 0.52], [5.0, 8.6, 34.9])}


def runs(lab, variance, seeds, update):
    """For each form and seed, what training and evaluation say."""
    found = {}
    for form, words in FORMS.items():
        found[form] = []
        for seed in range(seeds):
            made = lab.generate("dekel", seed=seed, variance=variance, n=lab.pick(12100, 605))
            found[form].append(lab.learn(f"{words} --update {update}", made / "data.svm", made / "test.svm",
                                         made / "taxonomy.tsv"))
    return found


def add_rows(table, label, found, when, paper):
    """Two rows, distance and wrong classes, on the way or on the test part."""
    def pick(run):
        if when == "test":
            metrics = run["evaluate"]["metrics"]
            return 2 * metrics["tree_loss"], 1 - metrics["accuracy"]  # the loss is half the distance
        seen = run["train"].get("progressive", [None])[-1]
        return (seen["mean_error"], 1 - seen["accuracy"]) if seen else None
    values = {form: [pick(run) for run in found[form]] for form in FORMS}
    for place, measure in enumerate((DISTANCE, WRONG)):
        ours = [[pair[place] for pair in values[form] if pair] for form in FORMS]
        table.add(label, measure, ours, paper and paper[place])


def run(lab):
    seeds = lab.pick(10, 2)
    table = Table("Tables 1 and 2 by noise", ["variance", "update", "when"], list(FORMS), judge="values")
    for variance in lab.pick((0.16, 0.09, 0.0625, 0.04), (0.16, 0.04)):
        for update in ("online", "averaged"):
            found = runs(lab, variance, seeds, update)
            for when in ("on the way", "test"):
                add_rows(table, [variance, update, when], found, when, PAPER.get((when, update)))
    distance = [DISTANCE]
    evidence = table.evidence("tree-loss", "tree", "flat", distance)
    evidence += averaging(table)
    return Result(METHOD.format(seeds=seeds), [table], evidence, NOTES)


def averaging(table):
    """Averaged against online, row by row on the test part."""
    rows = {tuple(r.labels): r for r in table.rows if r.measure == DISTANCE and r.labels[2] == "test"}
    return [Evidence.of("averaged", f"Hieron, variance {v}, {form}", rows[v, "averaged", "test"].cells[i].values,
                        rows[v, "online", "test"].cells[i].values, False)
            for v in dict.fromkeys(key[0] for key in rows) for i, form in enumerate(FORMS)]


METHOD = """\
`clade generate dekel` makes the data of Hieron sec. 5: a ternary tree of depth 4 whose 121 nodes are all labels, \
prototypes that are sums of orthonormal vectors along the path, 100 training and 50 test examples a label, Gaussian \
noise. One pass, in the order of the file, `hieron` with `--update online` (Alg. 1) and `--update averaged` (sec. 4), \
with the tree and `--flat`; "greedy" is a flat Hieron at every inner node, from the root down to a leaf. "On the way" is \
what was predicted before each example was learned (table 1); "test" is the model at the end on the test part (table 2: \
of the online run the last weights, of the averaged run the mean). {seeds} seeds."""

NOTES = ["""\
**The printed noise cannot be the paper's.** With the printed variance of 0.16 the best classifier there is for these data, \
the nearest prototype, errs on about 27 % of them, and the paper reports 4 to 5 %. A variance of 0.04 (a standard deviation \
of 0.2) comes near to the averaged rows of table 2. Table 1 fits no variance in both of its columns. The \
paper's row "last" does not come out of the last weights of the online run; whether it means the last weights of the run that \
learns from the largest loss is open.""", """\
**Greedy** ends at leaves, so that the 40 inner nodes of 121 can never be right: 33.1 % is the least that it can err on, and its \
distance is at least 0.479, that of the nearest leaf."""]

EXPERIMENT = Experiment("hieron", "Hieron, tables 1 and 2: the synthetic data", 0.8, run)
