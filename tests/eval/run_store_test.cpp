// A comparison goes on where it was interrupted, with the same numbers in the end.
#include "eval/compare/run_store.h"

#include "tests/eval/small_comparison.h"

namespace clade::detail::test {
namespace {

const Words four{"a1", "a2", "b1", "b2"};

ComparisonPlan two_methods() {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(40, four)));
  plan.contenders.push_back(contender("svm", {}, plan.contenders.front().data));
  plan.contenders.back().grid = {{{"C", "0.01"}}, {{"C", "1"}}};
  return plan;
}

// Counts runs, and asks to stop after some.
struct Counter : Reporter {
  std::size_t runs = 0, stop_after = 1000;
  void on_step(const Steps& /*steps*/) override { ++runs; }
  bool stop_requested() const override { return runs >= stop_after; }
};

TEST(RunStore, LetsAComparisonGoOn) {
  const TempFolder folder;
  const ComparisonPlan plan = two_methods();
  const auto at_once = run(plan);
  ThreadPool pool(1);
  std::size_t calls = 0;
  for (bool is_done = false; !is_done; ++calls) {
    RunStore store(folder.path() / "run", comparison_identity(plan));
    Counter counter;
    counter.stop_after = 2;
    try {
      expect_same(run_comparison(plan, &store, pool, counter), at_once);
      is_done = true;
    } catch (const Cancelled&) {
      is_done = false;
    }
    ASSERT_LT(calls, 10U);
  }
  EXPECT_EQ(calls, 3U);  // two runs of six each time
}

TEST(RunStore, RunsAgainWhatIsMissingOrDamaged) {
  const TempFolder folder;
  const ComparisonPlan plan = two_methods();
  RunStore store(folder.path(), comparison_identity(plan));
  const auto first = run(plan, &store);
  folder.write("method1-split2.json", "{\"metrics\":");
  folder.write("method2-split1.json", "{}");
  folder.write("method2-split2.json", "");
  std::filesystem::remove(folder.path() / "method2-split3.json");
  ThreadPool pool(1);
  Counter counter;
  expect_same(run_comparison(plan, &store, pool, counter), first);
  EXPECT_EQ(counter.runs, 4U);
}

TEST(RunStore, GivesBackWhatItKeptToTheLastBit) {
  const TempFolder folder;
  RunStore store(folder.path(), "x");
  RunOutcome outcome;
  outcome.metrics = {{"accuracy", 1.0 / 3}, {"tree_loss", 0.1 + 0.2}};
  outcome.per_instance = {{"accuracy", {0, 1, 1e-300}}};
  outcome.measured = {0, 2, 5};
  outcome.loss_histogram = {{0.5, 2}, {1, 1.0 / 7}};
  outcome.per_level = {{1, 2.0 / 3, 2}, {2, 0.5, 4}};
  outcome.chosen = {{"accuracy", {{"C", "1"}, {"gamma", "inf"}}}, {"tree_loss", {}}};
  outcome.guesses = {{0}, {}, {1, 0}};
  outcome.guess_names = {"a1", "\u05d0"};
  outcome.trace.resize(1);
  outcome.trace.front().primal = 1.0 / 3;
  outcome.models = 2;
  outcome.early_ends = 1;
  outcome.train_seconds = 0.7;
  EXPECT_FALSE(store.find(1, 0).has_value());
  store.keep(1, 0, outcome);
  ASSERT_TRUE(store.find(1, 0).has_value());
  expect_same(*store.find(1, 0), outcome);
  EXPECT_EQ(store.find(1, 0)->train_seconds, 0.7);
  ASSERT_EQ(store.find(1, 0)->trace.size(), 1U);
  EXPECT_EQ(store.find(1, 0)->trace.front().primal, 1.0 / 3);
  EXPECT_FALSE(store.find(0, 1).has_value());
}

TEST(RunStore, RefusesTheFolderOfAnotherComparison) {
  const TempFolder folder;
  const RunStore store(folder.path(), "seed 0\nhsvm\n");
  expect_error([&] { RunStore(folder.path(), "seed 0\nsvm\n"); }, ErrorKind::usage,
               "it has 'hsvm', this one 'svm'");
  const RunStore same(folder.path(), "seed 0\nhsvm\n");
}

TEST(RunStore, NeedsAFolderThatCanBeMade) {
  const TempFolder folder;
  const std::string file = folder.write("file", "x").string();
  expect_error([&] { RunStore(file + "/run", "x"); }, ErrorKind::environment, "file/run");
}

TEST(ComparisonIdentity, ChangesWithAllThatNumbersFollowFrom) {
  const ComparisonPlan plan = two_methods();
  const std::string identity = comparison_identity(plan);
  EXPECT_EQ(comparison_identity(two_methods()), identity);
  const auto changed = [&](auto change) {
    ComparisonPlan other = two_methods();
    change(other);
    return comparison_identity(other) != identity;
  };
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.seed = 1; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { std::swap(p.splits[0], p.splits[1]); }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.taxonomy = given(dag_edges); }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.taxonomy = TaxonomySource{}; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.measures.loss = "zero-one"; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.measures.seen_classes = true; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.measures.precision_at = {2}; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.measures.auprc_from_level = 2; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.tuning.folds = 4; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.tuning.for_each_measure = true; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.contenders.pop_back(); }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) { p.contenders[1].grid.pop_back(); }));
  EXPECT_TRUE(changed(
      [](ComparisonPlan& p) { p.contenders[0].taxonomy.kind = SeenTaxonomy::Kind::learned; }));
  EXPECT_TRUE(changed([](ComparisonPlan& p) {
    Words lines = noisy_lines(40, four);
    lines[7] += "1";  // one digit of one number
    p.contenders[0].data = data_of(read_lines(lines));
  }));
}

TEST(ComparisonIdentity, TellsPathsFromNoTaxonomy) {
  ComparisonPlan plan = two_methods();
  plan.taxonomy = TaxonomySource{};
  const std::string flat = comparison_identity(plan);
  plan.taxonomy = TaxonomySource::from_option("paths");
  const std::string paths = comparison_identity(plan);
  EXPECT_NE(flat, paths);
  plan.taxonomy = TaxonomySource::from_option("paths:.");
  EXPECT_NE(comparison_identity(plan), paths);
}

}  // namespace
}  // namespace clade::detail::test
