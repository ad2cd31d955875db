"""The frame's own arithmetic and words: what the page says must follow from the numbers."""

import contextlib
import io
import random
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import reproduce  # noqa: E402
from claims import ALL as CLAIMS  # noqa: E402
from frame import claims, corpora, page, rule, svg  # noqa: E402
from frame.claims import Claim, Printed, Rows, beats, exceeds, gains_more, higher_row, larger_gain  # noqa: E402
from frame.lab import Experiment, Lab, Origin  # noqa: E402
from frame.statistics import deviation, mean, paired_difference, unpaired_difference  # noqa: E402
from frame.table import ACCURACY, TOP_LOSS, Cell, Result, Table, markdown, near, verdict  # noqa: E402
from tables import ALL, hieron_data, hpsi_paper, orthogonal, thesis_7_13  # noqa: E402

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
            found = paired_difference([v + shift for v in spread], [0] * n)
            self.assertAlmostEqual(found.p, 0.05, places=6)
            self.assertAlmostEqual(found.mean / found.error, t, places=6)

    def test_paired_t_of_what_cannot_be_tested(self):
        self.assertIsNone(paired_difference([1], [2]))
        self.assertIsNone(paired_difference([1, 2], [2]))
        self.assertEqual(paired_difference([1, 2], [1, 2]).p, 1)
        self.assertEqual(paired_difference([2, 3], [1, 2]).p, 0)
        self.assertEqual(unpaired_difference([2, 2], [1, 1]).p, 0)


class OneRule(unittest.TestCase):
    """The level of a statement, and that turning it round turns its sign and nothing else."""

    PAIRS = (([3, 3.1, 2.9], [1, 1.1, 1.2]), ([1, 2, 3.4], [0.5, 2.2, 2.4]), ([1, 2, 3], [1.1, 1.9, 3]), ([1], [2]), ([2, 2], [2, 2]))

    def test_levels(self):
        self.assertEqual([rule.level(paired_difference(*pair)) for pair in self.PAIRS], [2, 1, 0, 0, 0])

    def test_the_rule_is_symmetric(self):
        for first, second in self.PAIRS:
            self.assertEqual(rule.level(paired_difference(first, second)), -rule.level(paired_difference(second, first)))

    def test_rows_that_belong_together_have_the_level_of_their_median(self):
        self.assertEqual(rule.median_level([2, 2, -2]), 2)
        self.assertEqual(rule.median_level([2, 1]), 1)
        self.assertEqual(rule.median_level([-2, -1]), -1)
        self.assertEqual(rule.median_level([2, -2]), 0)

    def test_words_are_symmetric_too(self):
        turned = {"holds": "the opposite", "holds mostly": "the opposite mostly", "mixed": "mixed",
                  "holds in every case": "the opposite in every case", "holds more often than not": "more often the opposite",
                  "holds in the one case": "the opposite in the one case", "not clear either way": "not clear either way",
                  "holds where it is clear": "the opposite where it is clear"}
        for levels in ([2, 2], [2], [2, 1, 0], [2, 1, -1], [2, 2, -2], [2, -2], [1, 0], [2, 0, 0], [2, -1, 0, 0]):
            self.assertEqual(rule.in_words([-l for l in levels]), turned[rule.in_words(levels)], levels)
        self.assertEqual(rule.in_words([]), "not measured here")


