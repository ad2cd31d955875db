// Orthogonal transfer beyond its golden cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/random.h"
#include "model/model_parts.h"
#include "tests/method/node_weights.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;

// Uneven, with an inner label and an only child.
const std::string tree =
    "root\ta\nroot\tb\nroot\tc\na\ta1\na\ta2\na1\ta11\na1\ta12\na1\ta13\nb\tb1\n";

std::string some_data(int seed, int examples = 42) {
  const std::vector<std::string> names{"a11", "a12", "a13", "a2", "b1", "c", "a1"};
  Random random(static_cast<std::uint64_t>(seed));
  std::string text;
  for (int i = 0; i < examples; ++i) {
    text += names[static_cast<std::size_t>(i) % names.size()];
    for (int j = 1; j <= 6; ++j) {
      const double shift = j == 1 + i % 7 % 4 ? 0.7 : 0;
      text += " " + std::to_string(j) + ":" + std::to_string(random.uniform() - 0.5 + shift);
    }
    text += "\n";
  }
  return text;
}

class Orthogonal : public testing::Test {
 protected:
  test::Run train(Options options, int seed = 3, unsigned threads = 1) const {
    options.insert(options.begin(), {"C", "30"});
    options.insert(options.begin(), {"tolerance", "1e-8"});
    return test::train_files("orthogonal", options, folder_.write("data.svm", some_data(seed)),
                             folder_.write("taxonomy.tsv", tree).string(), threads);
  }
  static double objective(const test::Run& run) { return run.trained.summary.objective->primal; }
  // The message of the error, whose kind must be the one given.
  std::string refusal(const Options& options, ErrorKind kind) const {
    try {
      train(options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "was not refused";
    return "";
  }
  test::TempFolder folder_;
};

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// 1/2 sum_ij K_ij |w_i.w_j| + C/N sum_k xi_k from the model alone.
TEST_F(Orthogonal, TheObjectiveIsThatOfTheNodesWeights) {
  constexpr double alpha = 0.4;
  const test::Run run = train({{"alpha", "0.4"}});
  const Taxonomy& taxonomy = run.labels.taxonomy();
  const auto w = test::node_weights(run);
  double expected = 0;
  for (const NodeId node : taxonomy.top_down()) {
    if (node == taxonomy.root()) continue;
    for (const NodeId above : taxonomy.ancestor_set(node)) {
      if (above == taxonomy.root()) continue;
      // Every node adds 1 to the diagonal of each node of its path.
      expected += 0.5 * product(w[index_of(above)], w[index_of(above)]);
      if (above != node) {
        expected += alpha * std::abs(product(w[index_of(above)], w[index_of(node)]));
      }
    }
  }
  expected += 30.0 * test::mean_sibling_slack(run);
  EXPECT_NEAR(objective(run), expected, 1e-9 * expected);
}

TEST_F(Orthogonal, BothSolversReachTheSameObjective) {
  for (int seed = 1; seed <= 3; ++seed) {
    const test::Run fast = train({}, seed);
    const test::Run paper = train({{"solver", "paper"}, {"tolerance", "3e-3"}}, seed);
    const TrainSummary::Objective& bounds = *paper.trained.summary.objective;
    EXPECT_EQ(paper.trained.summary.stopped, Stop::tolerance);
    EXPECT_LE(bounds.lower_bound, objective(fast));
    EXPECT_GE(bounds.primal, objective(fast) * (1 - 1e-7));
    EXPECT_LE(bounds.primal - bounds.lower_bound, 3e-3);
  }
}

// The price at work: the products that other weights would have are gone.
TEST_F(Orthogonal, WeightsAreAtRightAnglesWithThoseOfAncestors) {
  const Options no_price{{"alpha", "1e-9"}};
  const auto largest = [](const test::Run& run) {
    const Taxonomy& taxonomy = run.labels.taxonomy();
    const auto w = test::node_weights(run);
    double sum = 0;
    for (const NodeId node : taxonomy.top_down()) {
      for (const NodeId above : taxonomy.ancestor_set(node)) {
        if (above == node || above == taxonomy.root()) continue;
        sum += std::abs(product(w[index_of(above)], w[index_of(node)]));
      }
    }
    return sum;
  };
  EXPECT_LT(largest(train({})), 0.5 * largest(train(no_price)));
}

TEST_F(Orthogonal, AlphaIsOneWhereThatIsConvexAndSmallerWhereNot) {
  const test::Run deep = train({});
  const auto alpha_of = [](const test::Run& run) {
    for (const auto& [name, value] : run.trained.model.options()) {
      if (name == "alpha") return value;
    }
    return std::string();
  };
  const double chosen = std::stod(alpha_of(deep));
  EXPECT_GT(chosen, 0.1);
  EXPECT_LT(chosen, 1);
  EXPECT_NEAR(objective(train({{"alpha", alpha_of(deep)}})), objective(deep),
              1e-7 * objective(deep));
  const test::Run shallow =
      test::train_files("orthogonal", {}, folder_.write("s.svm", "a1 1:1\na2 2:1\nb 3:1\n"),
                        folder_.write("s.tsv", "root\ta\nroot\tb\na\ta1\na\ta2\n").string());
  EXPECT_EQ(alpha_of(shallow), "1");
}

TEST_F(Orthogonal, AlphaBeyondConvexityIsRefusedWithOneThatWorks) {
  const std::string message = refusal({{"alpha", "1"}}, ErrorKind::usage);
  const std::size_t at = message.find("; ");
  ASSERT_NE(at, std::string::npos) << message;
  const double works = std::stod(message.substr(at + 2));
  train({{"alpha", std::to_string(works)}});
}

std::string price_table(double between, const std::string& cell = "") {
  const std::vector<std::string> nodes{"a", "b", "c", "a1", "a2", "a11", "a12", "a13", "b1"};
  const std::vector<std::vector<std::size_t>> ancestors{{},     {},     {},     {0}, {0},
                                                        {3, 0}, {3, 0}, {3, 0}, {1}};
  const std::vector<int> sizes{6, 2, 1, 4, 1, 1, 1, 1, 1};
  std::string text;
  for (const std::string& node : nodes) text += "\t" + node;
  text += "\n";
  const auto has = [](const std::vector<std::size_t>& all, std::size_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  for (std::size_t r = 0; r < nodes.size(); ++r) {
    text += nodes[r];
    for (std::size_t c = 0; c < nodes.size(); ++c) {
      const bool related = has(ancestors[r], c) || has(ancestors[c], r);
      std::string value = r == c    ? std::to_string(sizes[r])
                          : related ? std::to_string(between)
                                    : "0";
      if (r == 0 && c == 3 && !cell.empty()) value = cell;
      text += "\t" + value;
    }
    text += "\n";
  }
  return text;
}

TEST_F(Orthogonal, PricesFromAFileAreThoseOfAlpha) {
  const std::string file = folder_.write("K.tsv", price_table(0.4)).string();
  const double expected = objective(train({{"alpha", "0.4"}}));
  const test::Run run = train({{"K", file}});
  EXPECT_NEAR(objective(run), expected, 1e-7 * expected);
  for (const auto& [name, value] : run.trained.model.options()) {
    if (name == "K") {
      EXPECT_EQ(value, "K.tsv");
    }
  }
}

TEST_F(Orthogonal, PricesFromAFileAreChecked) {
  const auto message = [&](const std::string& text) {
    return refusal({{"K", folder_.write("K.tsv", text).string()}}, ErrorKind::input);
  };
  EXPECT_NE(message(price_table(0.4, "0.5")).find("symmetric"), std::string::npos);
  EXPECT_NE(message(price_table(0.4, "-1")).find("from 0"), std::string::npos);
  EXPECT_NE(message(price_table(1)).find("smallest eigenvalue"), std::string::npos);
  std::string unrelated = price_table(0.4);
  unrelated.replace(unrelated.find("a\t6\t0"), 5, "a\t6\t3");
  EXPECT_NE(message(unrelated).find("neither node is an ancestor"), std::string::npos);
  EXPECT_NE(message("\ta\na\t1\n").find("expected a column"), std::string::npos);
}

TEST_F(Orthogonal, KernelsOfDegreeOneAreLinear) {
  for (const char* bias : {"none", "feature", "free"}) {
    const Options poly{
        {"kernel", "poly"}, {"degree", "1"}, {"gamma", "1"}, {"coef0", "0"}, {"bias", bias}};
    const test::Run linear = train({{"bias", bias}}), kernel = train(poly);
    EXPECT_NEAR(objective(kernel), objective(linear), 1e-6 * objective(linear)) << bias;
    const auto a = test::all_scores(linear.trained.model, linear.data.rows());
    const auto b = test::all_scores(kernel.trained.model, kernel.data.rows());
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t c = 0; c < a[i].size(); ++c) EXPECT_NEAR(a[i][c], b[i][c], 2e-3) << bias;
    }
  }
}

TEST_F(Orthogonal, AKernelThatIsNotLinearIsCertified) {
  const test::Run run = train({{"kernel", "rbf"}, {"gamma", "0.5"}, {"tolerance", "1e-5"}});
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
  EXPECT_LE(run.trained.summary.objective->relative_gap, 1e-5);
}

TEST_F(Orthogonal, ThreadsDoNotChangeTheModel) {
  for (const char* solver : {"fast", "paper"}) {
    const Options options{{"solver", solver}, {"tolerance", "0.01"}};
    const test::Run one = train(options, 3, 1), three = train(options, 3, 3);
    one.trained.model.save(folder_.path() / "one.clade");
    three.trained.model.save(folder_.path() / "three.clade");
    const MappedFile first(folder_.path() / "one.clade"), second(folder_.path() / "three.clade");
    EXPECT_EQ(first.text(), second.text()) << solver;
  }
}

TEST_F(Orthogonal, AnInnerLabelTrainsItsPathAndIsNeverGuessed) {
  const test::Run run = train({});
  ASSERT_EQ(run.labels.mode(), LabelNodes::path);
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Prediction best = run.trained.model.predict<double>(rows.row(i), 1).front();
    EXPECT_NE(run.labels.name(best.label), "a1");
  }
}

