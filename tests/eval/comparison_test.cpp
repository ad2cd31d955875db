// Comparisons are what train and evaluate give, split by split, and learn nothing from test
// records.
#include "eval/compare/comparison.h"

#include "base/train_context.h"
#include "eval/compare/split_run.h"
#include "measure/evaluate_records.h"
#include "tests/eval/small_comparison.h"

namespace clade::detail::test {
namespace {

const Words four{"a1", "a2", "b1", "b2"};

Words chosen_lines(const Words& lines, const std::vector<std::size_t>& indices) {
  Words result;
  for (const std::size_t i : indices) result.push_back(lines[i]);
  return result;
}

// What `train` on a file with these lines and `evaluate` on another do.
Evaluation by_hand(const Words& train, const Words& test, const std::string& format,
                   const std::string& edges, const std::string& method, const Options& options) {
  const Configured own = configured(method, options);
  Reporter silent;
  ThreadPool pool(1);
  Records records = read_lines(train, format, own.method->traits().precision);
  const Vectoriser vectoriser = Vectoriser::fit(own.text, records, silent);
  const LabelSpace labels(given(edges), own.label_nodes.value(), records.label_names);
  const Dataset data(std::move(records), labels);
  TrainContext context{silent, pool, 0};
  const Trained trained = own.method->train(data, labels, context);

  const TempFolder folder;
  std::string text;
  for (const std::string& line : test) text += line + '\n';
  const std::vector<std::filesystem::path> paths{folder.write("test." + format, text)};
  const auto analyzer = vectoriser.analyzer();
  ReadOptions read{format, own.method->traits().precision};
  read.analyzer = analyzer.get();
  read.known_names = &vectoriser.fitted().names;
  Records tested = read_records(paths, read, pool);
  vectoriser.transform(tested);
  return evaluate_records(trained.model, std::move(tested), {}, pool).evaluation;
}

void expect_equals_by_hand(const Words& lines, const std::string& format, const std::string& edges,
                           const std::string& method, const Options& options, double tolerance) {
  ComparisonPlan plan = small_plan(
      read_lines(lines, format, configured(method, options).method->traits().precision), edges);
  plan.contenders.front() = contender(method, options, plan.contenders.front().data);
  const auto outcomes = run(plan);
  ASSERT_EQ(outcomes.front().size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) {
    const Evaluation expected =
        by_hand(chosen_lines(lines, plan.splits[s].train), chosen_lines(lines, plan.splits[s].test),
                format, edges, method, options);
    ASSERT_EQ(outcomes[0][s].metrics.size(), expected.metrics.size());
    for (const auto& [name, value] : expected.metrics) {
      EXPECT_NEAR(metric(outcomes[0][s], name), value, tolerance) << name << " of split " << s;
    }
  }
}

TEST(Comparison, OfNumbersIsTrainAndEvaluateOnEverySplit) {
  expect_equals_by_hand(noisy_lines(60, four), "svm", tree_edges, "hsvm", {}, 1e-12);
  expect_equals_by_hand(noisy_lines(60, four), "svm", tree_edges, "dnc", {}, 1e-12);
}

TEST(Comparison, OfTextsIsTrainAndEvaluateOnEverySplit) {
  expect_equals_by_hand(noisy_documents(60, four), "jsonl", tree_edges, "clade", {}, 1e-6);
}

TEST(Comparison, OfSeveralLabelsInADagIsTrainAndEvaluateOnEverySplit) {
  expect_equals_by_hand(noisy_lines(60, {"a1", "a1,b2", "a2", "b1,a2", "b2"}), "svm", dag_edges,
                        "hsvm", {{"constraints", "binary"}}, 1e-12);
}

TEST(Comparison, OfLabelsAtInnerNodesIsTrainAndEvaluateOnEverySplit) {
  const Words labels{"a1", "a", "b1", "b2"};
  expect_equals_by_hand(noisy_lines(60, labels), "svm", tree_edges, "hsvm", {}, 1e-12);
  expect_equals_by_hand(noisy_lines(60, labels), "svm", tree_edges, "hieron", {}, 1e-12);
}

TEST(Comparison, TestsLabelsThatATrainingPartDoesNotHave) {
  Words lines = noisy_lines(40, {"a1", "a2", "b1"});
  lines.push_back("b2 7:1");
  lines.push_back("b 7:1");
  expect_equals_by_hand(lines, "svm", tree_edges, "hsvm", {}, 1e-12);
}

TEST(Comparison, TrainsWithTheWeightsOfRecords) {
  Records records = read_lines(noisy_lines(40, four));
  const auto plain = run(small_plan(records));
  records.weights.assign(records.size(), 1);
  expect_same(run(small_plan(records)), plain);
  // The first class hardly counts.
  for (std::size_t i = 0; i < records.size(); i += 4) records.weights[i] = 1e-9;
  const auto weighted = run(small_plan(records));
  EXPECT_NE(weighted[0][0].metrics, plain[0][0].metrics);
}

// ---- No leak

// A plan that tunes, with the same splits whatever the records hold.
ComparisonPlan tuned_plan(Records records, std::vector<Split> splits, SeenTaxonomy taxonomy) {
  ComparisonPlan plan = small_plan(std::move(records));
  plan.splits = std::move(splits);
  plan.contenders.front().taxonomy = taxonomy;
  plan.contenders.front().grid = {{{"C", "0.001"}}, {{"C", "1"}}, {{"C", "100"}}};
  plan.tuning.measure = "tree_loss";
  return plan;
}

// Of the test records at even positions of the split, measure by measure.
std::vector<std::vector<double>> even_values(const RunOutcome& outcome) {
  std::vector<std::vector<double>> result;
  for (const auto& [name, values] : outcome.per_instance) {
    if (name == "l_delta" || name == "l_sib" || name == "l_sub" || name == "l01") continue;
    auto& kept = result.emplace_back();
    for (std::size_t i = 0; i < values.size(); i += 2) kept.push_back(values[i]);
  }
  return result;
}

// Changes every second test record of the first split, and expects the other test records of that
// split to be judged as before.
void expect_no_leak(const Words& lines, const Words& others, const std::string& format,
                    SeenTaxonomy taxonomy) {
  const Records records = read_lines(lines, format);
  const std::vector<Split> splits{fold_splits(records, 3, 0).front()};
  Words changed = lines;
  for (std::size_t k = 1; k < splits[0].test.size(); k += 2) {
    changed[splits[0].test[k]] = others[splits[0].test[k]];
  }
  const auto before = run(tuned_plan(records, splits, taxonomy));
  const auto after = run(tuned_plan(read_lines(changed, format), splits, taxonomy));
  EXPECT_EQ(before[0][0].chosen, after[0][0].chosen);
  EXPECT_EQ(even_values(before[0][0]), even_values(after[0][0]));
  EXPECT_NE(before[0][0].metrics, after[0][0].metrics) << "the change should matter somewhere";
}

class Leak : public ::testing::TestWithParam<SeenTaxonomy::Kind> {};

TEST_P(Leak, IsNotFromTheNumbersAndLabelsOfTestRecords) {
  const Words lines = noisy_lines(60, four);
  // Other values, and the labels moved on.
  expect_no_leak(lines, noisy_lines(60, {"a2", "b1", "b2", "a1"}, 9), "svm", {GetParam(), 2});
}

TEST_P(Leak, IsNotFromTheWordsAndLabelsOfTestRecords) {
  const Words lines = noisy_documents(60, four);
  const Words drawn = noisy_documents(60, {"b2", "a1", "a2", "b1"}, 9);
  // Each has the words of the next one, so that labels are wrong whatever the taxonomy.
  Words others;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const std::string& next = drawn[(i + 1) % drawn.size()];
    others.push_back(drawn[i].substr(0, drawn[i].find("\"text\"")) +
                     next.substr(next.find("\"text\"")));
  }
  expect_no_leak(lines, others, "jsonl", {GetParam(), 2});
}

INSTANTIATE_TEST_SUITE_P(OfEveryTaxonomy, Leak,
                         ::testing::Values(SeenTaxonomy::Kind::given, SeenTaxonomy::Kind::random,
                                           SeenTaxonomy::Kind::learned));

// The documents above are too easy to tell with these.
TEST(LeakOfAlignmentAndWeights, IsNotFromTheNumbersAndLabelsOfTestRecords) {
  const Words lines = noisy_lines(60, four), others = noisy_lines(60, {"a2", "b1", "b2", "a1"}, 9);
  expect_no_leak(lines, others, "svm", {SeenTaxonomy::Kind::aligned});
  expect_no_leak(lines, others, "svm", {SeenTaxonomy::Kind::weights, 1, 2});
}

// Scores of the words numbered 0, 1 and 2 by a model of the first four records.
Table scores_after_four(const Words& documents) {
  const Records records = read_lines(documents, "jsonl");
  const std::vector<std::size_t> first{0, 1, 2, 3};
  ThreadPool pool(1);
  Reporter silent;
  const Configured own = configured("hsvm", {});
  const TrainingPart part({records, first}, own.text, own.label_nodes, given(tree_edges), {}, pool);
  TrainContext context{silent, pool, 0};
  const Trained trained = part.train(*own.method, 0, context);
  SparseRows<float> words;
  for (std::uint32_t k = 0; k < 3; ++k) {
    words.push({FeatureNames::first_index + k, 1});
    words.end_row();
  }
  return all_scores(trained.model, words);
}

TEST(TrainingPart, KnowsWordsAndTheirFrequencyFromItsOwnRecordsOnly) {
  Words documents{R"({"labels":["a1"],"text":"red grey red"})", R"({"labels":["a1"],"text":"red"})",
                  R"({"labels":["b1"],"text":"grey green"})",
                  R"({"labels":["b1"],"text":"green"})"};
  const Table alone = scores_after_four(documents);
  documents.insert(documents.end(), 5, R"({"labels":["a1"],"text":"grey blue"})");
  EXPECT_EQ(scores_after_four(documents), alone);
}

TEST(TrainingPart, NeedsTwoClasses) {
  ComparisonPlan plan = small_plan(read_lines({"a1 1:1", "a1 1:2", "a1 2:1", "b1 2:1"}));
  plan.splits = {{{0, 1, 2}, {3}}};
  expect_error([&] { run(plan); }, ErrorKind::input, "one class only, a1");
}

// ---- Threads, taxonomies

TEST(Comparison, DoesNotDependOnTheNumberOfThreads) {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(60, four)));
  plan.contenders.push_back(contender("perceptron", {}, plan.contenders.front().data));
  plan.contenders.front().grid = {{{"C", "0.1"}}, {{"C", "10"}}};
  const auto one = run(plan, nullptr, 1);
  expect_same(run(plan, nullptr, 2), one);  // runs side by side
  expect_same(run(plan, nullptr, 9), one);  // one after the other on all threads
}

