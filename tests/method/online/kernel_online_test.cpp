// Online methods in dual form, with kernels.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model_parts.h"
#include "tests/method/kernel_support.h"

namespace clade::detail {
namespace {

using test::expect_near;
using test::joined;
using test::kernel_lines;
using test::Options;
using test::own_scores;
using test::train_files;

const Options poly_one{{"kernel", "poly"}, {"degree", "1"}, {"gamma", "1"}};

struct Learner {
  std::string method;
  Options options;
};

const std::vector<Learner> learners{{"perceptron", {}},
                                    {"perceptron", {{"update", "averaged"}}},
                                    {"perceptron", {{"update", "minover"}}},
                                    {"perceptron", {{"flat", "true"}, {"order", "random"}}},
                                    {"hieron", {}},
                                    {"hieron", {{"update", "averaged"}, {"epochs", "3"}}}};

class KernelOnline : public testing::Test {
 protected:
  const test::TempFolder folder_;
  const std::string tree_ = folder_.write("tree.tsv", test::small_tree).string();
  const std::string dag_ = folder_.write("dag.tsv", test::small_dag).string();
  const std::string lines_ = kernel_lines(1, 60);
  const std::string data_ = folder_.write("data.svm", lines_).string();
  const std::string several_ = folder_.write("several.svm", kernel_lines(2, 40, true)).string();
};

TEST_F(KernelOnline, APolynomialOfDegreeOneIsThePrimalForm) {
  for (const Learner& learner : learners) {
    for (const std::string bias : {"none", "feature"}) {
      const Options options = joined(learner.options, {{"precision", "double"}, {"bias", bias}});
      for (const std::string& data : {data_, several_}) {
        const test::Run primal = train_files(learner.method, options, data, tree_);
        const test::Run dual = train_files(learner.method, joined(options, poly_one), data, tree_);
        EXPECT_EQ(dual.trained.summary.epochs, primal.trained.summary.epochs);
        EXPECT_EQ(dual.trained.summary.stopped, primal.trained.summary.stopped);
        expect_near(own_scores(dual), own_scores(primal), 1e-8);
      }
    }
  }
}

TEST_F(KernelOnline, APrecomputedKernelIsTaken) {
  const auto gram = folder_.write("gram.svm", test::gram_lines(lines_, lines_)).string();
  for (const Learner& learner : learners) {
    const Options options = joined(learner.options, {{"precision", "double"}});
    const test::Run primal = train_files(learner.method, options, data_, tree_);
    const test::Run dual =
        train_files(learner.method, joined(options, {{"kernel", "precomputed"}}), gram, tree_);
    expect_near(own_scores(dual), own_scores(primal), 1e-8);
  }
}

// Each example is its own direction: any order of classes can be learned.
TEST_F(KernelOnline, ANarrowRbfLearnsEveryExample) {
  for (const Learner& learner : learners) {
    // One pass of hieron is not repeated until it is clean, and a mean may lag behind.
    if (learner.method == "hieron" || learner.options == Options{{"update", "averaged"}}) continue;
    const Options options =
        joined({{"kernel", "rbf"}, {"gamma", "20"}, {"epochs", "200"}}, learner.options);
    for (const std::string& taxonomy : {tree_, dag_}) {
      const test::Run run = train_files(learner.method, options, data_, taxonomy);
      EXPECT_EQ(run.trained.summary.stopped, Stop::clean_epoch);
      const auto scores = own_scores(run);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const auto best = std::max_element(scores[i].begin(), scores[i].end()) - scores[i].begin();
        EXPECT_EQ(static_cast<std::size_t>(best), index_of(run.data.labels(i)[0]));
      }
    }
  }
}

// Only examples that a step was taken on have coefficients.
TEST_F(KernelOnline, KeepsTheExamplesThatItLearnedFrom) {
  const test::Run run = train_files("perceptron", {{"kernel", "rbf"}, {"epochs", "1"}},
                                    folder_
                                        .write("two.svm",
                                               "A1 1:1\nA1 1:1.01\nA1 1:0.99\nB1 2:1\n"
                                               "B1 2:1.01\n")
                                        .string(),
                                    tree_);
  EXPECT_GE(ModelParts(run.trained.model).support()->size(), 1U);
  EXPECT_LE(ModelParts(run.trained.model).support()->size(), 3U);
  EXPECT_EQ(ModelParts(run.trained.model).online(), nullptr) << "nothing can go on from a kernel";
}

struct FirstStep : Reporter {
  void on_update(const OnlineUpdate& update) override {
    if (size == 0) size = update.step_size;
  }
  double size = 0;
};

TEST_F(KernelOnline, WeightsOfExamplesMultiplySteps) {
  std::string fives;
  for (std::size_t i = 0; i < 60; ++i) fives += "5\n";
  const auto weights = folder_.write("weights", fives);
  for (const Learner& learner : learners) {
    for (const Options& form : {Options{}, Options{{"kernel", "rbf"}, {"gamma", "0.3"}}}) {
      const Options options = joined(learner.options, form);
      FirstStep plain, weighted;
      train_files(learner.method, options, data_, tree_, 1, {}, 0, &plain);
      train_files(learner.method, options, data_, tree_, 1, weights, 0, &weighted);
      EXPECT_GT(plain.size, 0);
      EXPECT_DOUBLE_EQ(weighted.size, 5 * plain.size) << learner.method;
    }
  }
}

TEST_F(KernelOnline, ASmallCacheGivesTheSameModel) {
  const auto data = folder_.write("more.svm", kernel_lines(3, 600)).string();
  for (const Learner& learner : learners) {
    const Options options = joined({{"kernel", "rbf"}, {"gamma", "0.2"}}, learner.options);
    const test::Run roomy = train_files(learner.method, options, data, tree_);
    const test::Run tight =
        train_files(learner.method, joined(options, {{"cache_mb", "0.08"}}), data, tree_);
    expect_near(own_scores(tight), own_scores(roomy), 0);
  }
}

}  // namespace
}  // namespace clade::detail