class Verdicts(unittest.TestCase):
    def test_same_order(self):
        self.assertEqual(verdict_of([[0.5, 0.51], [0.7, 0.71]], [40, 41]), "clearly as in the paper")
        self.assertEqual(verdict_of([[0.5, 0.6], [0.7, 0.72]], [40, 41]), "as in the paper")

    def test_it_takes_as_much_to_differ_as_to_agree(self):
        low, high = [0.5, 0.51, 0.52], [0.6, 0.61, 0.63]
        self.assertEqual(verdict_of([low, high], [41, 40]), "clearly reversed")
        self.assertEqual(verdict_of([low, high], [1.1, 1.2], measure=TOP_LOSS), "clearly as in the paper")
        self.assertEqual(verdict_of([[0.5, 0.6], [0.7, 0.72]], [41, 40]), "reversed")

    def test_within_noise_is_unclear(self):
        self.assertEqual(verdict_of([[0.5, 0.7], [0.6, 0.61]], [40, 39]), "unclear")
        self.assertEqual(verdict_of([[0.5], [0.6]], [40, 41]), "unclear")

    def test_names_two_reversed_pairs_and_counts_the_others(self):
        values = [[0.1, 0.11], [0.2, 0.21], [0.3, 0.31]]
        self.assertEqual(verdict_of(values, [3, 2, 1]), "3 clearly reversed: m1 better than m0, m2 better than m0 and 1 more")

    def test_counts_pairs_of_several_methods(self):
        values = [[0.5, 0.7], [0.59, 0.63], [0.9, 0.8]]
        self.assertEqual(verdict_of(values, [40, 39, 60]), "2 as in the paper, 1 unclear")

    def test_without_values_of_the_paper_says_nothing(self):
        self.assertEqual(verdict_of([[0.5], [0.6]], None), "")
        self.assertEqual(verdict_of([[0.5], [0.6]], [40, 40]), "equal in the paper")

    def test_near_is_by_the_deviation_of_the_difference(self):
        # HSVMc of HPSI's example 1: .655 with a deviation of .138 over 20 samples is not near .545 (.044) over 100.
        spread = [0.655 + 0.138 * sign * (19 / 20) ** 0.5 for sign in (-1, 1)] * 10
        self.assertAlmostEqual(deviation(spread), 0.138, places=3)
        self.assertFalse(near(Cell(spread, 0.545, 0.044), TOP_LOSS, 100))
        self.assertTrue(near(Cell(spread, 0.6, 0.044), TOP_LOSS, 100))
        # A single value of a paper without a deviation is taken to vary as ours does.
        self.assertTrue(near(Cell(spread, 0.4), TOP_LOSS, 1))

    def test_counts_values_near_the_papers(self):
        values = [[0.49, 0.51], [0.6, 0.61]]
        self.assertEqual(verdict_of(values, [51, 55], judge="values"), "clearly as in the paper; 1 of 2 values near")


def results_of(*tables, stand_in=False):
    return {"x": Result("how", list(tables), stand_in=stand_in)}


class Claims(unittest.TestCase):
    """What is counted follows from the numbers, whichever way they point."""

    AHEAD, BEHIND = [0.6, 0.61, 0.63], [0.5, 0.51, 0.52]

    def claim(self, *comparisons):
        return Claim("paper", "1.2", "m0 beats m1", list(comparisons))

    def test_a_made_up_reversed_result_speaks_against(self):
        claim = self.claim(*beats("m0", "m1", Rows("x")))
        self.assertEqual(claims.levels(claim, results_of(table_of([self.AHEAD, self.BEHIND], None))), [2])
        turned = results_of(table_of([self.BEHIND, self.AHEAD], None))
        self.assertEqual(claims.levels(claim, turned), [-2])
        self.assertIn("| real | 0 | 0 | 0 | 0 | 1 | the opposite in the one case |", claims.summary([claim], turned))
        self.assertIn("m0 over m1: clearly the other way round in the one row of t 5 in x, T; t 5, acc (%): m0 51.0, m1 61.3",
                      claims.contradictions([claim], turned).replace("\n  ", " "))

    def test_every_result_turned_round_turns_the_counts_round(self):
        stored = {e.name: Result.from_json(data) for e in ALL if (data := page.load(ROOT / "docs/lab/reproduction", e.name))}
        before = [claims.levels(c, stored, made) for c in CLAIMS for made in (False, True)]
        for result in stored.values():
            for table in result.tables:
                for row in table.rows:
                    row.measure.higher_is_better = not row.measure.higher_is_better
                    for cell in row.cells:
                        cell.paper = None if cell.paper is None else -cell.paper
        after = [claims.levels(c, stored, made) for c in CLAIMS for made in (False, True)]
        fixed = [any(getattr(k, "than", None) is not None for k in c.comparisons) or isinstance(next(iter(c.comparisons), None), Printed)
                 for c in CLAIMS for _ in (False, True)]
        for one, other, same in zip(before, after, fixed):
            if not same:  # a fixed value and a printed order have no other side
                self.assertEqual([-l for l in one], other)

    def test_measures_of_one_run_are_one_case(self):
        table = table_of([self.AHEAD, self.BEHIND], None)
        table.add([5], TOP_LOSS, [self.AHEAD, self.BEHIND])
        table.add([6], ACCURACY, [self.AHEAD, self.BEHIND[::-1]])
        found = claims.levels(self.claim(*beats("m0", "m1", Rows("x"))), results_of(table))
        self.assertEqual(found, [0, 2])

    def test_noise_levels_of_one_set_are_one_case(self):
        table = Table("T", ["variance", "form"], ["m0", "m1"], once=["variance"])
        for variance in (1, 2, 3):
            table.add([variance, "a"], ACCURACY, [self.AHEAD, [v + variance / 100 for v in self.BEHIND]])
        self.assertEqual(claims.levels(self.claim(*beats("m0", "m1", Rows("x"))), results_of(table)), [2])

    def test_a_run_that_two_tables_show_counts_once(self):
        first, second = table_of([self.AHEAD, self.BEHIND], None), table_of([self.AHEAD, self.BEHIND], None)
        second.title = "U"
        self.assertEqual(claims.levels(self.claim(*beats("m0", "m1", Rows("x"))), results_of(first, second)), [2])

    def test_lower_losses_speak_for_the_better_method(self):
        table = table_of([self.BEHIND, self.AHEAD], None, measure=TOP_LOSS)
        self.assertEqual(claims.levels(self.claim(*beats("m0", "m1", Rows("x"))), results_of(table)), [2])

    def test_stand_ins_are_counted_apart(self):
        table, claim = table_of([self.AHEAD, self.BEHIND], None), self.claim(*beats("m0", "m1", Rows("x")))
        self.assertEqual(claims.levels(claim, results_of(table, stand_in=True)), [])
        self.assertEqual(claims.levels(claim, results_of(table, stand_in=True), stand_in=True), [2])

    def test_every_pair_of_several_methods_is_counted(self):
        table = table_of([self.AHEAD, self.BEHIND, [0.7, 0.71, 0.73]], None)
        found = claims.levels(self.claim(*beats("m0", ("m1", "m2"), Rows("x"))), results_of(table))
        self.assertEqual(found, [2, -2])

    def test_other_comparisons(self):
        table = Table("T", ["t"], ["a", "b", "c", "d"])
        table.add(["1"], ACCURACY, [[0.9, 0.91], [0.5, 0.51], [0.6, 0.61], [0.5, 0.51]])
        table.add(["all"], ACCURACY, [[0.9, 0.91], [0.8, 0.812], [0.6, 0.611], [0.5, 0.51]])
        results = results_of(table)
        self.assertEqual(claims.levels(self.claim(*gains_more(("a", "b"), ("c", "d"), Rows("x", where={"t": ("1",)}))), results), [2])
        self.assertEqual(claims.levels(self.claim(*larger_gain("a", "b", {"t": "all"}, Rows("x"))), results), [2])
        self.assertEqual(claims.levels(self.claim(*higher_row("b", "t", "1", "all", Rows("x"))), results), [-2])
        self.assertEqual(claims.levels(self.claim(*exceeds("a", 70, Rows("x", where={"t": ("1",)}))), results), [2])

    def test_printed_pairs_are_counted_as_printed(self):
        table = table_of([self.AHEAD, self.BEHIND], [40, 41])
        self.assertEqual(claims.levels(self.claim(Printed(("x",))), results_of(table)), [-2])

    def test_claims_name_experiments_that_there_are(self):
        known = {e.name for e in ALL}
        for claim in CLAIMS:
            for comparison in claim.comparisons:
                used = comparison.experiments if isinstance(comparison, Printed) else (comparison.rows.experiment,)
                self.assertLessEqual(set(used), known)


