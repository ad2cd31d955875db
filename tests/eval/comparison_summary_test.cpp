#include "eval/compare/comparison_summary.h"

#include <nlohmann/json.hpp>

#include "eval/compare/comparison_json.h"
#include "eval/compare/comparison_table.h"
#include "eval/compare/significance.h"
#include "measure/metric_direction.h"
#include "tests/measure/small_data.h"

namespace clade::detail::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Values = std::vector<double>;
using Outcomes = std::vector<std::vector<RunOutcome>>;

ComparisonPlan plan_of(const Words& names, std::size_t splits) {
  ComparisonPlan plan;
  for (const std::string& name : names) {
    Contender contender;
    contender.name = name;
    plan.contenders.push_back(std::move(contender));
  }
  plan.splits.resize(splits);
  return plan;
}

// By split.
std::vector<RunOutcome> with(const std::string& metric, const Values& by_split) {
  std::vector<RunOutcome> outcomes;
  for (const double value : by_split) {
    outcomes.emplace_back();
    outcomes.back().metrics = {{metric, value}};
    outcomes.back().chosen = {{"", {}}};
  }
  return outcomes;
}

std::vector<MethodSummary> summary_of(const ComparisonPlan& plan, const Outcomes& outcomes) {
  ThreadPool pool(2);
  return summarise(plan, outcomes, pool);
}

TEST(Summary, HasMeansAndDeviationsOverSplits) {
  const auto summaries = summary_of(plan_of({"one"}, 4), {with("macro_f1", {0.1, 0.2, 0.3, 0.4})});
  ASSERT_EQ(summaries.size(), 1U);
  const MetricSummary* f1 = summaries[0].find("macro_f1");
  ASSERT_NE(f1, nullptr);
  EXPECT_DOUBLE_EQ(f1->mean, 0.25);
  EXPECT_DOUBLE_EQ(f1->deviation, standard_deviation(Values{0.1, 0.2, 0.3, 0.4}));
  EXPECT_THAT(f1->values, ElementsAre(0.1, 0.2, 0.3, 0.4));
  ASSERT_TRUE(f1->interval.has_value());
  EXPECT_LT(f1->interval->low, 0.25);
  EXPECT_GT(f1->interval->high, 0.25);
  EXPECT_TRUE(summaries[0].against_first.empty());
}

TEST(Summary, PairsSplitBySplitWhatIsNoMeanOverRecords) {
  const Values first{0.5, 0.6, 0.7, 0.6}, second{0.6, 0.65, 0.9, 0.7};
  ComparisonPlan plan = plan_of({"one", "two"}, 4);
  const Outcomes outcomes{with("macro_f1", first), with("macro_f1", second)};
  Values differences;
  for (std::size_t s = 0; s < 4; ++s) differences.push_back(second[s] - first[s]);

  const AgainstFirst plain = summary_of(plan, outcomes)[1].against_first[0];
  EXPECT_FALSE(plain.over_records);
  EXPECT_NEAR(*plain.difference, 0.1125, 1e-12);
  EXPECT_EQ(plain.p_permutation, 0.125);  // two of sixteen
  EXPECT_EQ(plain.p_t, paired_t_test(differences));
  EXPECT_EQ(plain.deciding_p(), plain.p_permutation_corrected);

  plan.overlap = 0.25;
  const AgainstFirst overlapping = summary_of(plan, outcomes)[1].against_first[0];
  EXPECT_EQ(overlapping.p_t, paired_t_test(differences, 0.25));
  EXPECT_EQ(overlapping.deciding_p(), overlapping.p_t_corrected);
}

// Two splits of three records each.
std::vector<RunOutcome> with_records(const Values& values) {
  auto outcomes =
      with("accuracy", {mean_of(std::span(values).first(3)), mean_of(std::span(values).last(3))});
  for (std::size_t s = 0; s < 2; ++s) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(3 * s);
    outcomes[s].per_instance = {{"accuracy", {begin, begin + 3}}};
    outcomes[s].measured = {0, 1, 2};
  }
  return outcomes;
}

