// The part of large training that the sizes of problems ask for, on a small one: its scores must be
// those of the usual training.
#include "method/margin/train_large.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "base/random.h"
#include "base/train_context.h"
#include "method/class_constraints.h"
#include "method/training_rows.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

struct Warnings : Reporter {
  void on_warning(std::string_view text) override { texts += text; }
  std::string texts;
};

constexpr int leaves = 12;
constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

std::string tree() {
  std::string text;
  for (int k = 0; k < leaves; ++k) text += fmt::format("n{}\tleaf{}\n", k / 3, k);
  for (int k = 0; k < leaves / 3; ++k) text += fmt::format("root\tn{}\n", k);
  return text;
}

std::string lines() {
  Random random(4);
  std::string text;
  for (int i = 0; i < 150; ++i) {
    const int leaf = static_cast<int>(random.below(leaves));
    text += fmt::format("leaf{}", leaf);
    for (int j = 1; j <= 40; ++j) {
      if (j % leaves == leaf || random.uniform() < 0.1) {
        text += fmt::format(" {}:{:.3f}", j, 0.2 + 0.3 * random.uniform());
      }
    }
    text += "\n";
  }
  return text;
}

MarginDesign design_of(const Dataset& data, const LabelSpace& labels) {
  MarginDesign design;
  design.attributes = make_attributes("depth", labels.taxonomy(), labels.classes());
  design.constraints = ranking_constraints(data, labels, "tree");
  return design;
}

TEST(TrainLarge, GivesTheModelOfTheUsualTraining) {
  const test::TempFolder folder;
  const auto usual =
      test::train_files("hsvm", {{"tolerance", "1e-4"}}, folder.write("data.svm", lines()),
                        folder.write("t.tsv", tree()));
  MarginParams params;
  params.C = 1;
  params.solver.tolerance = 1e-4;
  MarginDesign design = design_of(usual.data, usual.labels);
  Problem<float> problem = problem_of<float>(design, params, usual.data, usual.labels);
  const auto& rows = std::get<SparseRows<float>>(usual.data.rows());
  TrainingRows<float> prepared = training_rows<float>(rows, 0);
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  EXPECT_FALSE(is_large(problem, design, params, false, any_size));  // it fits into memory
  EXPECT_TRUE(is_large(problem, design, params, false, 100));        // and not into so much

  ThreadPool pool(2);
  Warnings reporter;
  TrainContext context{reporter, pool, 0};
  const Trained large = train_large("hsvm", {}, std::move(design), params, std::move(problem),
                                    std::move(prepared.features), usual.labels, context);
  EXPECT_EQ(reporter.texts, "");  // nothing is left out of a small model
  EXPECT_EQ(large.summary.stopped, Stop::tolerance);
  EXPECT_NEAR(large.summary.objective->primal, usual.trained.summary.objective->primal,
              2e-4 * usual.trained.summary.objective->primal);
  const auto expected = test::all_scores(usual.trained.model, usual.data.rows());
  const auto found = test::all_scores(large.model, usual.data.rows());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t c = 0; c < expected[i].size(); ++c) {
      EXPECT_NEAR(found[i][c], expected[i][c], 0.05) << i << " " << c;
    }
  }
}

TEST(TrainLarge, IsForRankingWithTheFastSolver) {
  MarginParams params;
  MarginDesign design;
  Problem<float> problem;
  problem.features = 100'000'000;
  problem.score_map = ScoreMap::identity(100);
  EXPECT_TRUE(is_large(problem, design, params, false, any_size));
  EXPECT_FALSE(is_large(problem, design, params, true, any_size));
  params.solver.solver = SolverKind::paper;
  EXPECT_FALSE(is_large(problem, design, params, false, any_size));
  params.solver.solver = SolverKind::fast;
  design.decoding = Decoding::top_down_min_margin;
  EXPECT_FALSE(is_large(problem, design, params, false, any_size));
}

}  // namespace
}  // namespace clade::detail
