"""The data of same_models.py: small sets, some from `clade generate`, the others made up. A set is a folder with the
files train.*, test.* and more.* (for updates); most have a taxonomy."""

import subprocess

from same_models_made import MADE_UP

# Where a set's taxonomy is not the file that `clade generate` calls taxonomy.tsv.
TAXONOMIES = {"arff": "", "arff-dag": "", "flat": "", "letters": "", "paths": "paths"}
TAXONOMIES |= {"bad": "fine.tsv", "obo": "terms.obo", "skos": "topics.ttl", "mesh": "places.mesh"}


class Set:
    """Files by name (`train`, `test`, `more`, `taxonomy` and others), relative to the folder of a run."""

    def __init__(self, folder):
        self.name, self.folder = folder.name, folder
        self.taxonomy = TAXONOMIES.get(self.name, "taxonomy.tsv")

    def path(self, name):
        if name == "taxonomy":
            return self.taxonomy if self.taxonomy in ("", "paths") else self._relative(self.taxonomy)
        found = sorted(self.folder.glob(f"{name}.*"))
        if not found:
            raise KeyError(f"the set {self.name} has no file '{name}'")
        return self._relative(found[0].name)

    def _relative(self, file):
        return f"../../data/{self.name}/{file}"


# Lines of the training part, of the test part, and for updates, where the generator makes a single file.
PARTS = 240, 40, 30
TOTAL = sum(PARTS)
GENERATED = {
    "cai": f"cai-multiclass --n {TOTAL} --seed 1",
    "several": f"cai-multilabel --n {TOTAL} --seed 2",
    "dekel": f"dekel --n {121 * 4} --seed 3",
    "wang1": "wang1 --n 120 --seed 4",
    "wang2": "wang2 --n 120 --seed 5",
    "wang3": "wang3 --n 120 --seed 6",
    "wang4": "wang4 --n 120 --depth 3 --seed 7",
    "text": f"text --levels 4,12,40 --n {3 * TOTAL} --words 2000 --length 25 --seed 8",
    "docs": f"text --levels 3,9,20 --n {2 * TOTAL} --words 1500 --length 25 --output jsonl --seed 9",
    "wide": "text --levels 15,200,4400 --n 700 --words 1500 --length 130 --seed 10",
}


def generate(program, folder, words):
    subprocess.run([program, "generate", *words, "-o", folder], check=True, capture_output=True)
    data = next(folder.glob("data.*"))
    lines = data.read_text().splitlines(keepends=True)
    data.unlink()
    ending = data.suffix
    if (folder / "tune.svm").exists():
        more = (folder / "tune.svm").read_text().splitlines(keepends=True)
        test = (folder / "test.svm").read_text().splitlines(keepends=True)
        parts = lines, test[: PARTS[1]], more[: PARTS[2]]
    else:
        cuts = len(lines) - PARTS[1] - PARTS[2], len(lines) - PARTS[2]
        parts = lines[: cuts[0]], lines[cuts[0] : cuts[1]], lines[cuts[1] :]
    for name, part in zip(("train", "test", "more"), parts):
        (folder / f"{name}{ending}").write_text("".join(part))


def make_sets(program, folder):
    """All sets below the folder, by name."""
    for name, words in GENERATED.items():
        generate(program, folder / name, words.split())
    for make in MADE_UP:
        make(folder)
    return {path.name: Set(path) for path in sorted(folder.iterdir())}
