// The baselines of the orthogonal paper's section 5 in tests/golden, solved by a general
// interior-point solver.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/method/golden_nodes.h"

namespace clade::detail {
namespace {

using test::json;
using test::Options;

const std::filesystem::path golden = test::golden_folder("orthogonal");

test::Run train_case(const std::string& method, const std::string& name, Options options) {
  options.emplace_back("C", test::golden_case(golden / name)["settings"]["C"].dump());
  options.emplace_back("tolerance", "1e-10");
  return test::train_files(method, options, golden / name / "data.svm",
                           golden / name / "taxonomy.tsv");
}

void expect_objective(const test::Run& run, const json& expected) {
  const double objective = expected["objective"];
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-7 * objective);
}

void expect_predictions(const test::Run& run, const json& predicted) {
  const Model& model = run.trained.model;
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (predicted[i].is_null()) continue;
    const Prediction best = model.predict<double>(rows.row(i), 1).front();
    EXPECT_EQ(model.label_space().name(best.label), predicted[i].get<std::string>()) << i;
  }
}

TEST(GoldenFlatmult, ObjectiveAndScoresAgree) {
  const json expected = test::golden_case(golden / "i-flatmult")["expected"];
  const test::Run run = train_case("flatmult", "i-flatmult", {});
  expect_objective(run, expected);
  test::expect_scores(test::all_scores(run.trained.model, run.data.rows()), expected["scores"]);
}

TEST(GoldenTransfer, ObjectiveAndScoresAgree) {
  const json of_case = test::golden_case(golden / "f-transfer");
  const json& expected = of_case["expected"];
  const test::Run run = train_case("transfer", "f-transfer", {});
  expect_objective(run, expected);
  expect_predictions(run, expected["predicted"]);
  const json& nodes = of_case["score_nodes"];
  test::expect_scores(test::node_scores(run.trained.model, run.data.rows(), nodes),
                      expected["scores"]);
  test::expect_scores(
      test::node_scores(run.trained.model, test::rows_of(golden / "f-transfer/test.svm"), nodes),
      expected["test_scores"]);
}

// The score of a node is that of its path. Against leaves these alone are answers.
void expect_treeloss(const std::string& name, const Options& options, bool has_inner_nodes) {
  const json of_case = test::golden_case(golden / name);
  const json& expected = of_case["expected"];
  const test::Run run = train_case("treeloss", name, options);
  expect_objective(run, expected);
  expect_predictions(run, expected["predicted"]);
  const auto scores = test::all_scores(run.trained.model, run.data.rows());
  const LabelSpace& labels = run.trained.model.label_space();
  for (std::size_t n = 0; n < of_case["score_nodes"].size(); ++n) {
    const auto label = labels.find(of_case["score_nodes"][n].get<std::string>());
    ASSERT_TRUE(label || !has_inner_nodes) << of_case["score_nodes"][n];
    if (!label) continue;
    EXPECT_TRUE(labels.is_predictable(*label));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      EXPECT_NEAR(scores[i][index_of(*label)], expected["scores"][i][n].get<double>(), 1e-3);
    }
  }
}

TEST(GoldenTreeloss, AgainstAllNodesAgrees) { expect_treeloss("g-treeloss-all", {}, true); }
TEST(GoldenTreeloss, AgainstLeavesAgrees) {
  expect_treeloss("h-treeloss-leaves", {{"candidates", "leaves"}}, false);
}

}  // namespace
}  // namespace clade::detail
