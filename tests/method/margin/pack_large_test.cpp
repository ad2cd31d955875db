#include "method/margin/pack_large.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {
namespace {

struct Warnings : Reporter {
  void on_warning(std::string_view text) override { texts += text; }
  std::string texts;
};

constexpr std::size_t units = 8;
constexpr std::array<std::uint32_t, units> same_numbers{0, 1, 2, 3, 4, 5, 6, 7};

// One feature, whose weights are these.
HybridWeights weights_of(const std::vector<UnitShare>& weights) {
  SparseRows<float> rows;
  rows.push({0, 1.0F});
  rows.end_row();
  HybridWeights result(rows, 1, units, 0);
  result.set_share(0, weights);
  return result;
}

std::vector<float> row_of(const PackedWeights& packed) {
  std::vector<float> row(units);
  packed.view().copy_row(0, row);
  return row;
}

TEST(PackLarge, TakesHalfPrecisionWhereThereAreManyWeights) {
  const HybridWeights weights = weights_of({{0, 0.1F}, {3, -2.0F}});
  Warnings reporter;
  ThreadPool pool(2);
  const auto single = pack_large(weights, same_numbers, pool, reporter, {10, 2});
  EXPECT_EQ(row_of(*single)[0], 0.1F);
  const auto half = pack_large(weights, same_numbers, pool, reporter, {10, 1});
  EXPECT_NE(row_of(*half)[0], 0.1F);
  EXPECT_NEAR(row_of(*half)[0], 0.1F, 1e-4);
  EXPECT_EQ(row_of(*half)[3], -2.0F);
  EXPECT_EQ(reporter.texts, "");
}

TEST(PackLarge, KeepsWeightsThatHalfPrecisionCannotHold) {
  const HybridWeights weights = weights_of({{0, 0.1F}, {3, -70'000.0F}, {5, 2.0F}});
  Warnings reporter;
  ThreadPool pool(2);
  const auto packed = pack_large(weights, same_numbers, pool, reporter, {10, 2});
  const std::vector<float> row = row_of(*packed);
  EXPECT_EQ(row[3], -70'000.0F);
  EXPECT_EQ(row[5], 2.0F);
  EXPECT_EQ(row[0], 0.0F) << "in single precision there is room for two";
  EXPECT_NE(reporter.texts.find("in single precision"), std::string::npos) << reporter.texts;
}

// More features than one thread takes at a time.
TEST(PackLarge, IsTheSameForAnyNumberOfThreads) {
  constexpr std::uint32_t features = 5000;
  SparseRows<float> rows;
  for (std::uint32_t j = 0; j < features; ++j) {
    rows.push({j, 1.0F + static_cast<float>(j)});
    rows.end_row();
  }
  HybridWeights weights(rows, features, units, 0);
  for (std::uint32_t j = 0; j < features; ++j) {
    const std::vector<UnitShare> share{{j % 8, 0.5F}, {(j + 3) % 8, -0.25F}};
    weights.set_share(j, share);
  }
  Warnings reporter;
  ThreadPool one(1), three(3);
  const auto a = pack_large(weights, same_numbers, one, reporter, {8000, 10});
  const auto b = pack_large(weights, same_numbers, three, reporter, {8000, 10});
  std::vector<float> of_a(units), of_b(units);
  for (std::uint32_t j = 0; j < features; ++j) {
    a->view().copy_row(j, of_a);
    b->view().copy_row(j, of_b);
    EXPECT_EQ(of_a, of_b) << j;
  }
  EXPECT_EQ(of_b[(features - 1) % 8], 0.5F * features);
}

}  // namespace
}  // namespace clade::detail
