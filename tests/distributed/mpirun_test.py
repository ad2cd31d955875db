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


def documents(count, seed=1, words=(12, 30)):
    """Lines of documents about the six leaves of a small tree: so many words of each leaf, and of all."""
    random.seed(seed)
    own, common = words
    leaves = [f"leaf{i}" for i in range(6)]
    lines = []
    for _ in range(count):
        leaf = random.randrange(6)
        text = [f"w{leaf}_{random.randrange(own)}" for _ in range(6)]
        text += [f"common{random.randrange(common)}" for _ in range(10)]
        lines.append(json.dumps({"text": " ".join(text), "labels": [leaves[leaf]]}))
    return "\n".join(lines) + "\n"


TAXONOMY = "".join(f"root\tgroup{i // 2}\n" if i % 2 == 0 else "" for i in range(6)) + \
           "".join(f"group{i // 2}\tleaf{i}\n" for i in range(6))


def gene_functions(count, seed=1):
    """Vectors with several labels each, and a DAG of nodes of which some have two parents, as the Gene Ontology has."""
    random.seed(seed)
    edges = [("root", f"top{i}") for i in range(3)]
    edges += [(f"top{i % 3}", f"middle{i}") for i in range(6)] + [(f"top{(i + 1) % 3}", f"middle{i}") for i in range(0, 6, 2)]
    edges += [(f"middle{i % 6}", f"leaf{i}") for i in range(12)] + [(f"middle{(i + 2) % 6}", f"leaf{i}") for i in range(0, 12, 3)]
    lines = []
    for _ in range(count):
        labels = random.sample(range(12), random.randrange(1, 4))
        features = {label + 1: 1.0 + random.random() for label in labels}
        for _ in range(6):
            features[random.randrange(13, 60)] = round(random.gauss(0, 1), 3)
        lines.append(",".join(f"leaf{label}" for label in labels) + " " +
                     " ".join(f"{f}:{v:.3f}" for f, v in sorted(features.items())))
    return "\n".join(lines) + "\n", "".join(f"{parent}\t{child}\n" for parent, child in edges)


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

    def test_a_dag_with_several_labels_reaches_the_tolerance_of_one_rank(self):
        vectors, edges = gene_functions(200)
        data, self.taxonomy = self.write("genes.svm", vectors), self.write("dag.tsv", edges)
        for words in (["--method", "hsvm", "--bias", "feature"],
                      ["--kernel", "linear", "--scale", "none", "--normalize", "unit", "--bias", "feature"]):
            words = [*words, "--tolerance", "0.001", "--json"]
            alone = json.loads(self.train(0, *words, data=data)[1].stdout)
            for ranks in (2, 3):
                found = json.loads(self.train(ranks, *words, data=data)[1].stdout)
                self.assertEqual(found["stopped"], "tolerance")
                self.assertAlmostEqual(found["objective"]["primal"] / alone["objective"]["primal"], 1, delta=0.0011)

    def test_ranks_need_hardly_more_epochs(self):
        data = self.write("many.jsonl", documents(2000, words=(100, 3000)))
        words = ["--method", "hsvm", "--tolerance", "0.01", "--json"]
        alone = json.loads(self.train(0, *words, data=data)[1].stdout)["epochs"]
        for ranks in (2, 3):
            self.assertLessEqual(json.loads(self.train(ranks, *words, data=data)[1].stdout)["epochs"], 1.5 * alone)

    def test_evaluate_measures_what_one_rank_measures(self):
        model = self.train(0, "--method", "clade")[0]
        mixed = self.write("mixed.jsonl", documents(150, 5) + '{"text": "common1 w2_3", "labels": ["leaf1", "leaf4"]}\n')
        for data, words in ((self.data, []), (mixed, ["--json"]),
                            (mixed, ["--json", "--beam", "4", "--label-set", "top1"])):
            alone = run(0, "evaluate", model, data, *words)
            self.assertEqual(alone.returncode, 0, alone.stderr)
            for ranks in (2, 3):
                self.assertEqual(run(ranks, "evaluate", model, data, *words).stdout, alone.stdout, f"{words} {ranks}")
        self.assertEqual(run(2, "evaluate", model, self.data, "--report", self.folder / "r.html").returncode, 2)

    def test_compare_divides_its_runs(self):
        words = ["compare", self.data, "--taxonomy", self.taxonomy, "--methods", "hsvm; dnc", "--folds", "3",
                 "--metrics", "accuracy,tree_loss"]
        alone = run(0, *words).stdout
        self.assertIn("hsvm", alone)
        kept = self.folder / "runs"
        for ranks in (2, 3):
            self.assertEqual(run(ranks, *words).stdout, alone)
            self.assertEqual(run(ranks, *words, "--run", kept).stdout, alone)
        self.assertEqual(len(list(kept.glob("method*.json"))), 6)
        # What is there already is not made again.
        self.assertEqual(run(2, *words, "--run", kept).stdout, alone)
        self.assertIn("--run", run(2, *words, "--checkpoint", self.folder / "c").stderr)

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
                            (["--method", "orthogonal", "--solver", "paper", "--checkpoint", self.folder / "kept"],
                             "--checkpoint"),
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

    def kill_a_rank(self, command, is_time):
        """Starts three ranks and kills the second when it is time; false where the run had ended before."""
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ranks = []
        deadline = time.time() + 60
        while process.poll() is None and time.time() < deadline and (len(ranks) < 3 or not is_time()):
            time.sleep(0.02)
            found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
            try:
                ranks = [pid for pid in found if os.readlink(f"/proc/{pid}/exe").endswith("/clade")]
            except FileNotFoundError:  # it ends
                continue
        if process.poll() is not None:
            process.communicate()
            return False
        os.kill(int(ranks[1]), signal.SIGKILL)
        start = time.time()
        _, err = process.communicate(timeout=60)
        self.assertLess(time.time() - start, 20)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("signal 9", err)
        return True

    def test_a_rank_that_is_killed_ends_the_run(self):
        data = self.write("many.jsonl", documents(20000))
        command = launch(3, ["train", data, "--taxonomy", self.taxonomy, "-o", self.folder / "m.clade", "--method",
                             "hsvm", "--tolerance", "1e-9", "--precision", "double"])
        begin = time.time()
        self.assertTrue(self.kill_a_rank(command, lambda: time.time() > begin + 1))
        self.assertFalse((self.folder / "m.clade").exists())

    def test_a_checkpoint_goes_on_with_the_same_bytes(self):
        data = self.write("many.jsonl", documents(2000))
        words = ["--method", "hsvm", "--tolerance", "1e-6", "--precision", "double"]
        whole = self.train(3, *words, data=data)[0].read_bytes()
        kept = self.folder / "kept"
        model = self.folder / "m.clade"
        command = ["train", data, "--taxonomy", self.taxonomy, "-o", model, *words, "--checkpoint", kept,
                   "--checkpoint-every", "0.1s"]

        def so_long_after_the_first_save(wait):
            seen = []

            def is_time():
                if not list(kept.glob("rank*/*.state")):
                    return False
                seen.append(time.time())
                return seen[-1] > seen[0] + wait
            return is_time

        kills = 0
        for wait in (0.05, 0.3):
            kills += self.kill_a_rank(launch(3, command), so_long_after_the_first_save(wait))
            if model.exists():
                break
            if kills == 1:
                other = run(2, *command)
                self.assertEqual(other.returncode, 2)
                self.assertIn("ranks: 3", other.stderr)
        self.assertGreater(kills, 0)
        if not model.exists():
            answer = run(3, *command)
            self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(model.read_bytes(), whole)
        self.assertFalse(kept.exists())

    def test_a_full_disk_of_one_rank(self):
        # Rank 1 keeps what it has reached on a disk of 24 kB: training goes on, and says so.
        kept = self.folder / "kept"
        (kept / "rank1").mkdir(parents=True)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "none", str(kept / "rank1")],
                          capture_output=True).returncode != 0:
            self.skipTest("a small tmpfs cannot be mounted")
        try:
            answer = self.train(2, "--method", "hsvm", "--tolerance", "1e-3", "--checkpoint", kept, "--checkpoint-every",
                                "0.001s", data=self.write("many.jsonl", documents(1000, words=(100, 3000))))
        finally:
            subprocess.run(["umount", str(kept / "rank1")], check=True)
        self.assertTrue(answer[0].exists())
        self.assertIn("rank 1 cannot keep what it has reached", answer[1].stderr)


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
