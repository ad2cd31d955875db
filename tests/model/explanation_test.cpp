#include "clade/explanation.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;
using test::train_files;
using ::testing::HasSubstr;

double sum_of(const std::vector<FeatureShare>& shares) {
  double sum = 0;
  for (const FeatureShare& share : shares) sum += share.share;
  return sum;
}

void expect_sums(const ClassExplanation& explained, const std::string& what) {
  double shares = 0;
  for (const NodeShare& node : explained.nodes) {
    shares += node.share;
    EXPECT_NEAR(sum_of(node.features), node.amount, 1e-9) << what << ' ' << node.node;
    for (std::size_t k = 1; k < node.features.size(); ++k) {
      EXPECT_GE(std::abs(node.features[k - 1].share), std::abs(node.features[k].share)) << what;
    }
  }
  EXPECT_NEAR(shares, explained.score, 1e-6 * std::max(1.0, std::abs(explained.score))) << what;
}

// Scores are in single precision.
double rounding(const Explanation& e) {
  return 1e-6 * (1 + std::abs(e.answer.score) + std::abs(e.runner_up->score));
}

class Explaining : public ::testing::Test {
 protected:
  Explaining() {
    Random random(4);
    for (int i = 0; i < 40; ++i) {
      text_ += std::array{"a1", "a2", "b1", "c"}[random.below(4)];
      for (int j = 1; j <= 6; ++j) text_ += fmt::format(" {}:{:.4f}", j, random.normal());
      text_ += '\n';
    }
    data_ = folder_.write("data.svm", text_);
    tree_ = folder_.write("t.tsv", "r\ta\nr\tb\nr\tc\na\ta1\na\ta2\nb\tb1\n").string();
    dag_ = folder_.write("dag.tsv", "r\ta\nr\tb\nr\tc\na\ta1\na\ta2\nb\tb1\nb\ta2\n").string();
  }

  // Explains every training example, and an empty one.
  void expect_explained(const std::string& method, const Options& options,
                        const std::string& taxonomy) const {
    const test::Run run = train_files(method, options, data_, taxonomy);
    const Model& model = run.trained.model;
    const auto check = [&]<class Real>(const SparseRows<Real>& rows) {
      for (std::size_t i = 0; i <= rows.size(); ++i) {
        const BasicSparseRow<Real> row = i < rows.size() ? rows.row(i) : BasicSparseRow<Real>();
        const std::string what = fmt::format("{} {}", method, i);
        const Explanation e = explain(model, row);
        const auto best = model.predict(row, 2);
        EXPECT_EQ(e.answer.label, best[0].label) << what;
        EXPECT_EQ(e.runner_up->label, best[1].label) << what;
        expect_sums(e.answer, what);
        expect_sums(*e.runner_up, what);
        EXPECT_NEAR(sum_of(e.difference), e.lead, 1e-9) << what;
        if (model.decoding() == Decoding::best_class) {
          EXPECT_NEAR(e.lead, best[0].score - best[1].score, rounding(e)) << what;
        }
      }
    };
    std::visit(check, run.data.rows());
  }

  test::TempFolder folder_;
  std::string text_, tree_, dag_;
  std::filesystem::path data_;
};

TEST_F(Explaining, SharesSumToTheScoresOfEveryMethod) {
  expect_explained("clade", {{"kernel", "linear"}}, tree_);
  for (const char* method : {"hsvm", "svm", "perceptron", "hieron", "dnc", "topdown-svm",
                             "topdown-psi", "transfer", "treeloss", "orthogonal"}) {
    expect_explained(method, {}, tree_);
  }
}

TEST_F(Explaining, SharesSumToTheScoresOfOtherForms) {
  expect_explained("hsvm", {{"bias", "free"}, {"precision", "double"}}, tree_);
  expect_explained("hsvm", {{"bias", "feature"}, {"attributes", "normalized"}}, dag_);
  expect_explained("hsvm", {{"attributes", "depth+root"}, {"constraints", "binary"}}, dag_);
  expect_explained("topdown-svm", {{"bias", "none"}}, tree_);
  expect_explained("svm", {}, "");
}

TEST_F(Explaining, AttributesTellTheNodesOfThePath) {
  const test::Run run = train_files("hsvm", {}, data_, tree_);
  const auto& rows = std::get<SparseRows<float>>(run.data.rows());
  const Explanation e = explain(run.trained.model, rows.row(0));
  const auto path = run.labels.path(e.answer.label);
  ASSERT_EQ(e.answer.nodes.size(), path.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    EXPECT_EQ(e.answer.nodes[k].node, path[k]);
    EXPECT_EQ(e.answer.nodes[k].rival, "");
  }
}

TEST_F(Explaining, FromTheRootTheWeakestMarginIsTheScore) {
  const test::Run run = train_files("topdown-svm", {}, data_, tree_);
  const auto& rows = std::get<SparseRows<float>>(run.data.rows());
  bool has_only_child = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Explanation e = explain(run.trained.model, rows.row(i));
    for (const NodeShare& node : e.answer.nodes) {
      if (node.node == "b1") {
        has_only_child = true;
        EXPECT_EQ(node.rival, "");
        EXPECT_EQ(node.share, 0);
        continue;
      }
      EXPECT_NE(node.rival, "");
      EXPECT_GE(node.amount, e.answer.score - 1e-6);
    }
  }
  EXPECT_TRUE(has_only_child);
}

TEST_F(Explaining, UnknownFeaturesHaveNoShare) {
  const test::Run run = train_files("hsvm", {{"bias", "feature"}}, data_, tree_);
  const std::vector<Feature> row{{2, 1.0F}, {99, 5.0F}};
  const Explanation e = explain<float>(run.trained.model, row);
  for (const NodeShare& node : e.answer.nodes) {
    for (const FeatureShare& share : node.features) {
      EXPECT_TRUE(share.feature == 0 || share.feature == 2) << share.feature;
    }
  }
}

TEST_F(Explaining, KernelsAreRefused) {
  const test::Run run = train_files("hsvm", {{"kernel", "rbf"}}, data_, tree_);
  const std::vector<Feature> row{{2, 1.0F}};
  try {
    explain<float>(run.trained.model, row);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("the model has the kernel rbf"));
  }
}

}  // namespace
}  // namespace clade::detail
