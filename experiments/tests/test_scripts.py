"""Runs every script on tiny generated data, and those that take a path on files as README.md describes them.

usage: test_scripts.py CLADE FOLDER
"""

import json
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

EXPERIMENTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(EXPERIMENTS))

from tables import ALL  # noqa: E402

CLADE, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


def clade(*words):
    subprocess.run([CLADE, *map(str, words)], check=True, capture_output=True)


def reproduce(work, *words):
    """Runs reproduce --quick and gives its page."""
    command = [sys.executable, "-B", EXPERIMENTS / "reproduce.py", "--quick", "--clade", CLADE, "--work", work,
               "--data", FOLDER / "no-sets", *words]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return (Path(work) / "REPRODUCTION.md").read_text()


# Claims about sizes or tasks that tiny data do not have.
NEED_THE_FULL_RUN = (
    "larger with fewer documents, except", "lower where documents are few", "larger where documents are fewer",
    "grows with the training sample", "slightly behind HIERMULT", "On the deep parts", "On newsgroups orthogonal")


class QuickRun(unittest.TestCase):
    def test_every_script_runs_and_the_page_is_well_formed(self):
        page = reproduce(FOLDER / "quick")
        self.assertNotIn("Not run yet", page)
        for experiment in ALL:
            self.assertIn(f"\n## {experiment.title}", page)
        for block in page.split("\n\n"):
            bars = {line.count("|") for line in block.splitlines() if line.startswith("|")}
            self.assertLessEqual(len(bars), 1, block)
        for link in [*FOLDER.glob("quick/reproduction/*.csv"), *FOLDER.glob("quick/reproduction/*.svg")]:
            self.assertIn(f"reproduction/{link.name}", page)
        self.assertGreater(len(list(FOLDER.glob("quick/reproduction/*.svg"))), 15)
        for line in page.splitlines():
            if line.endswith("| not measured here |"):
                self.assertTrue(any(words in line for words in NEED_THE_FULL_RUN), f"no script makes these rows: {line}")


class GivenData(unittest.TestCase):
    """Collections that cannot be had, in the files that README.md names."""

    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER / "given", ignore_errors=True)
        made = FOLDER / "given" / "made"
        clade("generate", "text", "--levels", "3,5,9", "--n", 90, "--words", 400, "--length", 25, "--output", "jsonl",
              "-o", made)
        clade("convert", made / "data.jsonl", "--weighting", "none", "--normalize", "none", "-o", made / "data.svm")
        cls.made = made

    def place(self, folder, **files):
        """Copies of the generated files under other names."""
        to = FOLDER / "given" / folder
        to.mkdir(parents=True)
        shutil.copy(self.made / "taxonomy.tsv", to)
        for target, source in files.items():
            shutil.copy(self.made / source, to / target.replace("_", "."))
        return FOLDER / "given" / Path(folder).parts[0]

    def run_on(self, path, name, *experiments):
        page = reproduce(FOLDER / f"given-{name}", "--data", f"{name}={path}", *experiments)
        self.assertIn("## ", page)
        return page

    def test_wipo(self):
        path = self.place("wipo/A", data_svm="data.svm", multilabel_svm="data.svm")
        page = self.run_on(path, "wipo", "thesis-7.6", "thesis-7.8")
        self.assertIn("| A | acc (%) | 42.3 |", page)
        self.assertNotIn("(stand-in data)", page)

    def test_ohsumed(self):
        path = self.place("ohsumed/K", data_svm="data.svm")
        self.assertIn("| K | acc (%) | 23.4 |", self.run_on(path, "ohsumed", "thesis-7.11"))

    def test_newsgroups(self):
        path = self.place("newsgroups", docs_jsonl="data.jsonl")
        self.run_on(path, "newsgroups", "thesis-7.21")

    def test_enzyme(self):
        path = self.place("enzyme")
        rows = [json.loads(line) for line in (self.made / "data.jsonl").read_text().splitlines()][:40]
        short = [json.dumps({**row, "text": row["text"].replace(" ", "")[:30], "split": "test" if i % 5 == 0 else "train"})
                 for i, row in enumerate(rows)]
        (path / "docs.jsonl").write_text("\n".join(short) + "\n")
        self.assertIn("| ENZYME, 32/8 | acc (%) | 34.2 |", self.run_on(path, "enzyme", "thesis-7.13"))

    def test_enzyme_without_the_division_is_left_out(self):
        path = self.place("enzyme-undivided", docs_jsonl="data.jsonl")
        self.assertIn("Not run yet", self.run_on(path, "enzyme", "thesis-7.13"))

    def test_dmoz_and_timit(self):
        path = self.place("dmoz", data_svm="data.svm")
        timit = self.place("timit", train_svm="data.svm", test_svm="data.svm")
        both = reproduce(FOLDER / "given-dmoz", "--data", f"dmoz={path}", "--data", f"timit={timit}", "hieron-data")
        self.assertIn("| phonemes | mean | distance | 1.3 |", both)
        self.assertIn("| phonemes | on the way | distance | 1.64 |", both)
        self.assertNotIn("(stand-in data)", both)

    def test_rcv1(self):
        path = FOLDER / "given" / "rcv1"
        path.mkdir()
        tops = ("CCAT", "MCAT", "ECAT")
        # A leaf of the first level, a deeper branch, and a document with two labels, which must be left out.
        edges = [f"root\t{t}\n{t}\t{t}1\n{t}\t{t}2\n{t}2\t{t}21\n{t}2\t{t}22\n" for t in tops]
        rows = [f"{t}{leaf} {at}:1 {at + 4}:{1 + i % 3}" for i in range(400) for t in tops
                for at, leaf in enumerate(("1", "21", "22"), 1)]
        (path / "taxonomy.tsv").write_text("".join(edges))
        (path / "all.svm").write_text("\n".join([*rows, "CCAT1,MCAT1 1:1"]) + "\n")
        page = self.run_on(path, "rcv1", "orthogonal")
        self.assertIn("| ECAT.deep | 0/1 loss (%) | 13.57 |", page)
        kept = (FOLDER / "given-rcv1/data/rcv1-CCAT.deep/all.svm").read_text()
        self.assertNotIn("CCAT1", kept)
        self.assertIn("CCAT21", kept)
        runs = [json.loads(file.read_text())["key"] for file in (FOLDER / "given-rcv1/runs").glob("*.json")]
        trained = {key[1]: key[3] for key in runs if key[0] == "orthogonal"}
        self.assertEqual((trained["CCAT"], trained["ECAT"]), (33, 37))  # 2.8 % and 3.1 % of 1200 documents, as the paper's


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