TEST(Summary, PairsRecordByRecordWhereEachIsTestedOnce) {
  const Outcomes outcomes{with_records({0, 0, 0, 0, 1, 0}), with_records({1, 1, 1, 1, 0, 1})};
  ComparisonPlan plan = plan_of({"one", "two"}, 2);
  plan.overlap = 0.5;  // is about splits
  const AgainstFirst over_records = summary_of(plan, outcomes)[1].against_first[0];
  EXPECT_TRUE(over_records.over_records);
  EXPECT_EQ(over_records.p_permutation, permutation_test(Values{1, 1, 1, 1, -1, 1}, 0));
  EXPECT_EQ(over_records.p_t, paired_t_test(Values{1, 1, 1, 1, -1, 1}));

  plan.tests_once = false;
  const AgainstFirst over_splits = summary_of(plan, outcomes)[1].against_first[0];
  EXPECT_FALSE(over_splits.over_records);
  EXPECT_EQ(over_splits.p_permutation, 0.5);
}

TEST(Summary, CorrectsForTheNumberOfContenders) {
  const ComparisonPlan plan = plan_of({"one", "two", "three"}, 6);
  const auto summaries = summary_of(plan, {with("macro_f1", Values(6, 0.5)),
                                           with("macro_f1", {0.6, 0.61, 0.62, 0.63, 0.64, 0.65}),
                                           with("macro_f1", {0.6, 0.4, 0.6, 0.4, 0.6, 0.45})});
  const AgainstFirst &two = summaries[1].against_first[0], &three = summaries[2].against_first[0];
  EXPECT_EQ(two.p_permutation, 2.0 / 64);
  EXPECT_EQ(two.p_permutation_corrected, 4.0 / 64);
  EXPECT_EQ(three.p_permutation_corrected, three.p_permutation);
  EXPECT_NEAR(*two.p_t_corrected, 2 * *two.p_t, 1e-15);
}

TEST(Summary, LeavesOutWhatSomeSplitDoesNotHave) {
  auto first = with("accuracy", {0.5, 0.6});
  first[1].metrics.emplace_back("l01", 0.4);
  auto second = with("accuracy", {0.5, 0.6});
  second[0].metrics.emplace_back("auprc", 0.4);
  second[1].metrics.emplace_back("auprc", 0.4);
  const auto summaries = summary_of(plan_of({"one", "two"}, 2), {first, second});
  EXPECT_EQ(summaries[0].find("l01"), nullptr);
  // What the first has not cannot be compared.
  ASSERT_NE(summaries[1].find("auprc"), nullptr);
  EXPECT_FALSE(summaries[1].against_first[1].difference.has_value());
  const auto json = comparison_json(summaries, {});
  EXPECT_FALSE(json["methods"][1]["against_first"].contains("auprc"));
  EXPECT_EQ(json["methods"][1]["against_first"]["accuracy"]["p_permutation"], 1.0);
}

TEST(Summary, TestsNothingOnASingleSplitWithoutRecords) {
  const auto summaries =
      summary_of(plan_of({"one", "two"}, 1), {with("macro_f1", {0.5}), with("macro_f1", {0.6})});
  EXPECT_FALSE(summaries[1].metrics[0].interval.has_value());
  EXPECT_FALSE(summaries[1].against_first[0].p_t.has_value());
  EXPECT_FALSE(summaries[1].against_first[0].p_permutation_corrected.has_value());
  EXPECT_NEAR(*summaries[1].against_first[0].difference, 0.1, 1e-15);
}

// ---- Tables

// Six splits: the second is better beyond chance, the third worse.
std::vector<MethodSummary> three_rows(const std::string& metric, const std::string& name) {
  return summary_of(
      plan_of({"one", name, "c"}, 8),
      {with(metric, Values(8, 0.5)), with(metric, Values(8, 0.75)), with(metric, Values(8, 0.25))});
}

TEST(Table, MarksWhatIsBetterAndWorse) {
  EXPECT_EQ(comparison_table(three_rows("accuracy", "two"), {}, TableFormat::text),
            "method  accuracy\n"
            "one     0.5000 (0.0000)\n"
            "two     0.7500 (0.0000)+\n"
            "c       0.2500 (0.0000)-\n");
  const std::string losses =
      comparison_table(three_rows("tree_loss", "two"), {}, TableFormat::text);
  EXPECT_THAT(losses, HasSubstr("0.7500 (0.0000)-\n"));
  EXPECT_THAT(losses, HasSubstr("0.2500 (0.0000)+\n"));
}

