// Every topdown-svm case of tests/golden: optima from a general interior-point solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/method/golden_nodes.h"

namespace clade::detail {
namespace {

using test::expect_scores;
using test::json;
using test::node_scores;
using test::Options;

const std::filesystem::path golden = test::golden_folder("topdown-svm");

json read_case(const std::string& name) { return test::golden_case(golden / name); }

test::Run train_case(const std::string& name, Options options) {
  const json settings = read_case(name)["settings"];
  options.emplace_back("C", settings["C"].dump());
  options.emplace_back("bias", settings["bias"].get<bool>() ? "free" : "none");
  options.emplace_back("kernel", settings["kernel"]);
  if (settings.contains("sigma")) options.emplace_back("sigma", settings["sigma"].dump());
  return test::train_files("topdown-svm", options, golden / name / "data.svm",
                           golden / name / "taxonomy.tsv", 1, {});
}

class GoldenTopdownSvm : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTopdownSvm, BoundsEncloseTheObjective) {
  const double objective = read_case(GetParam())["expected"]["objective"];
  for (const char* tolerance : {"1e-2", "1e-4", "1e-6"}) {
    const TrainSummary summary = train_case(GetParam(), {{"tolerance", tolerance}}).trained.summary;
    ASSERT_EQ(summary.stopped, Stop::tolerance) << tolerance;
    EXPECT_LE(summary.objective->lower_bound, objective * (1 + 1e-9)) << tolerance;
    EXPECT_GE(summary.objective->primal, objective * (1 - 1e-9)) << tolerance;
    EXPECT_LE(summary.objective->relative_gap, std::stod(tolerance));
  }
}

TEST_P(GoldenTopdownSvm, ScoresOfNodesAgree) {
  const json golden_case = read_case(GetParam());
  const json& expected = golden_case["expected"];
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-10"}});
  const double objective = expected["objective"];
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-7 * objective);
  if (!expected["bias_unique"].is_null() && !expected["bias_unique"].get<bool>()) return;
  const json& nodes = golden_case["score_nodes"];
  expect_scores(node_scores(run.trained.model, run.data.rows(), nodes), expected["scores"]);
  expect_scores(
      node_scores(run.trained.model, test::rows_of(golden / GetParam() / "test.svm"), nodes),
      expected["test_scores"]);
}

TEST_P(GoldenTopdownSvm, PredictsFromTheRootDown) {
  const json golden_case = read_case(GetParam());
  const json& expected = golden_case["expected"];
  if (!expected["bias_unique"].is_null() && !expected["bias_unique"].get<bool>()) return;
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-10"}});
  const Model& model = run.trained.model;
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json& wanted = expected["predicted"][i];
    const Prediction best = model.predict<double>(rows.row(i), 1).front();
    const NodeId node = model.label_space().node(best.label);
    if (!wanted.is_null()) {
      EXPECT_EQ(model.label_space().taxonomy().name(node), wanted.get<std::string>()) << i;
    }
    // The score of the example's own class is u_min.
    std::vector<double> scores(model.label_space().size());
    model.scores<double>(rows.row(i), scores);
    EXPECT_NEAR(scores[index_of(run.data.labels(i).front())], expected["umin"][i].get<double>(),
                1e-3);
    EXPECT_GE(best.score, -1e-12);
  }
}

// HPSI's sum-to-zero constraint holds without being asked for.
TEST_P(GoldenTopdownSvm, SiblingsSumToZero) {
  const json golden_case = read_case(GetParam());
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-10"}});
  const Taxonomy& taxonomy = run.trained.model.label_space().taxonomy();
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> scores(taxonomy.size());
    run.trained.model.node_scores<double>(rows.row(i), scores);
    for (const NodeId parent : taxonomy.top_down()) {
      double sum = 0, largest = 1;
      for (const NodeId child : taxonomy.children(parent)) {
        sum += scores[index_of(child)];
        largest = std::max(largest, std::abs(scores[index_of(child)]));
      }
      EXPECT_NEAR(sum, 0, 1e-6 * largest) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTopdownSvm, testing::ValuesIn(test::cases_in(golden)),
                         [](const auto& of) { return of.param.substr(0, 1); });

TEST(GoldenTopdownSvmCases, AreAllThere) { EXPECT_EQ(test::cases_in(golden).size(), 7U); }

}  // namespace
}  // namespace clade::detail
