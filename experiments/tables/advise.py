"""Not in the papers: whether `clade taxonomy advise` tells the true taxonomy of the newsgroups from random ones."""

import json

from frame.corpora import documents, newsgroups_folder
from frame.lab import Experiment
from frame.table import Measure, Result, Table

HELPS = Measure("said to help (%)", "", True, 100, 0)
GAIN = Measure("average precision over no taxonomy", "", True, 1, 4)


def advice(lab, data, taxonomy, seed, *key):
    """Whether it is said to help, and the gain over training without it."""
    def make():
        words = ["--changes", 0, "--seed", seed, "--json", "--quiet", "--threads", 1]
        found = json.loads(lab.call("taxonomy", "advise", taxonomy, data, *words, *lab.pick((), ("--repeats", 2))))
        return [float(found["verdict"] == "helps"), found["against_flat"]["gain"]]
    return lab.kept(["advise", *key, seed], make)


def run(lab):
    source = newsgroups_folder(lab)
    true, data = source / "taxonomy.tsv", documents(source)
    found = {"true taxonomy": [], "random taxonomy": []}
    for seed in range(1, lab.pick(20, 2) + 1):
        random = lab.folder(f"random-tree-{seed}", lambda to, s=seed: lab.call(
            "taxonomy", "random", true, "--seed", s, "-o", to / "taxonomy.tsv")) / "taxonomy.tsv"
        found["true taxonomy"].append(advice(lab, data, true, seed, "true"))
        found["random taxonomy"].append(advice(lab, data, random, seed, "random"))
    table = Table("Verdicts", ["tries"], list(found), judge="none")
    tries = [len(found["true taxonomy"])]
    table.add(tries, HELPS, [[helps for helps, _ in one] for one in found.values()])
    table.add(tries, GAIN, [[gain for _, gain in one] for one in found.values()])
    return Result(METHOD, [table])


METHOD = """\
`clade taxonomy advise` on the training part of the newsgroups, with the true taxonomy and with a random tree of its shape, each \
with another seed for samples and trees."""

EXPERIMENT = Experiment("advise", "Not in the papers: telling the true taxonomy from a random one", 2, run)
