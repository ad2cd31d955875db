// Batch methods with kernels: the same as without where the kernel is linear, and certified always.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model_parts.h"
#include "tests/method/kernel_support.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::expect_near;
using test::joined;
using test::kernel_lines;
using test::option_of;
using test::Options;
using test::own_scores;
using test::train_files;

const Options exact{{"tolerance", "1e-13"}, {"precision", "double"}, {"C", "0.3"}};
const Options poly_one{{"kernel", "poly"}, {"degree", "1"}, {"coef0", "0"}, {"gamma", "1"}};

class KernelTraining : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    return folder_.write(name, text).string();
  }
  const test::TempFolder folder_;
  const std::string tree_ = file("tree.tsv", test::small_tree);
  const std::string dag_ = file("dag.tsv", test::small_dag);
  const std::string lines_ = kernel_lines(1, 40);
  const std::string data_ = file("data.svm", lines_);
  const std::string several_ = file("several.svm", kernel_lines(2, 30, true));
};

const std::vector<Options> formulations{{},
                                        {{"slack_power", "2"}},
                                        {{"slack", "pair"}},
                                        {{"constraints", "binary"}},
                                        {{"constraints", "binary"}, {"slack_power", "2"}},
                                        {{"flat", "true"}}};

TEST_F(KernelTraining, APolynomialOfDegreeOneIsLinear) {
  for (const Options& formulation : formulations) {
    for (const std::string bias : {"none", "feature"}) {
      const Options options = joined(joined(exact, formulation), {{"bias", bias}});
      const test::Run linear = train_files("hsvm", options, data_, tree_);
      const test::Run kernel = train_files("hsvm", joined(options, poly_one), data_, tree_);
      EXPECT_EQ(kernel.trained.summary.stopped, Stop::tolerance);
      // A gap of 1e-13 leaves the weights that much room.
      expect_near(own_scores(kernel), own_scores(linear), 1e-5);
      EXPECT_NEAR(kernel.trained.summary.objective->primal,
                  linear.trained.summary.objective->primal, 1e-9);
    }
  }
}

TEST_F(KernelTraining, FreeBiasesAreThoseOfLinearTraining) {
  for (const Options& formulation : formulations) {
    const Options options =
        joined(joined(exact, formulation), {{"bias", "free"}, {"tolerance", "1e-9"}, {"C", "0.1"}});
    const test::Run linear = train_files("hsvm", options, data_, tree_);
    const test::Run kernel = train_files("hsvm", joined(options, poly_one), data_, tree_);
    EXPECT_EQ(linear.trained.summary.stopped, Stop::tolerance);
    EXPECT_EQ(kernel.trained.summary.stopped, Stop::tolerance);
    EXPECT_NEAR(kernel.trained.summary.objective->primal, linear.trained.summary.objective->primal,
                1e-8 * linear.trained.summary.objective->primal);
    expect_near(own_scores(kernel), own_scores(linear), 1e-3);
  }
}

TEST_F(KernelTraining, APrecomputedKernelIsTaken) {
  const std::string others = kernel_lines(9, 15);
  const auto gram = file("gram.svm", test::gram_lines(lines_, lines_));
  const auto gram_of_others = file("others-gram.svm", test::gram_lines(others, lines_));
  for (const std::string bias : {"none", "feature"}) {
    const Options options = joined(exact, {{"bias", bias}});
    const test::Run linear = train_files("hsvm", options, data_, tree_);
    const test::Run kernel =
        train_files("hsvm", joined(options, {{"kernel", "precomputed"}}), gram, tree_);
    expect_near(own_scores(kernel), own_scores(linear), 1e-6);
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> plain{file("others.svm", others)},
        compared{gram_of_others};
    expect_near(test::all_scores(kernel.trained.model,
                                 read_records(compared, {"", Precision::double_}, pool).rows),
                test::all_scores(linear.trained.model,
                                 read_records(plain, {"", Precision::double_}, pool).rows),
                1e-6);
  }
}

// Rows with features that training did not have: far away, so all kernels are small.
TEST_F(KernelTraining, UnknownFeaturesMakeARowMoreDistant) {
  const test::Run run = train_files("hsvm", {{"kernel", "rbf"}, {"gamma", "0.5"}}, data_, tree_);
  const std::vector<Feature> known{{1, 0.5F}}, far{{1, 0.5F}, {77, 6.0F}};
  Scorer scorer(run.trained.model);
  EXPECT_EQ(scorer.score(SparseRow(known)), 0U);
  const std::vector<double> near_scores(scorer.class_scores().begin(), scorer.class_scores().end());
  EXPECT_EQ(scorer.score(SparseRow(far)), 1U);
  const std::span<const double> far_scores = scorer.class_scores();
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_GT(std::abs(near_scores[c]), 1e-3);
    EXPECT_NEAR(far_scores[c], near_scores[c] * std::exp(-0.5 * 36), 1e-6);
  }
}

