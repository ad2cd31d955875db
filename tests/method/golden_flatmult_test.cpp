// The case flatmult of tests/golden: orthogonal Eq. 12 over the leaves.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/training.h"

namespace clade {
namespace {

TEST(GoldenFlatmult, ObjectiveAndScoresAgree) {
  const auto folder =
      std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/orthogonal/i-flatmult";
  const auto golden_case = nlohmann::json::parse(std::ifstream(folder / "case.json"));
  const auto& expected = golden_case["expected"];
  const test::Run run = test::train_files(
      "flatmult", {{"C", golden_case["settings"]["C"].dump()}, {"tolerance", "1e-10"}},
      folder / "data.svm", folder / "taxonomy.tsv");
  const double objective = expected["objective"];
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-7 * objective);
  const auto scores = test::all_scores(run.trained.model, run.data.rows());
  ASSERT_EQ(scores.size(), expected["scores"].size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t c = 0; c < scores[i].size(); ++c) {
      EXPECT_NEAR(scores[i][c], expected["scores"][i][c].get<double>(), 1e-3) << i << " " << c;
    }
  }
}

}  // namespace
}  // namespace clade