class Page(unittest.TestCase):
    def test_results_survive_storing(self):
        table = table_of([[0.5, 0.25], [0.125, 0.5]], [50, None])
        result = Result("how", [table], ["a note"])
        with tempfile.TemporaryDirectory() as folder:
            page.store(Path(folder), Experiment("x", "A title", 1, None), result, 3, Origin("clade 1", "abc", "2026-01-02"), {"abc", "def"})
            data = page.load(Path(folder), "x")
            again = Result.from_json(data)
            self.assertEqual((again.tables, again.notes, again.method), (result.tables, result.notes, result.method))
            text = page.page(Path(folder), ["x", "y"], [])
        self.assertIn("## A title", text)
        self.assertIn(markdown(table), text)
        self.assertIn("Not run yet: y.", text)
        self.assertIn("clade 1 at abc and def", text)
        self.assertIn("- abc and def, 2026-01-02: x", text)

    def test_rows_have_as_many_cells_as_the_header(self):
        lines = markdown(table_of([[0.5, 0.25], []], [50, None])).splitlines()
        self.assertEqual({line.count("|") for line in lines}, {lines[0].count("|")})
        self.assertIn("| 50 | 37.5 ± 17.7 |  |", lines[2])

    def test_the_page_of_the_repository_is_made_from_the_stored_results(self):
        made = page.page(ROOT / "docs/lab/reproduction", [e.name for e in ALL], CLAIMS)
        self.assertEqual((ROOT / "docs/lab/REPRODUCTION.md").read_text(), made,
                         "./run reproduce --page makes it anew")


