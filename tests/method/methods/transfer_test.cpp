// Transfer and treeloss beyond their golden cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "taxonomy/loss.h"
#include "tests/method/node_weights.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;

// Uneven, with an inner label and an only child.
const std::string tree =
    "root\ta\nroot\tb\nroot\tc\na\ta1\na\ta2\na1\ta11\na1\ta12\na1\ta13\nb\tb1\n";

std::string some_data() {
  const std::vector<std::string> names{"a11", "a12", "a13", "a2", "b1", "c", "a1"};
  Random random(3);
  std::string text;
  for (int i = 0; i < 42; ++i) {
    text += names[static_cast<std::size_t>(i) % names.size()];
    for (int j = 1; j <= 4; ++j) {
      text += " " + std::to_string(j) + ":" + std::to_string(random.uniform() - 0.5);
    }
    text += "\n";
  }
  return text;
}

class Transfer : public testing::Test {
 protected:
  test::Run train(const std::string& method, Options options) const {
    options.emplace_back("tolerance", "1e-9");
    options.emplace_back("C", "30");
    return test::train_files(method, options, folder_.write("data.svm", some_data()),
                             folder_.write("taxonomy.tsv", tree).string());
  }
  test::TempFolder folder_;
};

// 1/2 sum_i (||w_i||^2 + sum over children ||w_i - w_j||^2) + C/N sum_k xi_k from the model alone.
TEST_F(Transfer, TheObjectiveIsThatOfTheNodesWeights) {
  const test::Run run = train("transfer", {});
  const Taxonomy& taxonomy = run.labels.taxonomy();
  const auto w = test::node_weights(run);
  double objective = 0;
  for (const NodeId node : taxonomy.top_down()) {
    if (node == taxonomy.root()) continue;
    for (std::size_t j = 0; j < w[index_of(node)].size(); ++j) {
      const double own = w[index_of(node)][j];
      objective += 0.5 * own * own;
      for (const NodeId child : taxonomy.children(node)) {
        const double d = own - w[index_of(child)][j];
        objective += 0.5 * d * d;
      }
    }
  }
  objective += 30.0 * test::mean_sibling_slack(run);
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-6 * objective);
}

TEST_F(Transfer, AnInnerLabelTrainsItsPathAndIsNeverGuessed) {
  for (const std::string method : {"transfer", "treeloss"}) {
    Options options;
    if (method == "treeloss") options.emplace_back("candidates", "leaves");
    const test::Run run = train(method, options);
    ASSERT_EQ(run.labels.mode(), LabelNodes::path);
    const auto& rows = std::get<SparseRows<double>>(run.data.rows());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Prediction best = run.trained.model.predict<double>(rows.row(i), 1).front();
      EXPECT_NE(run.labels.name(best.label), "a1") << method;
    }
  }
}

TEST_F(Transfer, KernelsOfDegreeOneAreLinear) {
  for (const char* bias : {"none", "feature", "free"}) {
    const Options poly{
        {"kernel", "poly"}, {"degree", "1"}, {"gamma", "1"}, {"coef0", "0"}, {"bias", bias}};
    for (const std::string method : {"transfer", "treeloss"}) {
      // The steps towards biases of whole paths are slow.
      if (method == "treeloss" && std::string(bias) == "free") continue;
      const test::Run linear = train(method, {{"bias", bias}}), kernel = train(method, poly);
      const double objective = linear.trained.summary.objective->primal;
      EXPECT_NEAR(kernel.trained.summary.objective->primal, objective, 1e-6 * objective);
      const auto a = test::all_scores(linear.trained.model, linear.data.rows());
      const auto b = test::all_scores(kernel.trained.model, kernel.data.rows());
      for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t c = 0; c < a[i].size(); ++c) {
          EXPECT_NEAR(a[i][c], b[i][c], 2e-3) << method << bias;
        }
      }
    }
  }
}

TEST_F(Transfer, TheWorseCandidatesOfTreelossCostMore) {
  const double all = train("treeloss", {}).trained.summary.objective->primal;
  const double leaves =
      train("treeloss", {{"candidates", "leaves"}}).trained.summary.objective->primal;
  EXPECT_GT(all, leaves * (1 + 1e-6));
}

// Orthogonal Eq. 2: the best of every node but the root. The objective is counted from the scores.
TEST_F(Transfer, TreelossAnswersWithAnyNodeButTheRoot) {
  const test::Run run = train("treeloss", {});
  const LabelSpace& labels = run.trained.model.label_space();
  ASSERT_EQ(labels.mode(), LabelNodes::all);
  EXPECT_FALSE(labels.is_predictable(labels.find("root").value()));
  EXPECT_TRUE(labels.is_predictable(labels.find("a1").value()));
  const auto loss = make_loss("tree", labels.taxonomy(), labels.classes());
  const auto scores = test::all_scores(run.trained.model, run.data.rows());
  double slack = 0;
  std::size_t inner = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const ClassId own = run.data.labels(i).front();
    double largest = 0;
    ClassId best = own;
    for (std::size_t c = 0; c < scores[i].size(); ++c) {
      const auto rival = static_cast<ClassId>(c);
      if (labels.name(rival) == "root") continue;
      if (scores[i][c] > scores[i][index_of(best)]) best = rival;
      if (rival == own) continue;
      const double margin = scores[i][index_of(own)] - scores[i][c];
      largest = std::max(largest, (*loss)(labels.node(own), labels.node(rival)) * (1 - margin));
    }
    slack += largest;
    const auto& rows = std::get<SparseRows<double>>(run.data.rows());
    const Prediction answer = run.trained.model.predict<double>(rows.row(i), 1).front();
    EXPECT_EQ(answer.label, best) << i;
    inner += labels.name(answer.label) == "a1" ? 1U : 0U;
  }
  EXPECT_GT(inner, 0U);
  EXPECT_NEAR(run.trained.summary.objective->mean_slack, slack / static_cast<double>(scores.size()),
              1e-5);
}

TEST_F(Transfer, TreelossRefusesADagForWhatItIs) {
  const auto data = folder_.write("dag.svm", "c 1:1\nb 1:-1\n");
  const auto dag = folder_.write("dag.tsv", "root\ta\nroot\tb\na\tc\nb\tc\nb\td\n").string();
  try {
    test::train_files("treeloss", {}, data, dag);
    ADD_FAILURE() << "nothing was wrong";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    const std::string message = error.what();
    EXPECT_NE(message.find("'c' has several parents"), std::string::npos) << message;
    EXPECT_EQ(message.find("from the root down"), std::string::npos) << message;
  }
}

TEST_F(Transfer, TreelossRefusesTheRootAsALabel) {
  const auto data = folder_.write("roots.svm", "a 1:1\nroot 1:-1\n");
  const auto file = folder_.write("taxonomy.tsv", tree).string();
  EXPECT_THROW(test::train_files("treeloss", {}, data, file), Error);
}

TEST_F(Transfer, AModelCannotBeUpdatedButThatOfTreelossCan) {
  const test::Run transfer = train("transfer", {}), treeloss = train("treeloss", {});
  EXPECT_THROW(method_of(transfer.trained.model)->check_update(transfer.trained.model), Error);
  method_of(treeloss.trained.model)->check_update(treeloss.trained.model);
}

}  // namespace
}  // namespace clade::detail
