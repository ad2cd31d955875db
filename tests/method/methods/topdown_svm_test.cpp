#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;

class TopdownSvm : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text).string();
  }
  test::Run train(const std::string& data, const std::string& taxonomy,
                  const Options& options = {}) const {
    return test::train_files("topdown-svm", options, write("data.svm", data),
                             write("taxonomy.tsv", taxonomy));
  }
  ErrorKind kind_of_failure(const std::string& data, const std::string& taxonomy) const {
    try {
      train(data, taxonomy);
    } catch (const Error& error) {
      return error.kind();
    }
    ADD_FAILURE() << "nothing was wrong";
    return ErrorKind::model;
  }

  test::TempFolder folder_;
  const std::string tree_ = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n";
  const std::string data_ =
      "a1 1:1 2:1\na2 1:1 2:-1\nb1 1:-1 2:1\nb2 1:-1 2:-1\na1 1:0.9 2:1.2\nb2 1:-1.1 2:-0.8\n";
};

TEST_F(TopdownSvm, TheScoreOfAClassIsItsSmallestMargin) {
  const test::Run run = train(data_, tree_, {{"tolerance", "1e-6"}});
  const Model& model = run.trained.model;
  const Taxonomy& taxonomy = run.labels.taxonomy();
  std::visit(
      [&]<class Real>(const SparseRows<Real>& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          std::vector<double> f(taxonomy.size()), scores(run.labels.size());
          model.node_scores<Real>(rows.row(i), f);
          model.scores<Real>(rows.row(i), scores);
          const auto at = [&](const char* name) {
            return f[index_of(taxonomy.find(name).value())];
          };
          const double a1 = std::min(at("a") - at("b"), at("a1") - at("a2"));
          EXPECT_NEAR(scores[index_of(run.labels.find("a1").value())], a1, 1e-6);
        }
      },
      run.data.rows());
}

TEST_F(TopdownSvm, ExactlyTheClassOfTheDescentIsAboveZero) {
  const test::Run run = train(data_, tree_);
  for (const auto& scores : test::all_scores(run.trained.model, run.data.rows())) {
    EXPECT_EQ(std::count_if(scores.begin(), scores.end(), [](double s) { return s > 0; }), 1);
  }
}

TEST_F(TopdownSvm, AModelFromAFileDecodesTheSame) {
  const test::Run run = train(data_, tree_);
  const auto file = folder_.path() / "model.clade";
  run.trained.model.save(file);
  const Model loaded = Model::load(file);
  EXPECT_EQ(loaded.decoding(), Decoding::top_down_min_margin);
  EXPECT_EQ(test::all_scores(loaded, run.data.rows()),
            test::all_scores(run.trained.model, run.data.rows()));
}

TEST_F(TopdownSvm, AChainOfOnlyChildrenIsNoComparison) {
  const test::Run run =
      train("x 1:1\ny 1:-1\n", "root\tp\np\tq\nq\tx\nq\ty\n", {{"tolerance", "1e-6"}});
  const auto scores = test::all_scores(run.trained.model, run.data.rows());
  EXPECT_GT(scores[0][index_of(run.labels.find("x").value())], 0.9);
  EXPECT_GT(scores[1][index_of(run.labels.find("y").value())], 0.9);
}

TEST_F(TopdownSvm, RefusesADag) {
  EXPECT_EQ(kind_of_failure("c 1:1\nb 1:-1\n", "root\ta\nroot\tb\na\tc\nb\tc\nb\td\n"),
            ErrorKind::input);
}

TEST_F(TopdownSvm, RefusesSeveralLabels) {
  EXPECT_EQ(kind_of_failure("a1,b1 1:1\nb1 1:-1\n", tree_), ErrorKind::input);
}

TEST_F(TopdownSvm, HasFreeBiasesUnlessToldOtherwise) {
  for (const Parameter& p : make_method("topdown-svm")->parameters()) {
    if (p.name != "bias") continue;
    EXPECT_EQ(p.default_value, "free");
  }
}

}  // namespace
}  // namespace clade::detail