class Pictures(unittest.TestCase):
    def table(self, **chart):
        table = Table("T", ["t"], ["m0", "m1"], chart=chart)
        for t in ("0.1", "1", "10"):
            table.add([t], ACCURACY, [[0.5, 0.6], [0.7, 0.8]])
        return table

    def test_every_kind_is_well_formed_and_for_light_and_dark_pages(self):
        charts = [self.table(kind="lines", x="C", log=True), self.table(kind="bars", x="t"), self.table(kind="change", x="t"),
                  self.table(kind="scatter"),
                  Table("P", [], [], chart={"kind": "plane", "panels": [{"title": "<a>", "points": [[1, 2, 0]], "arrows": [[1, 1, "w", 1]]}]}),
                  Table("R", [], [], chart={"kind": "tree", "nodes": [[0, "root", None, 5], [1, "a & b", 0, 0]]})]
        self.assertEqual({c.chart["kind"] for c in charts}, set(svg.KINDS))
        for table in charts:
            drawn = svg.draw(table)
            ElementTree.fromstring(drawn)
            self.assertIn("prefers-color-scheme:dark", drawn)
            self.assertNotIn("nan", drawn)

    def test_axes_have_titles_and_several_methods_a_legend(self):
        drawn = svg.draw(self.table(kind="lines", x="price"))
        for word in ("price", "acc (%)", ">m0<", ">m1<"):
            self.assertIn(word, drawn)

    def test_marks_are_round(self):
        self.assertEqual([svg.short(m) for m in svg.Scale(0, 1, 0, 100).marks()], ["0", "0.5", "1"])
        self.assertEqual(svg.Scale(0.01, 100, 0, 1, log=True).marks(), [0.01, 0.1, 1, 10, 100])


class PaperSplits(unittest.TestCase):
    """Given the real files, the scripts split them as the papers do."""

    def test_rcv1_has_the_papers_share_to_train(self):
        self.assertEqual(orthogonal.paper_sizes("CCAT", 209133), (5810, 203323))
        train, test = orthogonal.paper_sizes("ECAT.deep", 1000)
        self.assertEqual((train, train + test), (30, 1000))

    def test_timit_has_so_many_of_each_phoneme(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "timit"
            source.mkdir()
            rows = [f"{name} 1:{i}" for name in ("aa", "b") for i in range(2600)]
            for part in ("train", "test"):
                (source / f"{part}.svm").write_text("\n".join(rows) + "\n")
            lab = Lab("clade", folder, folder)
            train, test = (path.read_text().splitlines() for path in hieron_data.drawn(lab, source, 0))
        self.assertEqual([sum(row.startswith("aa ") for row in part) for part in (train, test)], [2000, 500])
        self.assertEqual((len(train), len(test)), (4000, 1000))

    def test_enzymes_have_the_thesis_own_division(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = [f'{{"labels":["1.1"],"text":"MKV","split":"{"train" if i < 7700 else "test"}"}}' for i in range(7700 + 1755)]
            (Path(folder) / "docs.jsonl").write_text("\n".join(lines) + "\n")
            _, _, options, splits, name = thesis_7_13.source(Lab("clade", folder, folder, given={"enzyme": folder}))
        self.assertEqual((splits, name), ((), "ENZYME, 7700/1755"))  # no split of our own: the field decides
        self.assertIn("--kernel subsequence --length 4", options)

    def test_hpsis_tables_are_whole(self):
        for paper in (hpsi_paper.LINEAR, hpsi_paper.GAUSSIAN):
            self.assertEqual(len(paper), 6)
            for methods in paper.values():
                self.assertEqual([len(values) for values in methods.values()], [5] * 6)
        self.assertEqual(hpsi_paper.GAUSSIAN[3, 1500]["SHSVM"]["l sib"], (0.184, 0.005))


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

    def test_a_result_knows_the_commits_of_all_its_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            Lab("clade", folder, folder, commit="old").kept(["key"], lambda: 1)
            lab = Lab("clade", folder, folder, commit="new")
            lab.kept(["key"], lambda: 2)
            lab.kept(["other"], lambda: 3)
            self.assertEqual(lab.commits(), {"old", "new"})

    def test_an_interrupted_fresh_run_goes_on_and_another_program_starts_again(self):
        with tempfile.TemporaryDirectory() as folder:
            clade, work = Path(folder) / "clade", Path(folder) / "work"
            clade.write_text("program")
            reproduce.begin_afresh(work, clade)
            (work / "kept").touch()
            with contextlib.redirect_stdout(io.StringIO()):
                reproduce.begin_afresh(work, clade)
            self.assertTrue((work / "kept").exists())
            clade.write_text("another")
            reproduce.begin_afresh(work, clade)
            self.assertFalse((work / "kept").exists())

    def test_every_paper_is_expected_to_keep_to_its_budget(self):
        for paper in {e.paper() for e in ALL}:
            self.assertLessEqual(sum(e.minutes for e in ALL if e.paper() == paper), reproduce.BUDGET, paper)

    def test_names_are_unique(self):
        self.assertEqual(len({e.name for e in ALL}), len(ALL))


if __name__ == "__main__":
    unittest.main()
