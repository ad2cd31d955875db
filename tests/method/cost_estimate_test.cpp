#include "method/cost_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/training.h"

namespace clade {
namespace {

// Words by Zipf's law over a tree of two levels, as documents of 100 words.
CostShape shape_of(double documents, double features, double classes) {
  CostShape shape;
  shape.documents = documents;
  shape.values = 100 * documents;
  shape.features = features;
  shape.classes = classes;
  shape.nodes = classes + std::sqrt(classes) + 1;
  double sum = 0;
  for (double rank = 1; rank <= features; ++rank) sum += 1 / rank;
  for (double rank = 1; rank <= features; ++rank) {
    const double frequency = std::min(documents, shape.values / rank / sum);
    shape.frequencies.push_back(static_cast<std::uint32_t>(std::ceil(frequency)));
  }
  const double groups = std::sqrt(classes);
  shape.choices.push_back({documents, groups});
  for (double k = 0; k < groups; ++k) shape.choices.push_back({documents / groups, groups});
  return shape;
}

CostOptions options_of(const char* method, const CostShape& shape, unsigned threads = 1) {
  return cost_options(make_method(method)->traits(), shape, threads);
}

CostEstimate cost_of(const char* method, const CostShape& shape) {
  return estimate_cost(shape, options_of(method, shape));
}

constexpr double gigabyte = 1024.0 * 1024.0 * 1024.0;

TEST(CostEstimate, GrowsWithDocumentsAndClasses) {
  const CostShape small = shape_of(1000, 10'000, 100);
  for (const MethodEntry& entry : methods()) {
    const CostEstimate one = cost_of(entry.name.data(), small);
    EXPECT_GT(one.seconds, 0) << entry.name;
    EXPECT_GT(one.bytes, 0) << entry.name;
    const CostEstimate more = cost_of(entry.name.data(), shape_of(10'000, 10'000, 100));
    EXPECT_GT(more.seconds, 3 * one.seconds) << entry.name;
    EXPECT_GE(more.bytes, one.bytes) << entry.name;
    EXPECT_GT(cost_of(entry.name.data(), shape_of(1000, 10'000, 1000)).seconds, one.seconds)
        << entry.name;
  }
}

TEST(CostEstimate, DenseWeightsAreFeaturesTimesUnits) {
  const CostShape shape = shape_of(2000, 50'000, 1000);
  const double weights = 50'000 * 1040.0 * 4;
  const double bytes = cost_of("hsvm", shape).bytes;
  EXPECT_GT(bytes, weights);
  EXPECT_LT(bytes, 1.1 * weights);
}

TEST(CostEstimate, LargeRankingProblemsAreSolvedInBoundedMemory) {
  const double some = cost_of("hsvm", shape_of(20'000, 300'000, 20'000)).bytes;
  const double all = cost_of("hsvm", shape_of(400'000, 300'000, 20'000)).bytes;
  EXPECT_LT(some, all);
  EXPECT_LT(all, 10 * gigabyte);
}

// What the solver of large problems does not take has its weights in blocks of units.
TEST(CostEstimate, KnowsWhichLargeProblemsAreNotSolvedInBoundedMemory) {
  const CostShape shape = shape_of(400'000, 300'000, 20'000);
  const auto bytes_with = [&](const char* option, const char* value) {
    const auto method = make_method("hsvm");
    for (const Parameter& p : method->parameters()) {
      if (p.name == option) p.set(value);
    }
    return estimate_cost(shape, cost_options(method->traits(), shape, 1)).bytes;
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
  const CostShape some = shape_of(20'000, 300'000, 20'000);
  const CostShape all = shape_of(400'000, 300'000, 20'000);
  const double dense = 300'000.0 * all.nodes * 4.75;
  for (const char* method : {"topdown-svm", "perceptron"}) {
    EXPECT_LT(cost_of(method, some).bytes, 0.5 * cost_of(method, all).bytes) << method;
    EXPECT_LT(cost_of(method, all).bytes, 1.2 * dense) << method;
  }
}

TEST(CostEstimate, GoingNodeByNodeIsCheaperForManyClasses) {
  const CostShape shape = shape_of(100'000, 200'000, 10'000);
  const CostEstimate joint = cost_of("hsvm", shape), nodes = cost_of("dnc", shape);
  EXPECT_LT(nodes.bytes, joint.bytes);
  EXPECT_LT(nodes.seconds, 0.2 * joint.seconds);
}

TEST(CostEstimate, RowsOfAPackTakeNoMemory) {
  CostShape shape = shape_of(100'000, 10'000, 10);
  const double copied = cost_of("hsvm", shape).bytes;
  shape.is_numbered = true;
  EXPECT_NEAR(copied - cost_of("hsvm", shape).bytes, shape.values * 8, 1e6);
}

TEST(CostEstimate, KernelsStayWithinTheirCache) {
  const CostShape shape = shape_of(100'000, 1000, 10);
  CostOptions options = options_of("hsvm", shape);
  options.has_kernel = true;
  options.cache_bytes = gigabyte;
  const double bytes = estimate_cost(shape, options).bytes;
  EXPECT_GT(bytes, gigabyte);
  EXPECT_LT(bytes, 1.2 * gigabyte);
  EXPECT_GT(estimate_cost(shape, options).seconds, cost_of("hsvm", shape).seconds);
}

TEST(CostEstimate, OptionsMatter) {
  const CostShape shape = shape_of(5000, 20'000, 200);
  const CostOptions plain = options_of("hsvm", shape, 4);
  const double seconds = estimate_cost(shape, plain).seconds;
  const auto with = [&](auto change) {
    CostOptions changed = plain;
    change(changed);
    return estimate_cost(shape, changed).seconds;
  };
  EXPECT_GT(with([](CostOptions& o) { o.tolerance = 1e-5; }), seconds);
  EXPECT_LT(with([](CostOptions& o) { o.tolerance = 0.1; }), seconds);
  EXPECT_GT(with([](CostOptions& o) { o.C = 1000; }), seconds);
  EXPECT_GT(with([](CostOptions& o) { o.C = 0; }), 2 * seconds);
  EXPECT_LT(with([](CostOptions& o) { o.max_epochs = 2; }), seconds / 2);
  EXPECT_TRUE(std::isfinite(with([](CostOptions& o) { o.C = INFINITY; })));
  EXPECT_GT(with([](CostOptions& o) { o.is_binary = true; }), seconds);
}

TEST(CostEstimate, ReadsTheOptionsOfMethods) {
  CostShape shape = shape_of(100, 100, 10);
  const auto with = [&](const char* name, const char* option, const char* value) {
    const auto method = make_method(name);
    for (const Parameter& p : method->parameters()) {
      if (p.name == option) p.set(value);
    }
    return cost_options(method->traits(), shape, 1);
  };
  EXPECT_TRUE(with("hsvm", "flat", "true").is_flat);
  EXPECT_TRUE(with("svm", "C", "2").is_flat);
  EXPECT_EQ(with("svm", "C", "2").C, 2);
  EXPECT_EQ(with("hsvm", "C", "auto").C, 0);
  EXPECT_EQ(with("hsvm", "max_epochs", "7").max_epochs, 7);
  EXPECT_TRUE(with("hsvm", "constraints", "binary").is_binary);
  EXPECT_TRUE(with("hsvm", "kernel", "rbf").has_kernel);
  EXPECT_EQ(with("hsvm", "cache_mb", "2").cache_bytes, 2 * 1024 * 1024);
  EXPECT_TRUE(with("topdown-svm", "bias", "free").has_free_bias);
  EXPECT_TRUE(with("dnc", "base", "perceptron").is_online);
  EXPECT_EQ(with("dnc", "C", "1").kind, CostClass::nodes);
  EXPECT_TRUE(with("psi", "C", "1").is_psi);
  EXPECT_EQ(with("svm", "scale_C", "n").C, 0.01);
  EXPECT_EQ(with("perceptron", "epochs", "7").epochs, 7);
  shape.is_multilabel = true;
  EXPECT_TRUE(with("clade", "C", "1").is_binary);
}

TEST(CostEstimate, TheMachineIsNeitherInfinitelyFastNorSlow) {
  const double slowness = machine_slowness();
  EXPECT_GT(slowness, 0.01);
  EXPECT_LT(slowness, 1000);
}

}  // namespace
}  // namespace clade