TEST(Comparison, JudgesAllInTheGivenTaxonomy) {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(60, four)));
  // It does not look at the taxonomy: its answers are the same, and so must be its numbers.
  plan.contenders.assign(3, contender("svm", {}, plan.contenders.front().data));
  plan.contenders[1].taxonomy = {SeenTaxonomy::Kind::random, 1};
  plan.contenders[2].taxonomy = {SeenTaxonomy::Kind::learned, 1};
  const auto outcomes = run(plan);
  for (std::size_t s = 0; s < 3; ++s) {
    for (const auto& [name, value] : outcomes[0][s].metrics) {
      EXPECT_NEAR(metric(outcomes[1][s], name), value, 1e-12) << name;
      EXPECT_NEAR(metric(outcomes[2][s], name), value, 1e-12) << name;
    }
  }
}

TEST(Comparison, AveragesOverRandomTaxonomies) {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(60, four, 1, 1.5)));
  Contender& random = plan.contenders.front();
  std::vector<RunOutcome> of_count;
  for (std::size_t count = 1; count <= 3; ++count) {
    random.taxonomy = {SeenTaxonomy::Kind::random, count};
    of_count.push_back(run(plan)[0][0]);
    EXPECT_EQ(of_count.back().models, count);
  }
  const auto loss = [&](std::size_t count) { return metric(of_count[count - 1], "tree_loss"); };
  // Losses are multiples of a half over the records: those of the second and of the third alone.
  const auto records = static_cast<double>(plan.splits[0].test.size());
  for (const double alone : {2 * loss(2) - loss(1), 3 * loss(3) - 2 * loss(2)}) {
    EXPECT_NEAR(2 * records * alone, std::round(2 * records * alone), 1e-9);
    EXPECT_GE(alone, 0);
  }
  const auto& values = of_count[2].per_instance;
  for (const auto& [name, instances] : values) {
    EXPECT_NEAR(metric(of_count[2], name),
                std::accumulate(instances.begin(), instances.end(), 0.0) / records, 1e-12)
        << name;
  }
}

