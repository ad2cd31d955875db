// Every topdown-psi case of tests/golden: each convex problem of the sequence was solved by a
// general interior-point solver.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "tests/method/golden_nodes.h"

namespace clade::detail {
namespace {

using test::json;
using test::Options;

const std::filesystem::path golden = test::golden_folder("topdown-psi");

test::Run train_case(const std::string& name, Options options) {
  const json settings = test::golden_case(golden / name)["settings"];
  options.emplace_back("C", settings["C"].dump());
  options.emplace_back("bias", settings["bias"].get<bool>() ? "free" : "none");
  options.emplace_back("kernel", settings["kernel"]);
  options.emplace_back("dc_tolerance", settings["dc_tolerance"].dump());
  if (settings.contains("sigma")) options.emplace_back("sigma", settings["sigma"].dump());
  return test::train_files("topdown-psi", options, golden / name / "data.svm",
                           golden / name / "taxonomy.tsv");
}

class GoldenPsi : public testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(GoldenPsi, EveryConvexProblemAgrees) {
  const auto [name, solver] = GetParam();
  const json expected = test::golden_case(golden / name)["expected"];
  const TrainSummary summary =
      train_case(name, {{"tolerance", "1e-9"}, {"solver", solver}}).trained.summary;
  ASSERT_EQ(summary.convex_problems.size(), expected["objectives"].size());
  for (std::size_t k = 0; k < summary.convex_problems.size(); ++k) {
    const auto& problem = summary.convex_problems[k];
    const double s = expected["objectives"][k], convex = expected["subproblem_objectives"][k];
    EXPECT_NEAR(problem.psi_objective, s, 1e-6 * s) << k;
    EXPECT_NEAR(problem.objective, convex, 1e-7 * convex) << k;
    EXPECT_EQ(problem.wrong, expected["n_negative"][k].get<std::uint64_t>()) << k;
  }
  EXPECT_EQ(summary.kept_problem, expected["best_iteration"].get<std::size_t>());
}

TEST_P(GoldenPsi, ScoresOfNodesAgree) {
  const auto [name, solver] = GetParam();
  const json of_case = test::golden_case(golden / name);
  const json& nodes = of_case["score_nodes"];
  const test::Run run = train_case(name, {{"tolerance", "1e-9"}, {"solver", solver}});
  test::expect_scores(test::node_scores(run.trained.model, run.data.rows(), nodes),
                      of_case["expected"]["scores"]);
  test::expect_scores(
      test::node_scores(run.trained.model, test::rows_of(golden / name / "test.svm"), nodes),
      of_case["expected"]["test_scores"]);
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenPsi,
                         testing::Combine(testing::ValuesIn(test::cases_in(golden)),
                                          testing::Values("fast", "paper")),
                         [](const auto& of) {
                           return std::get<0>(of.param).substr(0, 1) + std::get<1>(of.param);
                         });

TEST(GoldenPsiCases, AreAllThere) { EXPECT_EQ(test::cases_in(golden).size(), 4U); }

}  // namespace
}  // namespace clade::detail
