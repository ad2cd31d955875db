"""Other programs beside clade: files, resuming, measures of a peer of the standard library on tiny made sets, the page.

usage: test_peers.py CLADE FOLDER
Nothing here needs a network or a package that is not Python's own.
"""

import contextlib
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

EXPERIMENTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(EXPERIMENTS))

from frame.lab import ROOT, Lab  # noqa: E402
from peers import choosing, registry, store  # noqa: E402
from peers.answer import Answer  # noqa: E402
from peers.environment import PACKAGES, REQUIREMENTS, Environment, pinned  # noqa: E402
from peers.problem import Problem, Record, read_records  # noqa: E402
from results import run_row  # noqa: E402
from results_measure import known_columns, of_nodes  # noqa: E402
from results_page import AUPRC, PRECISION, TREE_LOSS, page  # noqa: E402
from results_peers import Run, run_peers  # noqa: E402
from results_sets import SETS, DataSet  # noqa: E402
from results_tables import best_of, gap, in_short, marked, times  # noqa: E402

CLADE, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
TREE = {"A": ["root"], "B": ["root"], "a": ["A"], "b": ["A"], "ab": ["a", "B"]}


def stored(peer, tuned, **metrics):
    runs = [{"seconds": {"train": 1.0}, "tuning": {"seconds": 60} if tuned else None}]
    return {"set": "s", "peer": peer, "tuned": tuned, "runs": runs, "metrics": {k: [v, 0] for k, v in metrics.items()}}


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = FOLDER / "files"
        shutil.rmtree(self.folder, ignore_errors=True)

    def test_what_is_stored_is_read_again(self):
        found = stored("p", False, accuracy=0.123456789)
        store.store(found, self.folder)
        self.assertEqual(store.load("s", "p", False, self.folder)["metrics"], {"accuracy": [0.123457, 0]})
        self.assertIsNone(store.load("s", "p", True, self.folder))
        self.assertIsNone(store.load("other", "p", False, self.folder))

    def test_tuned_and_untuned_are_two_files(self):
        for tuned in (True, False):
            store.store(stored("p", tuned, accuracy=float(tuned)), self.folder)
        self.assertEqual([one["tuned"] for one in store.load_all("s", self.folder)], [True, False])
        self.assertEqual(store.load_all("none", self.folder), [])

    def test_the_page_of_the_repository_is_made_from_the_stored_files(self):
        results = json.loads((ROOT / "docs/lab/results.json").read_text())
        made = page(results, {one.name: store.load_all(one.name) for one in SETS}, SETS)
        self.assertEqual((ROOT / "docs/lab/RESULTS.md").read_text(), made, "./run results --page makes it anew")

    def test_every_file_of_the_repository_is_of_a_known_set_and_peer(self):
        names = {one.name for one in SETS}
        for path in store.FOLDER.glob("*/*.json"):
            found = json.loads(path.read_text())
            self.assertIn(found["set"], names)
            self.assertEqual(path, store.path_of(found["set"], registry.by_name(found["peer"]).name, found["tuned"]))


class Programs(unittest.TestCase):
    def test_every_program_has_a_fixed_version(self):
        versions = pinned(REQUIREMENTS.read_text())
        for packages in PACKAGES.values():
            self.assertLessEqual(set(packages), set(versions))

    def test_a_version_that_is_not_fixed_is_refused(self):
        for line in ("numpy", "numpy>=1", "numpy=="):
            with self.assertRaisesRegex(ValueError, "expected NAME==VERSION"):
                pinned(f"# a comment\nscipy==1\n{line}\n")

    def test_unknown_peers_are_refused_with_the_known_ones(self):
        with self.assertRaisesRegex(ValueError, "no peer 'sk-svm'.*sk-svc"):
            registry.by_name("sk-svm")

    def test_tuning_begins_with_the_untuned_options(self):
        self.assertEqual(len({peer.name for peer in registry.PEERS}), len(registry.PEERS))
        for peer in registry.PEERS:
            for option, values in peer.grid.items():
                self.assertEqual(values[0], peer.settings.get(option, ""), f"{peer.name}: {option}")

    def test_what_a_peer_cannot_do_has_a_reason(self):
        liblinear, fasttext, hiclass = map(registry.by_name, ("liblinear-s4", "ft-softmax", "hiclass-multilabel"))
        self.assertIn("one label", registry.cannot(liblinear, "multi", "few", False))
        self.assertIn("texts", registry.cannot(fasttext, "single", "dense", False))
        self.assertIn("tree", registry.cannot(hiclass, "genes", "dense", True))
        self.assertEqual(registry.cannot(hiclass, "genes", "dense", False), "")
        for one in SETS:  # something can be run everywhere
            self.assertTrue(any(not registry.cannot(p, one.kind, one.data, True) for p in registry.PEERS if p.usual))

    def test_what_could_not_be_installed_is_said_and_not_tried_again(self):
        import hashlib
        folder = FOLDER / "environment"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        mark = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
        (folder / "installed.json").write_text(json.dumps({"requirements": mark, "missing": {"PECOS": "no wheel"}}))
        lines = []
        environment = Environment(folder)
        path, os.environ["PATH"] = os.environ["PATH"], str(folder)  # no LIBLINEAR there
        try:
            environment.set_up(lines.append)
        finally:
            os.environ["PATH"] = path
        self.assertEqual(lines[0], "peers: PECOS is left out: no wheel")
        self.assertIn("LIBLINEAR is left out", lines[1])
        self.assertEqual(set(environment.missing), {"PECOS", "LIBLINEAR"})


