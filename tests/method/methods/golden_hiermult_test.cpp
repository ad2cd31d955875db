// The case hiermult of tests/golden: orthogonal Eq. 12 at every inner node, with C/N of the node.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/training.h"

namespace clade::detail {
namespace {

using nlohmann::json;

const std::filesystem::path folder =
    std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/orthogonal/j-hiermult";

class GoldenHiermult : public testing::Test {
 protected:
  // The scores of the nodes of the case, by name.
  std::map<std::string, double> node_scores(BasicSparseRow<double> row) const {
    const Taxonomy& taxonomy = run.labels.taxonomy();
    std::vector<double> all(taxonomy.size());
    run.trained.model.node_scores<double>(row, all);
    std::map<std::string, double> named;
    for (const json& node : golden["score_nodes"]) {
      const auto name = node.get<std::string>();
      named[name] = all[index_of(taxonomy.find(name).value())];
    }
    return named;
  }
  void expect_scores(const Rows& rows, const json& wanted) const {
    const auto& of = std::get<SparseRows<double>>(rows);
    ASSERT_EQ(of.size(), wanted.size());
    for (std::size_t i = 0; i < of.size(); ++i) {
      const auto scores = node_scores(of.row(i));
      for (std::size_t n = 0; n < wanted[i].size(); ++n) {
        const auto name = golden["score_nodes"][n].get<std::string>();
        EXPECT_NEAR(scores.at(name), wanted[i][n].get<double>(), 1e-3) << i << " " << name;
      }
    }
  }

  const json golden = json::parse(std::ifstream(folder / "case.json"));
  const json& expected = golden["expected"];
  const double C = golden["settings"]["C"];
  const test::Run run =
      test::train_files("hiermult", {{"C", golden["settings"]["C"].dump()}, {"tolerance", "1e-10"}},
                        folder / "data.svm", folder / "taxonomy.tsv");
};

TEST_F(GoldenHiermult, ObjectivesOfTheNodesAddUp) {
  double sum = 0;
  for (const json& node : expected["node_objectives"]) sum += node[2].get<double>();
  EXPECT_NEAR(run.trained.summary.objective->primal, sum, 1e-7 * sum);
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
}

// 1/2 sum_j ||w_j||^2 + C/N sum_i (1 - smallest margin)+ of one node, from the scores alone: the
// weights are those of the unit vectors' scores.
TEST_F(GoldenHiermult, ObjectivesOfEveryNodeAgree) {
  const Taxonomy& taxonomy = run.labels.taxonomy();
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (const json& entry : expected["node_objectives"]) {
    const NodeId node = taxonomy.find(entry[0].get<std::string>()).value();
    double objective = 0;
    for (std::uint32_t j = 1; j <= 5; ++j) {
      const std::vector<BasicFeature<double>> unit{{j, 1.0}};
      const auto weights = node_scores(unit);
      for (const NodeId child : taxonomy.children(node)) {
        const double weight = weights.at(std::string(taxonomy.name(child)));
        objective += 0.5 * weight * weight;
      }
    }
    double slack = 0, count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto path = taxonomy.ancestor_set(run.labels.node(run.data.labels(i).front()));
      const auto at = std::find(path.begin(), path.end(), node);
      if (at == path.end() || at + 1 == path.end()) continue;
      const auto scores = node_scores(rows.row(i));
      double rival = -1e300;
      for (const NodeId child : taxonomy.children(node)) {
        if (child != *(at + 1))
          rival = std::max(rival, scores.at(std::string(taxonomy.name(child))));
      }
      slack += std::max(0.0, 1 - scores.at(std::string(taxonomy.name(*(at + 1)))) + rival);
      ++count;
    }
    EXPECT_EQ(count, entry[1].get<double>());
    const double wanted = entry[2];
    EXPECT_NEAR(objective + C / count * slack, wanted, 1e-6 * wanted) << entry[0];
  }
}

TEST_F(GoldenHiermult, ScoresOfNodesAgree) {
  expect_scores(run.data.rows(), expected["scores"]);
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> test_file{folder / "test.svm"};
  expect_scores(read_records(test_file, {"", Precision::double_}, pool).rows,
                expected["test_scores"]);
}

TEST_F(GoldenHiermult, PredictsFromTheRootDown) {
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (expected["predicted"][i].is_null()) continue;
    const Prediction best = run.trained.model.predict<double>(rows.row(i), 1).front();
    EXPECT_EQ(run.labels.name(best.label), expected["predicted"][i].get<std::string>()) << i;
    EXPECT_EQ(best.score, 0);
  }
}

TEST(Hiermult, UsesInnerLabelsAsTheyAreAndHasNoBase) {
  const auto method = make_method("hiermult");
  EXPECT_EQ(method->traits().default_label_nodes, LabelNodes::path);
  for (const Parameter& p : method->parameters()) {
    EXPECT_NE(p.name, "base");
    EXPECT_TRUE(p.name != "scale_C" || p.default_value == "n");
    EXPECT_TRUE(p.name != "bias" || p.default_value == "none");
  }
}

}  // namespace
}  // namespace clade::detail