double brute_force_median(const test::Run& run) {
  std::vector<double> distances;
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      bool share = false;
      for (const ClassId a : run.data.labels(i)) {
        for (const ClassId b : run.data.labels(j)) share = share || a == b;
      }
      if (share) continue;
      double squared = 0;
      for (std::size_t f = 0; f < 5; ++f) {
        squared += std::pow(rows.row(i)[f].value - rows.row(j)[f].value, 2);
      }
      distances.push_back(std::sqrt(squared));
    }
  }
  std::sort(distances.begin(), distances.end());
  const std::size_t half = distances.size() / 2;
  return distances.size() % 2 == 1 ? distances[half]
                                   : 0.5 * (distances[half - 1] + distances[half]);
}

TEST_F(KernelTraining, MedianIsThatOfPairsOfDifferentClasses) {
  for (const std::string& data : {data_, several_}) {
    for (const Options& sigma : {Options{}, Options{{"sigma", "median"}}}) {
      const test::Run run = train_files(
          "hsvm", joined({{"kernel", "rbf"}, {"precision", "double"}}, sigma), data, tree_);
      const double expected = 1 / std::pow(brute_force_median(run), 2);
      EXPECT_NEAR(std::stod(option_of(run.trained.model, "gamma")), expected, 1e-9 * expected);
      EXPECT_EQ(option_of(run.trained.model, "sigma"), "auto");
      EXPECT_NEAR(ModelParts(run.trained.model).support()->spec().gamma, expected, 1e-9 * expected);
    }
  }
}

TEST_F(KernelTraining, SigmaIsAnotherWayToSayGamma) {
  const Options rbf{{"kernel", "rbf"}};
  const test::Run by_sigma = train_files("hsvm", joined(rbf, {{"sigma", "2"}}), data_, tree_);
  const test::Run by_gamma = train_files("hsvm", joined(rbf, {{"gamma", "0.25"}}), data_, tree_);
  expect_near(own_scores(by_sigma), own_scores(by_gamma), 0);
  EXPECT_EQ(option_of(by_sigma.trained.model, "gamma"), "0.25");
}

// What the combinations share: the optimum is enclosed, to the tolerance.
void expect_certified(const test::Run& run, const Options& options) {
  const TrainSummary& summary = run.trained.summary;
  std::string text;
  for (const auto& [name, value] : options) text += " --" + name + " " + value;
  EXPECT_EQ(summary.stopped, Stop::tolerance) << text;
  ASSERT_TRUE(summary.objective.has_value());
  EXPECT_LE(summary.objective->relative_gap, 1e-3) << text;
  EXPECT_GE(summary.objective->primal, summary.objective->lower_bound) << text;
  EXPECT_GT(summary.objective->lower_bound, 0) << text;
}

TEST_F(KernelTraining, EveryCombinationRunsToItsTolerance) {
  for (const std::string& taxonomy : {tree_, dag_}) {
    for (const std::string attributes :
         {"depth", "depth+root", "class-depth", "unit", "leaf:0.75"}) {
      std::vector<std::string> losses{"zero-one", "tree", "symdiff", "normalized"};
      if (taxonomy == tree_) losses.insert(losses.end(), {"subtree", "sibling"});
      for (const std::string& loss : losses) {
        for (const std::string slack : {"instance", "pair"}) {
          for (const std::string power : {"1", "2"}) {
            const Options options{{"kernel", "rbf"},          {"gamma", "0.3"},
                                  {"attributes", attributes}, {"slack_power", power},
                                  {"slack", slack},           {"loss", loss}};
            expect_certified(train_files("hsvm", options, several_, taxonomy), options);
          }
        }
      }
    }
  }
}

TEST_F(KernelTraining, EveryKernelAndBiasRunsToItsTolerance) {
  for (const std::string kernel : {"linear", "rbf", "poly"}) {
    for (const std::string bias : {"none", "feature", "free"}) {
      for (const std::string constraints : {"ranking", "binary"}) {
        for (const std::string precision : {"single", "double"}) {
          for (const std::string& taxonomy : {tree_, dag_, std::string()}) {
            const Options options{{"kernel", kernel},
                                  {"bias", bias},
                                  {"constraints", constraints},
                                  {"precision", precision},
                                  {"coef0", "1"},
                                  {"class_weight", "balanced"},
                                  {"C", "0.1"}};
            expect_certified(train_files("hsvm", options, several_, taxonomy), options);
          }
        }
      }
    }
  }
}

TEST_F(KernelTraining, ThreadsDoNotChangeTheModel) {
  const std::string data = file("more.svm", kernel_lines(3, 300));
  for (const std::string bias : {"none", "free"}) {
    const Options options{{"kernel", "rbf"}, {"bias", bias}, {"tolerance", "0.01"}};
    std::vector<test::Scores> scores;
    for (const unsigned threads : {1U, 2U, 4U}) {
      scores.push_back(own_scores(train_files("clade", options, data, tree_, threads)));
    }
    expect_near(scores[1], scores[0], 0);
    expect_near(scores[2], scores[0], 0);
  }
}

