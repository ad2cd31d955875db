#include "method/cost_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/training.h"

namespace clade::detail {
namespace {

// Words by Zipf's law over a tree of two levels, as documents of 100 words.
ProblemSize size_of(double documents, double features, double classes) {
  ProblemSize size;
  size.documents = documents;
  size.values = 100 * documents;
  size.features = features;
  size.classes = classes;
  size.nodes = classes + std::sqrt(classes) + 1;
  double sum = 0;
  for (double rank = 1; rank <= features; ++rank) sum += 1 / rank;
  for (double rank = 1; rank <= features; ++rank) {
    const double frequency = std::min(documents, size.values / rank / sum);
    size.frequencies.push_back(static_cast<std::uint32_t>(std::ceil(frequency)));
  }
  const double groups = std::sqrt(classes);
  size.choices.push_back({documents, groups});
  for (double k = 0; k < groups; ++k) size.choices.push_back({documents / groups, groups});
  return size;
}

CostEstimate cost_of(const char* method, const ProblemSize& size) {
  return estimate_cost(size, make_method(method)->traits());
}

constexpr double gigabyte = 1024.0 * 1024.0 * 1024.0;

TEST(CostEstimate, GrowsWithDocumentsAndClasses) {
  const ProblemSize small = size_of(1000, 10'000, 100);
  for (const MethodEntry& entry : methods()) {
    const CostEstimate one = cost_of(entry.name.data(), small);
    EXPECT_GT(one.seconds, 0) << entry.name;
    EXPECT_GT(one.bytes, 0) << entry.name;
    const CostEstimate more = cost_of(entry.name.data(), size_of(10'000, 10'000, 100));
    EXPECT_GT(more.seconds, 3 * one.seconds) << entry.name;
    EXPECT_GE(more.bytes, one.bytes) << entry.name;
    EXPECT_GT(cost_of(entry.name.data(), size_of(1000, 10'000, 1000)).seconds, one.seconds)
        << entry.name;
  }
}

TEST(CostEstimate, DenseWeightsAreFeaturesTimesUnits) {
  const ProblemSize size = size_of(2000, 50'000, 1000);
  const double weights = 50'000 * 1040.0 * 4;
  const double bytes = cost_of("hsvm", size).bytes;
  EXPECT_GT(bytes, weights);
  EXPECT_LT(bytes, 1.1 * weights);
}

TEST(CostEstimate, LargeRankingProblemsAreSolvedInBoundedMemory) {
  const double some = cost_of("hsvm", size_of(20'000, 300'000, 20'000)).bytes;
  const double all = cost_of("hsvm", size_of(400'000, 300'000, 20'000)).bytes;
  EXPECT_LT(some, all);
  EXPECT_LT(all, 10 * gigabyte);
}

// What the solver of large problems does not take has its weights in blocks of units.
TEST(CostEstimate, KnowsWhichLargeProblemsAreNotSolvedInBoundedMemory) {
  const ProblemSize size = size_of(400'000, 300'000, 20'000);
  const auto bytes_with = [&](const char* option, const char* value) {
    const auto method = make_method("hsvm");
    for (const Parameter& p : method->parameters()) {
      if (p.name == option) p.set(value);
    }
    return estimate_cost(size, method->traits()).bytes;
  };
  const double hybrid = bytes_with("C", "1"), blocks = bytes_with("C", "inf");
  ASSERT_GT(blocks, 2 * hybrid);
  EXPECT_EQ(bytes_with("slack", "pair"), blocks);
  EXPECT_EQ(bytes_with("bias", "feature"), blocks);
  EXPECT_EQ(bytes_with("bias", "free"), blocks);
  EXPECT_EQ(bytes_with("constraints", "binary"), blocks);
  EXPECT_EQ(bytes_with("solver", "paper"), blocks);
  EXPECT_EQ(bytes_with("slack_power", "2"), hybrid);
}

TEST(CostEstimate, LargeWeightsOfOtherMethodsGrowWithTheDocumentsAndNotBeyondDenseOnes) {
  const ProblemSize some = size_of(20'000, 300'000, 20'000);
  const ProblemSize all = size_of(400'000, 300'000, 20'000);
  const double dense = 300'000.0 * all.nodes * 4.75;
  for (const char* method : {"topdown-svm", "perceptron"}) {
    EXPECT_LT(cost_of(method, some).bytes, 0.5 * cost_of(method, all).bytes) << method;
    EXPECT_LT(cost_of(method, all).bytes, 1.2 * dense) << method;
  }
}

TEST(CostEstimate, GoingNodeByNodeIsCheaperForManyClasses) {
  const ProblemSize size = size_of(100'000, 200'000, 10'000);
  const CostEstimate joint = cost_of("hsvm", size), nodes = cost_of("dnc", size);
  EXPECT_LT(nodes.bytes, joint.bytes);
  EXPECT_LT(nodes.seconds, 0.2 * joint.seconds);
}

TEST(CostEstimate, RowsOfAPackTakeNoMemory) {
  ProblemSize size = size_of(100'000, 10'000, 10);
  const double copied = cost_of("hsvm", size).bytes;
  size.is_numbered = true;
  EXPECT_NEAR(copied - cost_of("hsvm", size).bytes, size.values * 8, 1e6);
}

TEST(CostEstimate, KernelsStayWithinTheirCache) {
  const ProblemSize size = size_of(100'000, 1000, 10);
  MethodTraits traits = make_method("hsvm")->traits();
  traits.kernel = KernelKind::rbf;
  traits.kernel_cache_mb = 1024;
  const double bytes = estimate_cost(size, traits).bytes;
  EXPECT_GT(bytes, gigabyte);
  EXPECT_LT(bytes, 1.2 * gigabyte);
  EXPECT_GT(estimate_cost(size, traits).seconds, cost_of("hsvm", size).seconds);
}

TEST(CostEstimate, KernelsTakeTheirMatrixAndWorkingSetsWhereTheCacheIsNotSet) {
  const ProblemSize size = size_of(4000, 1000, 10);
  MethodTraits traits = make_method("hsvm")->traits();
  traits.kernel = KernelKind::rbf;
  const double bytes = estimate_cost(size, traits).bytes, matrix = 4000.0 * 4000 * 4;
  EXPECT_GT(bytes, matrix);
  traits.kernel_cache_mb = 1.6 * matrix / (1024 * 1024);
  EXPECT_NEAR(estimate_cost(size, traits).bytes, bytes, 1000);
  traits.kernel_cache_mb /= 2;
  EXPECT_NEAR(estimate_cost(size, traits).bytes, bytes - 0.8 * matrix, 1000);
}

TEST(CostEstimate, OptionsMatter) {
  const ProblemSize size = size_of(5000, 20'000, 200);
  const MethodTraits plain = make_method("hsvm")->traits();
  const double seconds = estimate_cost(size, plain, 4).seconds;
  const auto with = [&](auto change) {
    MethodTraits changed = plain;
    change(changed);
    return estimate_cost(size, changed, 4).seconds;
  };
  EXPECT_GT(with([](MethodTraits& t) { t.tolerance = 1e-5; }), seconds);
  EXPECT_LT(with([](MethodTraits& t) { t.tolerance = 0.1; }), seconds);
  EXPECT_GT(with([](MethodTraits& t) { t.C->value = 1000; }), seconds);
  EXPECT_GT(with([](MethodTraits& t) { t.C->value.reset(); }), 2 * seconds);
  EXPECT_LT(with([](MethodTraits& t) { t.max_epochs = 2; }), seconds / 2);
  EXPECT_TRUE(std::isfinite(with([](MethodTraits& t) { t.C->value = INFINITY; })));
  EXPECT_GT(
      with([](MethodTraits& t) { t.classes_against_zero = MethodTraits::AgainstZero::always; }),
      seconds);
}

TEST(CostEstimate, BinaryConstraintsFollowFromTheLabelsWhereTheMethodSaysSo) {
  ProblemSize size = size_of(5000, 20'000, 200);
  const double one_label = cost_of("clade", size).seconds;
  size.is_multilabel = true;
  EXPECT_GT(cost_of("clade", size).seconds, 2 * one_label);
}

TEST(CostEstimate, TheMachineIsNeitherInfinitelyFastNorSlow) {
  const double slowness = machine_slowness();
  EXPECT_GT(slowness, 0.01);
  EXPECT_LT(slowness, 1000);
}

}  // namespace
}  // namespace clade::detail
