#!/usr/bin/env python3
"""clade under mpirun, with 2 and 3 ranks: mpirun_test.py CLADE [TEST...]. Exit code 77: there is no mpirun."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CLADE = ""
PLUGIN = "libclade_mpi.so"


def launch(ranks, words, **more):
    """The words of a run with so many ranks."""
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(ranks),
            more.get("clade", CLADE), *map(str, words)]


def run(ranks, *words, **more):
    command = launch(ranks, words, **more) if ranks > 0 else [CLADE, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "OMPI_MCA_btl_base_warn_component_unused": "0"})


def documents(count, seed=1):
    """Lines of documents about the six leaves of a small tree."""
    random.seed(seed)
    leaves = [f"leaf{i}" for i in range(6)]
    lines = []
    for _ in range(count):
        leaf = random.randrange(6)
        words = [f"w{leaf}_{random.randrange(12)}" for _ in range(6)]
        words += [f"common{random.randrange(30)}" for _ in range(10)]
        lines.append(json.dumps({"text": " ".join(words), "labels": [leaves[leaf]]}))
    return "\n".join(lines) + "\n"


TAXONOMY = "".join(f"root\tgroup{i // 2}\n" if i % 2 == 0 else "" for i in range(6)) + \
           "".join(f"group{i // 2}\tleaf{i}\n" for i in range(6))


class OverRanks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.data = self.write("docs.jsonl", documents(400))
        self.taxonomy = self.write("taxonomy.tsv", TAXONOMY)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def train(self, ranks, *words, data=None, succeeds=True):
        model = self.folder / f"model{ranks}.clade"
        model.unlink(missing_ok=True)
        answer = run(ranks, "train", data or self.data, "--taxonomy", self.taxonomy, "-o", model, *words)
        if succeeds:
            self.assertEqual(answer.returncode, 0, answer.stderr)
        return model, answer

    def test_dnc_gives_the_bytes_of_one_rank(self):
        for words in (["--method", "dnc"], ["--method", "hiermult", "--C", "100"]):
            alone = self.train(0, *words)[0].read_bytes()
            for ranks in (2, 3):
                self.assertEqual(self.train(ranks, *words)[0].read_bytes(), alone, f"{words} {ranks} ranks")

    def test_the_joint_problem_reaches_the_tolerance_of_one_rank(self):
        for words in (["--method", "hsvm"], ["--method", "svm"], []):
            words = [*words, "--tolerance", "0.001", "--json"]
            alone = json.loads(self.train(0, *words)[1].stdout)
            for ranks in (2, 3):
                model, answer = self.train(ranks, *words)
                found = json.loads(answer.stdout)
                self.assertEqual(found["stopped"], "tolerance")
                self.assertLessEqual(found["objective"]["relative_gap"], 0.001)
                # Both are within the tolerance of the same optimum.
                self.assertAlmostEqual(found["objective"]["primal"] / alone["objective"]["primal"], 1, delta=0.0011)
                for name in ("method", "instances", "features", "classes", "nodes"):
                    self.assertEqual(found[name], alone[name], name)
                self.assertEqual(self.train(ranks, *words)[0].read_bytes(), model.read_bytes(), "every time the same")

    def test_packs_and_vectors_are_divided_too(self):
        pack = self.folder / "docs.pack"
        svm = self.folder / "docs.svm"
        run(0, "convert", self.data, "-o", svm)
        run(0, "pack", svm, "-o", pack)
        for data in (svm, pack):
            alone = self.train(0, "--method", "dnc", data=data)[0].read_bytes()
            self.assertEqual(self.train(2, "--method", "dnc", data=data)[0].read_bytes(), alone, data.name)

    def test_online_methods_and_dual_averaging(self):
        for words, close in ((["--method", "perceptron", "--update", "averaged", "--epochs", "5"], None),
                             (["--method", "hieron", "--update", "averaged", "--epochs", "5"], None),
                             (["--method", "orthogonal", "--solver", "paper", "--tolerance", "0.001"], 0.01)):
            alone, answer = self.train(0, *words, "--json")
            best = json.loads(answer.stdout)
            model, answer = self.train(2, *words, "--json")
            found = json.loads(answer.stdout)
            self.assertEqual(found["instances"], best["instances"])
            if close:
                self.assertAlmostEqual(found["objective"]["primal"], best["objective"]["primal"], delta=close)
            accuracy = [json.loads(run(0, "evaluate", m, self.data, "--json").stdout)["metrics"]["accuracy"]
                        for m in (alone, model)]
            self.assertGreater(accuracy[1], accuracy[0] - 0.05, words)
            self.assertEqual(self.train(2, *words)[0].read_bytes(), model.read_bytes(), "every time the same")

    def test_predictions_come_in_the_order_of_the_input(self):
        model = self.train(0, "--method", "dnc")[0]
        named = self.write("named.jsonl", "".join(
            json.dumps({"id": f"n{i}", **json.loads(line)}) + "\n" for i, line in enumerate(documents(100, 2).splitlines())))
        half = self.write("half.jsonl", named.read_text() + documents(3))
        for data in (self.data, named):
            alone = run(0, "predict", model, data, "--top", 2, "--header").stdout
            for ranks in (2, 3):
                self.assertEqual(run(ranks, "predict", model, data, "--top", 2, "--header").stdout, alone)
        file = self.folder / "answers.tsv"
        run(2, "predict", model, self.data, "-o", file)
        self.assertEqual(file.read_text(), run(0, "predict", model, self.data).stdout)
        self.assertIn("some records have no id", run(2, "predict", model, half).stderr)

    def test_says_what_travelled(self):
        answer = self.train(2, "--method", "hsvm")[1]
        self.assertRegex(answer.stderr, r"2 ranks sent [0-9.e+-]+ MB, [0-9.e+-]+ MB a pass, and waited [0-9]+ %")

    def test_an_error_on_one_rank_ends_all_and_is_told_once(self):
        lines = documents(400).splitlines()
        lines[390] = '{"text": broken}'
        answer = self.train(3, "--method", "hsvm", data=self.write("bad.jsonl", "\n".join(lines)), succeeds=False)[1]
        self.assertEqual(answer.returncode, 3)
        self.assertIn("clade: rank 2 of 3: ", answer.stderr)
        self.assertIn("expected a string, got 'broken'", answer.stderr)
        # An error of all ranks is told by the first.
        wrong = self.train(2, "--C", "-1", succeeds=False)[1]
        self.assertEqual(wrong.returncode, 2)
        self.assertEqual(wrong.stderr.count("expected a number above 0"), 1)

    def test_what_needs_one_rank_is_refused_by_name(self):
        for words, said in ((["--kernel", "rbf"], "--kernel"), (["--C", "auto"], "--C"),
                            (["--test-fraction", "0.2"], "--test-fraction"),
                            (["--checkpoint", self.folder / "kept"], "--checkpoint"),
                            (["--method", "topdown-svm"], "--bias"), (["--method", "perceptron"], "--update")):
            answer = self.train(2, *words, succeeds=False)[1]
            self.assertEqual(answer.returncode, 2, words)
            self.assertIn(said, answer.stderr)
        answer = run(2, "check", self.data)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("is not divided among ranks", answer.stderr)

    def test_files_that_differ_are_named(self):
        # A launcher for each rank: rank 1 works where the file has its lines in another order.
        lines = self.data.read_text().splitlines(keepends=True)
        for name, text in (("order", "".join(reversed(lines))), ("size", "".join(lines[:-1])), ("missing", None)):
            folders = [self.folder / f"{name}{r}" for r in range(2)]
            for r, folder in enumerate(folders):
                folder.mkdir()
                content = text if r == 1 else "".join(lines)
                if content is not None:
                    (folder / "docs.jsonl").write_text(content)
            command = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
            for r, folder in enumerate(folders):
                command += ([":"] if r else []) + ["-n", "1", "-wdir", str(folder), CLADE, "train", "docs.jsonl",
                                                   "--taxonomy", str(self.taxonomy), "-o", "m.clade"]
            answer = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertNotEqual(answer.returncode, 0, name)
            expected = {"order": r"docs\.jsonl: holds other bytes on rank 1", "size": r"docs\.jsonl: has \d+ bytes on rank 1",
                        "missing": r"docs\.jsonl: cannot be read on rank 1"}[name]
            self.assertRegex(answer.stderr, expected)

    def test_different_builds_and_words_are_refused(self):
        other = self.folder / "bin"
        other.mkdir()
        shutil.copy(CLADE, other / "clade")
        shutil.copy(pathlib.Path(CLADE).parent / PLUGIN, other / PLUGIN)
        with open(other / "clade", "ab") as program:
            program.write(b"another build")
        tail = ["train", str(self.data), "--taxonomy", str(self.taxonomy), "-o", str(self.folder / "m.clade")]
        for second, said in (([str(other / "clade"), *tail], "different programs"),
                             ([CLADE, *tail, "--C", "2"], "different words")):
            answer = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "1", CLADE, *tail, ":",
                                     "-n", "1", *second], capture_output=True, text=True, timeout=60)
            self.assertEqual(answer.returncode, 2, answer.stderr)
            self.assertIn(said, answer.stderr)

    def test_a_rank_that_is_killed_ends_the_run(self):
        data = self.write("many.jsonl", documents(20000))
        command = launch(3, ["train", data, "--taxonomy", self.taxonomy, "-o", self.folder / "m.clade", "--method",
                             "hsvm", "--tolerance", "1e-9", "--precision", "double"])
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ranks = []
        deadline = time.time() + 30
        while len(ranks) < 3 and time.time() < deadline:
            time.sleep(0.05)
            found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
            ranks = [pid for pid in found if os.readlink(f"/proc/{pid}/exe").endswith("/clade")]
        self.assertEqual(len(ranks), 3)
        time.sleep(1)
        os.kill(int(ranks[1]), signal.SIGKILL)
        start = time.time()
        _, err = process.communicate(timeout=60)
        self.assertLess(time.time() - start, 20)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("signal 9", err)
        self.assertFalse((self.folder / "m.clade").exists())


def main():
    global CLADE
    CLADE = str(pathlib.Path(sys.argv[1]).resolve())
    if shutil.which("mpirun") is None or not (pathlib.Path(CLADE).parent / PLUGIN).exists():
        print("skipped: there is no mpirun, or clade was built without MPI")
        return 77
    result = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
