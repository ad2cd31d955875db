// Evaluation of a trained model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/measure/small_data.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct SmallProblem {
  test::TempFolder folder;
  std::string taxonomy =
      folder.write("taxonomy.tsv", "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n").string();
  std::filesystem::path train = folder.write("train.svm",
                                             "a1 1:1 4:0.2\na2 2:1 4:0.1\nb1 3:1\n"
                                             "a1 1:0.9 2:0.1\na2 2:0.8 3:0.1\nb1 1:0.2 3:0.9\n");

  Records test_records(const std::string& lines) {
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> paths{folder.write("test.svm", lines)};
    return read_records(paths, {}, pool);
  }
};

TEST(EvaluateModel, GivesWhatItsScoresGive) {
  SmallProblem problem;
  const test::Run run = test::train_files("hsvm", {}, problem.train, problem.taxonomy);
  // 'a' is a label that training never had: its class gets no score.
  Records records = problem.test_records("a1 1:1\na2 1:1\nb1 3:1\na 2:1\na2 2:1 3:0.1\n");
  const LabelSpace labels = run.labels.extended(records.label_names);
  ASSERT_EQ(labels.size(), 4U);
  const Dataset data(std::move(records), labels);
  test::Table scores = test::all_scores(run.trained.model, data.rows());
  for (auto& row : scores) row.push_back(-std::numeric_limits<double>::infinity());

  ThreadPool pool(2);
  Evaluation evaluation = evaluate(run.trained.model, labels, data, {}, pool);
  EXPECT_EQ(evaluation.featureless, 0U);
  evaluation.featureless.reset();  // scores alone do not tell
  EXPECT_EQ(evaluation_json(evaluation, labels),
            evaluation_json(test::evaluate_on(1, labels, data, test::with_scores(scores)), labels));
  EXPECT_EQ(evaluation.find("accuracy"), 0.6);
  EXPECT_EQ(evaluation.per_class.back().support, 1U);
  EXPECT_TRUE(evaluation.warnings.empty());
}

TEST(EvaluateModel, UsesTheModelsOwnLabelSetUnlessTold) {
  SmallProblem problem;
  const test::Run run =
      test::train_files("hsvm", {{"constraints", "binary"}}, problem.train, problem.taxonomy);
  ASSERT_EQ(run.trained.model.label_set_rule(), LabelSetRule::sign);
  const Dataset data(problem.test_records("a1 5:1\n"), run.labels);  // every score is 0
  ThreadPool pool(1);
  const Evaluation by_sign = evaluate(run.trained.model, run.labels, data, {}, pool);
  EXPECT_EQ(by_sign.find("symmetric_difference"), 1);
  EvaluateOptions top1;
  top1.label_set = LabelSetRule::top1;
  const Evaluation by_top = evaluate(run.trained.model, run.labels, data, top1, pool);
  EXPECT_EQ(by_top.find("symmetric_difference"), 0);  // the first class wins the tie
}

TEST(EvaluateModel, CountsUnknownFeatures) {
  SmallProblem problem;
  const test::Run run = test::train_files("hsvm", {}, problem.train, problem.taxonomy);
  const Dataset data(problem.test_records("a1 1:1 7:1\na2 2:1 8:1 9:2\n"), run.labels);
  ThreadPool pool(2);
  const Evaluation evaluation = evaluate(run.trained.model, run.labels, data, {}, pool);
  EXPECT_EQ(evaluation.unknown_features, 3U);
  EXPECT_THAT(evaluation.warnings, ElementsAre(HasSubstr("3 feature values were ignored")));
}

TEST(EvaluateModel, RefusesALabelSpaceOfAnotherSize) {
  SmallProblem problem;
  const test::Run run = test::train_files("hsvm", {}, problem.train, problem.taxonomy);
  const LabelSpace other = test::label_space("root\tx\n", {"x"});
  const Dataset data(problem.test_records("x 1:1\n"), other);
  ThreadPool pool(1);
  test::expect_error([&] { evaluate(run.trained.model, other, data, {}, pool); }, ErrorKind::usage,
                     "3 classes");
}

}  // namespace
}  // namespace clade::detail