TEST_F(Orthogonal, ARunThatEndsEarlySaysSoWithItsBounds) {
  for (const char* solver : {"fast", "paper"}) {
    const test::Run run = train({{"solver", solver}, {"max_epochs", "2"}});
    EXPECT_EQ(run.trained.summary.stopped, Stop::max_epochs);
    const TrainSummary::Objective& bounds = *run.trained.summary.objective;
    const double best = objective(train({}));
    EXPECT_LE(bounds.lower_bound, best);
    EXPECT_GE(bounds.primal, best);
  }
}

TEST_F(Orthogonal, WhatItCannotLearnFromIsRefused) {
  const auto train_on = [&](const std::string& data, const std::string& taxonomy) {
    return test::train_files("orthogonal", {}, folder_.write("d.svm", data),
                             folder_.write("t.tsv", taxonomy).string());
  };
  EXPECT_THROW(train_on("a1,b 1:1\nb 2:1\n", "root\ta\nroot\tb\na\ta1\n"), Error);
  EXPECT_THROW(train_on("x 1:1\nb 2:1\n", "root\ta\nroot\tb\na\tx\nb\tx\n"), Error);
}

TEST_F(Orthogonal, OptionsThatDoNotGoTogetherAreRefused) {
  const auto check = [](const Options& options) {
    const auto method = make_method("orthogonal");
    test::set_options(*method, options);
    method->check_parameters();
  };
  check({{"alpha", "0.5"}});
  EXPECT_THROW(check({{"alpha", "0"}}), Error);
  EXPECT_THROW(check({{"alpha", "-1"}}), Error);
  EXPECT_THROW(check({{"alpha", "0.5"}, {"K", "K.tsv"}}), Error);
  EXPECT_THROW(check({{"C", "inf"}}), Error);
  EXPECT_THROW(check({{"solver", "paper"}, {"kernel", "rbf"}}), Error);
  EXPECT_THROW(check({{"solver", "paper"}, {"bias", "free"}}), Error);
  EXPECT_THROW(check({{"solver", "paper"}, {"paper_step", "all"}}), Error);
}

TEST_F(Orthogonal, CCanBeChosenByCrossValidation) {
  const test::Run run = train({{"C", "auto"}, {"tolerance", "1e-5"}});
  double chosen = 0;
  for (const auto& [name, value] : run.trained.model.options()) {
    if (name == "C") chosen = std::stod(value);
  }
  EXPECT_GT(chosen, 0);
  const test::Run given = train({{"C", std::to_string(chosen)}, {"tolerance", "1e-5"}});
  EXPECT_NEAR(objective(run), objective(given), 2e-5 * objective(given));
}

TEST_F(Orthogonal, AModelCannotBeUpdated) {
  const test::Run run = train({});
  EXPECT_THROW(method_of(run.trained.model)->check_update(run.trained.model), Error);
}

}  // namespace
}  // namespace clade::detail
