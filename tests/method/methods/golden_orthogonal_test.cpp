// Orthogonal transfer against tests/golden, solved as a cone program.
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

test::Run train_case(const std::string& name, Options options) {
  const json settings = test::golden_case(golden / name)["settings"];
  options.emplace_back("C", settings["C"].dump());
  options.emplace_back("alpha", settings["alpha"].dump());
  return test::train_files("orthogonal", options, golden / name / "data.svm",
                           golden / name / "taxonomy.tsv");
}

class GoldenOrthogonal : public testing::TestWithParam<const char*> {
 protected:
  json case_ = test::golden_case(golden / GetParam());
  const json& expected_ = case_["expected"];

  // Both bounds enclose J*, which is known to ten digits.
  void expect_bounds(const test::Run& run, double relative_gap) const {
    const TrainSummary::Objective& found = *run.trained.summary.objective;
    const double objective = expected_["objective"];
    EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
    EXPECT_LE(found.lower_bound, objective * (1 + 1e-9));
    EXPECT_GE(found.primal, objective * (1 - 1e-9));
    EXPECT_LE(found.primal - found.lower_bound, relative_gap * objective);
  }
  void expect_near(const test::Run& run, const std::filesystem::path& file, const char* scores,
                   double distance) const {
    const auto found =
        test::node_scores(run.trained.model, test::rows_of(file), case_["score_nodes"]);
    const json& wanted = expected_[scores];
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t n = 0; n < found[i].size(); ++n) {
        EXPECT_NEAR(found[i][n], wanted[i][n].get<double>(), distance) << i << " " << n;
      }
    }
  }
};

TEST_P(GoldenOrthogonal, TheSaddlePointAgrees) {
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-8"}});
  expect_bounds(run, 1e-8);
  expect_near(run, golden / GetParam() / "data.svm", "scores", 2e-3);
  expect_near(run, golden / GetParam() / "test.svm", "test_scores", 2e-3);
  const Model& model = run.trained.model;
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json& label = expected_["predicted"][i];
    if (label.is_null()) continue;
    const Prediction best = model.predict<double>(rows.row(i), 1).front();
    EXPECT_EQ(model.label_space().name(best.label), label.get<std::string>()) << i;
  }
}

TEST_P(GoldenOrthogonal, ThePapersAlgorithmAgrees) {
  const double objective = expected_["objective"];
  const test::Run run = train_case(
      GetParam(), {{"solver", "paper"}, {"tolerance", std::to_string(1e-4 * objective)}});
  expect_bounds(run, 1e-4);
  expect_near(run, golden / GetParam() / "data.svm", "scores", 0.05);
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenOrthogonal,
                         testing::Values("a-depth2", "b-inner-labels", "c-depth3-small-alpha",
                                         "d-default-c1"));

TEST(GoldenOrthogonalConvexity, PricesThatAreNotConvexAreRefused) {
  try {
    train_case("e-nonconvex", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("-0.517871"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("auto"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace clade::detail
