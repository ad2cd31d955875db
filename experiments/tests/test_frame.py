"""The frame's own arithmetic and words: what the page says must follow from the numbers."""

import random
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from frame import claims, corpora, page  # noqa: E402
from frame.lab import Experiment, Lab  # noqa: E402
from frame.statistics import deviation, mean, paired_p  # noqa: E402
from frame.table import ACCURACY, TOP_LOSS, Evidence, Result, Table, markdown, verdict  # noqa: E402
from tables import ALL  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


def table_of(values, paper, measure=ACCURACY, judge="order"):
    table = Table("T", ["t"], [f"m{i}" for i in range(len(values))], judge=judge)
    table.add([5], measure, values, paper)
    return table


def verdict_of(*arguments, **options):
    table = table_of(*arguments, **options)
    return verdict(table, table.rows[0])


class Statistics(unittest.TestCase):
    def test_mean_and_deviation(self):
        self.assertAlmostEqual(mean([1, 2, 6]), 3)
        self.assertAlmostEqual(deviation([1, 2, 6]), 7 ** 0.5)
        self.assertEqual(deviation([4]), 0)

    def test_paired_t_has_the_p_of_the_tables(self):
        # t = 2.262 has p = 0.05 at nine degrees of freedom, t = 12.706 at one.
        for n, t in ((10, 2.2621572), (2, 12.7062047)):
            spread = [(-1) ** i for i in range(n)]
            shift = t * deviation(spread) / n ** 0.5
            self.assertAlmostEqual(paired_p([v + shift for v in spread], [0] * n), 0.05, places=6)

    def test_paired_t_of_what_cannot_be_tested(self):
        self.assertIsNone(paired_p([1], [2]))
        self.assertIsNone(paired_p([1, 2], [2]))
        self.assertEqual(paired_p([1, 2], [1, 2]), 1)
        self.assertEqual(paired_p([2, 3], [1, 2]), 0)


class Verdicts(unittest.TestCase):
    def test_same_order(self):
        self.assertEqual(verdict_of([[0.5, 0.6], [0.7, 0.8]], [40, 41]), "as in the paper")

    def test_clearly_the_other_way_round_names_the_better(self):
        low, high = [0.5, 0.51, 0.52], [0.6, 0.61, 0.63]
        self.assertEqual(verdict_of([low, high], [41, 40]), "differs: m1 better than m0")
        self.assertEqual(verdict_of([low, high], [1.2, 1.1], measure=TOP_LOSS), "differs: m0 better than m1")

    def test_within_noise_is_not_clear(self):
        self.assertEqual(verdict_of([[0.5, 0.7], [0.6, 0.61]], [40, 39]), "not clear")

    def test_names_two_pairs_and_counts_the_others(self):
        values = [[0.1, 0.11], [0.2, 0.21], [0.3, 0.31]]
        self.assertEqual(verdict_of(values, [3, 2, 1]), "differs: m1 better than m0, m2 better than m0 and 1 more")

    def test_counts_pairs_of_several_methods(self):
        values = [[0.5, 0.7], [0.59, 0.63], [0.9, 0.8]]
        self.assertEqual(verdict_of(values, [40, 39, 60]), "2 of 3 pairs as in the paper")

    def test_without_values_of_the_paper_says_nothing(self):
        self.assertEqual(verdict_of([[0.5], [0.6]], None), "")
        self.assertEqual(verdict_of([[0.5], [0.6]], [40, 40]), "equal in the paper")

    def test_counts_values_near_the_papers(self):
        values = [[0.49, 0.51], [0.6, 0.61]]
        self.assertEqual(verdict_of(values, [51, 58], judge="values"), "as in the paper; 1 of 2 values near")