TEST(Table, InMarkdownEscapesWhatMeansSomethingThere) {
  EXPECT_EQ(comparison_table(three_rows("macro_f1", "a|b"), {"macro_f1"}, TableFormat::markdown),
            "| method | macro\\_f1 |\n|---|---|\n"
            "| one | 0.5000 ± 0.0000 |\n"
            "| a\\|b | 0.7500 ± 0.0000 + |\n"
            "| c | 0.2500 ± 0.0000 - |\n");
}

TEST(Table, InLatexEscapesWhatMeansSomethingThere) {
  EXPECT_EQ(comparison_table(three_rows("macro_f1", "hsvm --C 1 --loss costs:a_b%{~^\\"),
                             {"macro_f1"}, TableFormat::latex),
            "\\begin{tabular}{lr}\n\\hline\nmethod & macro\\_f1 \\\\\n\\hline\n"
            "one & $0.5000 \\pm 0.0000$ \\\\\n"
            "hsvm -{}-C 1 -{}-loss costs:a\\_b\\%\\{\\textasciitilde{}\\textasciicircum{}"
            "\\textbackslash{} & $0.7500 \\pm 0.0000^{+}$ \\\\\n"
            "c & $0.2500 \\pm 0.0000^{-}$ \\\\\n\\hline\n\\end{tabular}\n");
}

TEST(Table, HasADashForWhatIsNotThere) {
  const auto rows = three_rows("accuracy", "two");
  EXPECT_THAT(comparison_table(rows, {"l01", "accuracy"}, TableFormat::text),
              HasSubstr("one     -    0.5000"));
  EXPECT_THAT(comparison_table(rows, {"l01"}, TableFormat::latex), HasSubstr("one & -- \\\\"));
}

TEST(Table, NamesTheTaxonomyWhereThereAreSeveral) {
  ComparisonPlan plan = plan_of({"one", "one"}, 2);
  plan.contenders[1].taxonomy = {SeenTaxonomy::Kind::random, 5};
  const auto rows = summary_of(plan, {with("accuracy", {0.5, 0.5}), with("accuracy", {0.5, 0.5})});
  EXPECT_EQ(comparison_table(rows, {}, TableFormat::text),
            "method          accuracy\none [given]     0.5000 (0.0000)\n"
            "one [random:5]  0.5000 (0.0000)\n");
  EXPECT_THAT(comparison_notes({}, rows), HasSubstr("worse than 'one [given]'"));
}

TEST(Notes, SayHowDifferencesWereTested) {
  const ComparisonNotes notes{"8 folds of 80 records", 8, 7, ""};
  const std::string of_three = comparison_notes(notes, three_rows("accuracy", "two"));
  EXPECT_EQ(of_three,
            "8 folds of 80 records, seed 7\n"
            "means, standard deviations over the splits in brackets\n"
            "+ better, - worse than 'one', p < 0.05 after Holm's correction: permutation test over "
            "splits\n");
  auto one = three_rows("accuracy", "two");
  one.resize(1);
  EXPECT_EQ(comparison_notes(notes, one),
            "8 folds of 80 records, seed 7\n"
            "means, standard deviations over the splits in brackets\n");
  one[0].models = 9;
  one[0].early_ends = 2;
  EXPECT_THAT(comparison_notes(notes, one), HasSubstr("one: 2 of 9 models ended at `max_epochs`"));
}

TEST(MetricNames, AreThoseOfAnEvaluation) {
  const LabelSpace labels = label_space("r\ta\nr\tb\n", {"a", "b"});
  const Dataset truth(records({"a", "b"}), labels);
  const Words known(clade::detail::metric_names.begin(), clade::detail::metric_names.end());
  EvaluateOptions options;
  options.precision_at.clear();
  const Evaluation evaluation =
      evaluate_on(1, labels, truth, with_scores({{1, 0}, {1, 0}}), options);
  EXPECT_EQ(test::metric_names(evaluation), known);
}

TEST(MetricNames, SayWhichWayIsBetter) {
  for (const char* loss : {"ranking_loss", "tree_loss", "l01", "l_sib", "symmetric_difference",
                           "symdiff_ancestor_sets", "log_loss", "brier", "ece"}) {
    EXPECT_TRUE(smaller_is_better(loss)) << loss;
  }
  for (const char* gain : {"accuracy", "average_precision", "macro_f1", "hierarchical_recall"}) {
    EXPECT_FALSE(smaller_is_better(gain)) << gain;
  }
}

}  // namespace
}  // namespace clade::detail::test