TEST_F(KernelTraining, ExamplesWithoutADualAreNotKept) {
  const std::string lines = kernel_lines(4, 60);
  const std::string data = file("some.svm", lines + lines);
  const test::Run run =
      train_files("hsvm", {{"kernel", "rbf"}, {"gamma", "0.05"}, {"C", "0.05"}},
                  file("easy.svm", "A1 1:1\nA1 1:1.1\nA1 1:9\nB1 1:-1\nB1 1:-9\n"), tree_);
  EXPECT_LE(ModelParts(run.trained.model).support()->size(), 5U);
  const test::Run narrow = train_files("hsvm", {{"kernel", "rbf"}, {"gamma", "50"}}, data, tree_);
  EXPECT_EQ(ModelParts(narrow.trained.model).support()->size(), 120U);
}

TEST_F(KernelTraining, RefusesWhatDoesNotGoTogether) {
  const auto refused = [](const std::string& method, const Options& options, const char* part) {
    const auto made = make_method(method);
    test::set_options(*made, options);
    expect_error([&] { made->check_parameters(); }, ErrorKind::usage, part);
  };
  for (const std::string method : {"clade", "hsvm", "svm"}) {
    refused(method, {{"bias", "free"}, {"C", "inf"}}, "`bias`: free biases need a finite C");
  }
  for (const std::string method : {"clade", "hsvm", "svm", "perceptron", "hieron"}) {
    refused(method, {{"kernel", "rbf"}, {"gamma", "1"}, {"sigma", "2"}}, "`sigma`");
    refused(method, {{"kernel", "rbf"}, {"gamma", "1"}, {"sigma", "median"}}, "`sigma`");
  }
}

TEST_F(KernelTraining, RefusesNumbersThatAKernelCannotHave) {
  const auto method = make_method("hsvm");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"gamma", "0"},  {"gamma", "-1"},   {"gamma", "nan"},  {"sigma", "0"},    {"sigma", "mean"},
      {"degree", "0"}, {"degree", "2.5"}, {"degree", "65"},  {"coef0", "inf"},  {"length", "0"},
      {"decay", "0"},  {"decay", "1.1"},  {"cache_mb", "0"}, {"cache_mb", "-1"}};
  for (const auto& [name, value] : wrong) {
    expect_error(
        [&, &name = name, &value = value] {
          test::set_options(*method, {{name, value}});
        },
        ErrorKind::usage, "expected");
  }
  expect_error(
      [&] {
        test::set_options(*method, {{"kernel", "rfb"}});
      },
      ErrorKind::usage, "did you mean 'rbf'");
}

TEST_F(KernelTraining, RefusesATooSmallCache) {
  const Options options{{"kernel", "rbf"}, {"gamma", "1"}, {"cache_mb", "0.001"}};
  for (const std::string method : {"clade", "perceptron", "hieron"}) {
    expect_error([&] { train_files(method, options, data_, tree_); }, ErrorKind::usage,
                 "`cache_mb`: expected 0.01 or more, for 32 rows of the kernel matrix of 40");
  }
}

TEST_F(KernelTraining, RefusesAMatrixThatIsNotOne) {
  const Options options{{"kernel", "precomputed"}};
  for (const std::string method : {"hsvm", "perceptron"}) {
    expect_error(
        [&] { train_files(method, options, file("a.svm", "A 1:1 2:0.5\nB 1:0.4 2:1\n"), ""); },
        ErrorKind::input, "expected a symmetric matrix");
    expect_error([&] { train_files(method, options, file("b.svm", "A 1:1 2:0.5\nB 2:1\n"), ""); },
                 ErrorKind::input, "examples 0 and 1");
    expect_error([&] { train_files(method, options, file("c.svm", "A 1:1\nB 2:1 3:1\n"), ""); },
                 ErrorKind::input, "example 1 has index 3, expected at most 2");
  }
}

TEST_F(KernelTraining, RefusesAMedianOfNothing) {
  const Options options{{"kernel", "rbf"}};
  expect_error([&] { train_files("hsvm", options, file("same.svm", "A 1:1\nB 1:1\n"), ""); },
               ErrorKind::input, "`sigma`");
}

// A kernel that is no inner product (gamma <x,z> + coef0 with coef0 < 0): the run must end.
TEST_F(KernelTraining, AKernelThatIsNoInnerProductDoesNotHang) {
  const Options options{{"kernel", "poly"}, {"coef0", "-20"},      {"degree", "3"},
                        {"C", "1"},         {"max_epochs", "200"}, {"gamma", "1"}};
  const test::Run run = train_files("hsvm", options, data_, tree_);
  for (const auto& scores : own_scores(run)) {
    for (const double score : scores) EXPECT_TRUE(std::isfinite(score));
  }
}

}  // namespace
}  // namespace clade::detail