// ---- Choosing options

// An RBF kernel of a hopeless width on either side of a good one.
ComparisonPlan plan_with_widths() {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(60, four, 1, 0.5)));
  plan.contenders.front() = contender("hsvm", {{"kernel", "rbf"}}, plan.contenders.front().data);
  plan.contenders.front().grid = {{{"gamma", "1e6"}}, {{"gamma", "0.5"}}, {{"gamma", "1e7"}}};
  return plan;
}

TEST(Tuning, ChoosesTheBestOfTheGrid) {
  for (const std::size_t folds : {0U, 3U}) {
    for (const std::string measure : {"average_precision", "tree_loss", "macro_f1"}) {
      ComparisonPlan plan = plan_with_widths();
      plan.tuning.folds = folds;
      plan.tuning.measure = measure;
      const auto outcomes = run(plan);
      for (const RunOutcome& outcome : outcomes[0]) {
        ASSERT_EQ(outcome.chosen.size(), 1U);
        EXPECT_EQ(setting_text(outcome.chosen[0].second), "gamma=0.5") << measure;
        EXPECT_GT(metric(outcome, "accuracy"), 0.8);
      }
    }
  }
}

TEST(Tuning, TrainsAgainOnTheWholeTrainingPart) {
  ComparisonPlan plan = plan_with_widths();
  const auto tuned = run(plan);
  plan.contenders.front() =
      contender("hsvm", {{"kernel", "rbf"}, {"gamma", "0.5"}}, plan.contenders.front().data);
  const auto fixed = run(plan);
  for (std::size_t s = 0; s < 3; ++s) EXPECT_EQ(tuned[0][s].metrics, fixed[0][s].metrics);
}