class Problems(unittest.TestCase):
    def setUp(self):
        rows = [Record(str(i), ["a"], row={1: i}) for i in range(7)]
        self.problem = Problem("multi", "few", rows, rows[:2], TREE)

    def test_labels_are_closed_upward_in_a_graph(self):
        self.assertEqual(self.problem.closed(["ab"]), {"ab", "a", "A", "B"})
        self.assertEqual(self.problem.closed([]), set())
        self.assertEqual(self.problem.most_specific(["A", "ab", "b", "B"]), ["ab", "b"])

    def test_folds_test_each_training_record_once_and_no_test_record(self):
        folds = list(self.problem.folds(3))
        self.assertEqual(sorted(r.id for fold in folds for r in fold.test), [str(i) for i in range(7)])
        for fold in folds:
            self.assertEqual({r.id for r in fold.train} & {r.id for r in fold.test}, set())
            self.assertEqual(len(fold.train) + len(fold.test), 7)

    def test_reads_rows_and_documents_with_the_ids_that_clade_gives(self):
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "two.svm").write_text("a,b 1:0.5 3:-2\nB\n")
        first, second = read_records([FOLDER / "two.svm"])
        self.assertEqual((first.id, first.labels, first.row), ("0", ["a", "b"], {1: 0.5, 3: -2.0}))
        self.assertEqual((second.id, second.labels, second.row), ("1", ["B"], {}))
        lines = [{"id": "x", "labels": ["a"], "text": "t", "split": "train"}, {"labels": ["b"], "text": "u", "split": "test"}]
        (FOLDER / "two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertEqual([r.id for r in read_records([FOLDER / "two.jsonl"], ["test"])], ["1"])


class Choosing(unittest.TestCase):
    def answer(self, scores, sets=()):
        rows = [Record("0", ["a", "b"]), Record("1", ["B"])]
        return Problem("multi", "few", rows, rows, TREE), Answer(["a", "b", "B"], scores, list(sets))

    def test_average_precision_counts_ties_against_the_classifier(self):
        problem, answer = self.answer([[3, 1, 2], [1, 1, 1]])
        self.assertAlmostEqual(choosing.average_precision(problem, answer), ((1 + 2 / 3) / 2 + 1 / 3) / 2)

    def test_a_label_without_a_column_counts_nothing(self):
        problem, answer = self.answer([[3, 1], [1, 1]])
        answer.classes = ["a", "b"]
        self.assertAlmostEqual(choosing.average_precision(problem, answer), (1 + 0) / 2)

    def test_hierarchical_f1_is_of_labels_with_their_ancestors(self):
        problem, answer = self.answer(None, [["a"], []])
        self.assertAlmostEqual(choosing.hierarchical_f1(problem, answer), 2 * 2 / (2 + 4))


class Tables(unittest.TestCase):
    def test_the_best_is_the_largest_or_the_smallest_as_the_measure_says(self):
        values = {"x": {"tree_loss": [0.2, 0], "average_precision": [0.8, 0]}, "y": {"tree_loss": [0.3, 0]}, "z": {}}
        self.assertEqual(best_of(values, TREE_LOSS), ("x", 0.2))
        self.assertEqual(best_of(values, PRECISION), ("x", 0.8))
        self.assertEqual(best_of(values, AUPRC), (None, None))

    def test_a_gap_is_positive_where_clade_is_better_in_the_digits_shown(self):
        self.assertEqual(marked(gap(0.8612, 0.8604, PRECISION), PRECISION), "+0.1")
        self.assertEqual(marked(gap(0.8612, 0.8613, PRECISION), PRECISION), "=")
        self.assertEqual(marked(gap(0.170, 0.168, TREE_LOSS), TREE_LOSS), "-0.002")
        self.assertEqual(marked(gap(None, 0.168, TREE_LOSS), TREE_LOSS), "")

    def test_untuned_is_beside_untuned_and_tuned_beside_tuned(self):
        one = DataSet("s", "genes", "files", "dense")
        peers = {"s": [stored("x", False, auprc=0.2), stored("y", True, auprc=0.3), {"peer": "z", "tuned": True,
                                                                                  "skipped": "too long"}]}
        results = {"s": {"default": {"options": [], "metrics": {"auprc": [0.25, 0]}},
                         "budget": {"options": ["--budget", "5m"], "metrics": {"auprc": [0.29, 0]}}}}
        goals = {"genes": [AUPRC]}
        untuned, tuned = (in_short(results, peers, [one], row, is_tuned, goals)
                          for row, is_tuned in (("default", False), ("budget", True)))
        self.assertIn("| s | AUPRC | x | 0.200 | 0.250 | +0.050 |", untuned)
        self.assertIn("At or above the best peer: 1 of 1.", untuned)
        self.assertIn("| s | AUPRC | y | 0.300 | 0.290 | -0.010 |", tuned)
        self.assertIn("At or above the best peer: 0 of 1.", tuned)
        self.assertIn("| x | 0.200 | not run yet |  |", in_short({}, peers, [one], "default", False, goals))
        self.assertEqual(times(peers["s"]), "60")

    def test_only_columns_of_answers_are_kept(self):
        self.assertEqual(known_columns("id\ta\troot\tb\n1\t2\t3\t4\n", {"a", "b"}), "id\ta\tb\n1\t2\t4\n")

    def test_classes_added_below_a_node_are_none_of_a_table_of_nodes(self):
        self.assertEqual(of_nodes("id\ta\ta__misc\tb__misc\n1\t.3\t.2\t.1\n"), "id\ta\tb__misc\n1\t.3\t.1\n")
        self.assertEqual(of_nodes("id\ta\n1\t.3\n"), "id\ta\n1\t.3\n")


class TinySets(unittest.TestCase):
    """Sets with the files of the public ones, and `centroid`, which is Python alone."""

    @classmethod
    def setUpClass(cls):
        cls.root = FOLDER / "tiny"
        shutil.rmtree(cls.root, ignore_errors=True)
        data = cls.root / "data" / "tiny"
        made = cls.root / "made"
        subprocess.run([CLADE, "generate", "text", "--levels", "3,6", "--n", "120", "--words", "300", "--length", "80",
                        "--output", "jsonl", "-o", made], check=True, capture_output=True)
        subprocess.run([CLADE, "convert", made / "data.jsonl", "--weighting", "none", "--normalize", "none", "-o",
                        made / "data.svm"], check=True, capture_output=True)
        rows = (made / "data.svm").read_text().splitlines(keepends=True)
        data.mkdir(parents=True)
        shutil.copy(made / "taxonomy.tsv", data)
        for name, part in (("train", rows[::3] + rows[1::3]), ("test", rows[2::3])):
            with gzip.open(data / f"{name}.svm.gz", "wt") as out:
                out.writelines(part)
        cls.lab = Lab(CLADE, cls.root / "work", cls.root / "data")
        cls.environment = Environment(cls.root / "environment")
        cls.environment.python = Path(sys.executable)

    def run_peer(self, folder, tuned=False, kind="single", fresh=False, seconds=20, limit=60, environment=None):
        """(failures, what was printed, what is stored)."""
        one, peer = DataSet("tiny", kind, "files", "counts"), registry.by_name("centroid")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            failures = run_peers(self.lab, environment or self.environment, [one], [peer], [tuned],
                                 Run(seconds, limit, fresh, self.root / folder))
        return failures, said.getvalue(), store.load("tiny", "centroid", tuned, self.root / folder)

    def test_measures_are_those_of_an_implementation_of_its_own(self):
        from peers import centroid
        from peers.problem import read_problem
        failures, said, found = self.run_peer("measured")
        self.assertEqual((failures, "done" in said), (0, True))
        data = self.root / "data" / "tiny"
        problem = read_problem("single", "counts", [data / "train.svm.gz"], [data / "test.svm.gz"], [], data / "taxonomy.tsv")
        answer = centroid.learn(problem, None, {"power": "1"})
        right = sum(labels == record.labels for record, labels in zip(problem.test, answer.sets)) / len(problem.test)
        self.assertTrue(0 < right < 1)  # else the measures below would say little
        self.assertAlmostEqual(found["metrics"]["accuracy"][0], right, places=5)
        self.assertAlmostEqual(found["metrics"]["average_precision"][0], choosing.average_precision(problem, answer), places=4)
        self.assertAlmostEqual(found["metrics"]["hierarchical_f1"][0], choosing.hierarchical_f1(problem, answer), places=5)
        self.assertEqual(found["versions"]["Python"], sys.version.split()[0])
        self.assertEqual((found["threads"], found["folds"], found["runs"][0]["options"]), (1, 1, {"power": "1"}))
        self.assertLessEqual({"train", "predict", "features", "all"}, set(found["runs"][0]["seconds"]))

    def test_what_is_there_is_not_run_again_unless_asked(self):
        self.run_peer("again")
        path = store.path_of("tiny", "centroid", False, self.root / "again")
        path.write_text(json.dumps({**json.loads(path.read_text()), "mark": 1}))
        _, said, found = self.run_peer("again")
        self.assertIn("is there", said)
        self.assertEqual(found["mark"], 1)
        _, said, found = self.run_peer("again", fresh=True)
        self.assertIn("done", said)
        self.assertNotIn("mark", found)

    def test_sets_with_several_labels_and_nodes_are_measured(self):
        for kind in ("multi", "genes"):
            failures, _, found = self.run_peer(kind, kind=kind)
            self.assertEqual(failures, 0)
            self.assertLessEqual({"auprc", "hierarchical_f1", "macro_f1_seen"}, set(found["metrics"]))

    def test_tuning_tries_candidates_and_tells_what_it_chose(self):
        failures, _, found = self.run_peer("tuned", tuned=True)
        self.assertEqual((failures, found["tuned"]), (0, True))
        tuning = found["runs"][0]["tuning"]
        self.assertEqual((tuning["seconds"], tuning["folds"], tuning["tried"]), (20, 3, 2))
        self.assertEqual(len(tuning["values"]), 3)
        self.assertIn(found["runs"][0]["options"]["power"], ("1", "2"))

    def test_tuning_without_time_is_said(self):
        failures, said, found = self.run_peer("no-time", tuned=True, seconds=0.001)
        self.assertEqual(failures, 0)
        self.assertIn("no candidate ended", said)
        self.assertIn("no candidate ended", found["skipped"])

    def test_a_run_that_takes_too_long_is_ended_and_said(self):
        _, said, found = self.run_peer("late", limit=0.01)
        self.assertIn("took more than 0.01 s", said)
        self.assertEqual(found["skipped"], "took more than 0.01 s")
        self.assertNotIn("metrics", found)

    def test_a_program_that_fails_is_a_failure(self):
        environment = Environment(self.root / "broken")
        environment.python = Path(shutil.which("false"))
        failures, said, found = self.run_peer("failed", environment=environment)
        self.assertEqual(failures, 1)
        self.assertIn("FAILED", said)
        self.assertEqual(found["skipped"], "failed: exit status 1")

    def test_a_set_that_is_not_there_is_left_out_and_said(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            run_peers(self.lab, self.environment, [DataSet("absent", "single", "files", "counts")], registry.PEERS, [False],
                      Run(1, 1, False, self.root / "absent"))
        self.assertIn("absent: left out", said.getvalue())

    def test_clade_is_measured_without_an_option(self):
        found = run_row(self.lab, DataSet("tiny", "single", "files", "counts"), [])
        self.assertEqual((found["options"], found["folds"]), ([], 1))
        self.assertGreater(found["metrics"]["accuracy"][0], 0.4)


class CommandLine(unittest.TestCase):
    def results(self, *words):
        done = subprocess.run([sys.executable, "-B", EXPERIMENTS / "results.py", *words], capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stderr

    def test_unknown_names_are_refused_with_the_known_ones(self):
        code, said = self.results("newsgroup")
        self.assertEqual(code, 1)
        self.assertIn("there is no 'newsgroup'; there are: newsgroups", said)
        code, said = self.results("--peers", "--only", "sk-svm", "newsgroups")
        self.assertEqual(code, 1)
        self.assertIn("there is no peer 'sk-svm'; there are: liblinear-s1", said)

    def test_a_folder_of_data_that_is_not_there_is_said(self):
        code, said = self.results("--data", str(FOLDER / "nowhere"))
        self.assertEqual(code, 1)
        self.assertIn("nowhere", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