class Claims(unittest.TestCase):
    def test_counts_rows_and_clear_ones(self):
        rows = [Evidence("averaged", "a", 1, 0.01), Evidence("averaged", "b", 2, 0.3), Evidence("averaged", "c", -1, 0.02)]
        self.assertEqual(claims.judge(rows[:2]), "holds (1 of 2 clearly)")
        self.assertEqual(claims.judge(rows), "holds in 2 of 3 rows (1 of 2 clearly; against it 1, 1 clearly)")
        self.assertEqual(claims.judge(rows[2:]), "does not hold (against it 1, 1 clearly)")
        self.assertEqual(claims.judge([]), "not measured")

    def test_names_rows_that_clearly_speak_against_a_claim(self):
        rows = [Evidence("averaged", "row a", -1, 0.01), Evidence("averaged", "row b", -2, 0.3)]
        self.assertEqual(claims.against(rows), "- Averaged beats online: not in row a.")
        self.assertEqual(claims.against(rows[1:]), "")

    def test_lower_losses_speak_for_the_better_method(self):
        table = table_of([[1, 2], [2, 3.5]], None, measure=TOP_LOSS)
        (evidence,) = table.evidence("tree-loss", "m0", "m1")
        self.assertAlmostEqual(evidence.gain, 1.25)

    def test_unknown_claims_are_refused(self):
        with self.assertRaises(AssertionError):
            claims.summary([Evidence("no-such", "a", 1)])


class Page(unittest.TestCase):
    def test_results_survive_storing(self):
        table = table_of([[0.5, 0.25], [0.125, 0.5]], [50, None])
        result = Result("how", [table], table.evidence("averaged", "m0", "m1"), ["a note"])
        with tempfile.TemporaryDirectory() as folder:
            page.store(Path(folder), Experiment("x", "A title", 1, None), result, 3, "clade 1")
            data = page.load(Path(folder), "x")
            again = Result.from_json(data)
            self.assertEqual((again.tables, again.notes, again.method), (result.tables, result.notes, result.method))
            self.assertAlmostEqual(again.evidence[0].p, result.evidence[0].p, places=5)
            text = page.page(Path(folder), ["x", "y"])
        self.assertIn("## A title", text)
        self.assertIn(markdown(table), text)
        self.assertIn("Not run yet: y.", text)

    def test_rows_have_as_many_cells_as_the_header(self):
        lines = markdown(table_of([[0.5, 0.25], []], [50, None])).splitlines()
        self.assertEqual({line.count("|") for line in lines}, {lines[0].count("|")})
        self.assertIn("| 50 | 37.5 ± 17.7 |  |", lines[2])

    def test_the_page_of_the_repository_is_made_from_the_stored_results(self):
        made = page.page(ROOT / "docs/lab/reproduction", [e.name for e in ALL])
        self.assertEqual((ROOT / "docs/lab/REPRODUCTION.md").read_text(), made,
                         "./run reproduce --page makes it anew")


class Corpora(unittest.TestCase):
    def test_abridging_drops_empty_documents_and_other_classes_of_the_same_words(self):
        rows = ["a 1:1", "b 1:1", "a 1:1", "c", "b 2:1"]
        kept = corpora.one_class_for_each(rows, random.Random(0))
        self.assertNotIn("c", kept)
        self.assertIn("b 2:1", kept)
        self.assertEqual(len({row for row in kept if row.endswith("1:1")}), 1)

    def test_joined_documents_have_both_labels_and_all_words(self):
        labels, words = corpora.join(corpora.parse("a 1:1 3:2"), corpora.parse("b 1:4"))
        self.assertEqual(corpora.line(labels, words), "a,b 1:5 3:2")


class Runs(unittest.TestCase):
    def test_a_finished_run_is_not_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            made = []
            for _ in range(2):
                lab = Lab("clade", folder, folder)
                self.assertEqual(lab.kept(["key", 1], lambda: made.append(1) or 7), 7)
            self.assertEqual(made, [1])

    def test_names_are_unique(self):
        self.assertEqual(len({e.name for e in ALL}), len(ALL))


if __name__ == "__main__":
    unittest.main()