TEST(Tuning, TakesGivenDataInstead) {
  ComparisonPlan plan = plan_with_widths();
  auto data = std::make_shared<ComparisonRecords>();
  data->train = plan.contenders.front().data->train;
  data->tune = read_lines(noisy_lines(20, four, 5, 0.5));
  plan.contenders.front().data = data;
  const auto outcomes = run(plan);
  for (const RunOutcome& outcome : outcomes[0]) {
    EXPECT_EQ(setting_text(outcome.chosen[0].second), "gamma=0.5");
  }
}

TEST(Tuning, TakesTheFirstOfEquals) {
  ComparisonPlan plan = plan_with_widths();
  plan.contenders.front().grid = {{{"max_epochs", "1001"}}, {{"max_epochs", "1002"}}};
  EXPECT_EQ(setting_text(run(plan)[0][0].chosen[0].second), "max_epochs=1001");
}

TEST(Tuning, ForEachMeasureReportsTheModelThatWasChosenForIt) {
  ComparisonPlan plan = small_plan(read_lines(noisy_lines(60, four, 3, 1.6)));
  const std::vector<Setting> grid{{{"C", "0.003"}}, {{"C", "0.1"}}, {{"C", "3"}}};
  plan.tuning.for_each_measure = true;
  plan.contenders.front().grid = grid;
  const auto tuned = run(plan);
  plan.contenders.front().grid.clear();
  std::vector<std::vector<std::vector<RunOutcome>>> fixed;
  for (const Setting& setting : grid) {
    plan.contenders.front() = contender("hsvm", {setting.front()}, plan.contenders.front().data);
    fixed.push_back(run(plan));
  }
  std::set<std::string> kinds;
  for (std::size_t s = 0; s < 3; ++s) {
    const RunOutcome& outcome = tuned[0][s];
    ASSERT_EQ(outcome.chosen.size(), outcome.metrics.size());
    for (const auto& [name, setting] : outcome.chosen) {
      kinds.insert(setting_text(setting));
      const auto place = std::find(grid.begin(), grid.end(), setting) - grid.begin();
      const RunOutcome& alone = fixed[static_cast<std::size_t>(place)][0][s];
      EXPECT_EQ(metric(outcome, name), metric(alone, name)) << name;
    }
  }
  EXPECT_GT(kinds.size(), 1U) << "measures should not all want the same";
}

TEST(Tuning, SumsOnlyMeasuresThatAllInnerFoldsHave) {
  // One record has two labels: only the inner folds without it have l01 and what follows from it.
  Words lines = noisy_lines(60, four, 1, 0.5);
  lines[0] = "a1,b2" + lines[0].substr(2);
  for (const std::string measure : {"tree_loss", "symdiff_ancestor_sets", "hierarchical_f1"}) {
    ComparisonPlan plan = plan_with_widths();
    plan.contenders.front().data = data_of(read_lines(lines));
    plan.tuning.folds = 3;
    plan.tuning.measure = measure;
    const auto outcomes = run(plan);
    for (const RunOutcome& outcome : outcomes[0]) {
      EXPECT_EQ(setting_text(outcome.chosen[0].second), "gamma=0.5") << measure;
    }
  }
}

TEST(Tuning, NamesTheMeasuresWhereTheOneAskedForIsNotThere) {
  ComparisonPlan plan = plan_with_widths();
  plan.tuning.measure = "tree_los";
  expect_error([&] { run(plan); }, ErrorKind::usage, "did you mean 'tree_loss'?");
}

}  // namespace
}  // namespace clade::detail::test
