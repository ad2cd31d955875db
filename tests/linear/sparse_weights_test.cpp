#include "linear/sparse_weights.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace clade::detail {
namespace {

constexpr std::size_t units = 640;  // 40 blocks
constexpr std::size_t blocks = units / block_units<float>;

class SparseRowsOf40Blocks : public testing::Test {
 protected:
  // Adds 1 to every unit of these blocks.
  void add(std::uint32_t feature, const std::vector<std::uint32_t>& numbers) {
    const std::vector<BasicFeature<float>> x{{feature, 1.0F}};
    weights_.tidy();
    weights_.add(x, ones_.data(), numbers, places_);
  }
  // The block numbers of a row, each with its first weight.
  std::vector<std::pair<std::uint32_t, float>> row(std::size_t feature) const {
    const BlockRow<float> row = weights_.view().blocks(feature);
    std::vector<std::pair<std::uint32_t, float>> found;
    for (std::size_t i = 0; i < row.count; ++i) found.emplace_back(row.number(i), row.block(i)[0]);
    return found;
  }

  const std::vector<float> ones_ = std::vector<float>(units, 1.0F);
  SparseWeights<float> weights_{3, units, units};
  std::vector<std::uint64_t> places_;
};

using Blocks = std::vector<std::pair<std::uint32_t, float>>;

TEST_F(SparseRowsOf40Blocks, HoldTheChangedBlocksOnly) {
  EXPECT_EQ(weights_.places(), 0U);
  add(1, {3, 17});
  EXPECT_EQ(row(1), (Blocks{{3, 1}, {17, 1}}));
  EXPECT_EQ(row(0), Blocks{});
  EXPECT_EQ(row(2), Blocks{});
}

TEST_F(SparseRowsOf40Blocks, TakeInBlocksBeforeBetweenAndBehind) {
  add(0, {10, 20});
  add(0, {0, 10, 15, 39});
  EXPECT_EQ(row(0), (Blocks{{0, 1}, {10, 2}, {15, 1}, {20, 1}, {39, 1}}));
  add(0, {11, 12, 13});
  add(0, {0, 13, 39});
  EXPECT_EQ(row(0),
            (Blocks{{0, 2}, {10, 2}, {11, 1}, {12, 1}, {13, 2}, {15, 1}, {20, 1}, {39, 2}}));
}

TEST_F(SparseRowsOf40Blocks, BecomeFullAboveThreeQuarters) {
  std::vector<std::uint32_t> most;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    if (b % 4 != 3) most.push_back(b);
  }
  add(2, most);
  EXPECT_EQ(row(2).size(), 30U);
  add(2, {7});
  const Blocks full = row(2);
  ASSERT_EQ(full.size(), blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    EXPECT_EQ(full[b], (std::pair<std::uint32_t, float>(b, b == 7 || b % 4 != 3 ? 1.0F : 0.0F)));
  }
  add(2, {0, 7, 39});
  EXPECT_EQ(row(2)[7].second, 2);
  EXPECT_EQ(row(2)[39].second, 1);
}

TEST_F(SparseRowsOf40Blocks, ARowSetToZerosHasNoBlock) {
  add(0, {5});
  const std::vector<float> zeros(units);
  weights_.set_row(0, {zeros.data(), nullptr, blocks});
  EXPECT_EQ(row(0), Blocks{});
  add(0, {5});
  EXPECT_EQ(row(0), (Blocks{{5, 1}}));
}

TEST_F(SparseRowsOf40Blocks, ZeroingGivesAllPlacesBack) {
  add(0, {1, 2, 3});
  weights_.set_zero();
  EXPECT_EQ(weights_.places(), 0U);
  EXPECT_EQ(row(0), Blocks{});
}

// Rows as long as a large taxonomy makes them, most of them short, as words are rare or frequent.
TEST(SparseWeights, LittleMemoryIsUnused) {
  constexpr std::size_t features = 2000, row_units = 8000;
  SparseWeights<float> weights(features, row_units, row_units);
  const std::vector<float> ones(row_units, 1.0F);
  std::vector<std::uint64_t> places;
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    std::vector<BasicFeature<float>> x;
    for (std::uint32_t j = 0; j < features; ++j) {
      if (random.uniform() < 5.0 / (j + 5.0)) x.push_back({j, 1.0F});
    }
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t b = 0; b < row_units / block_units<float>; ++b) {
      if (random.below(100) == 0) numbers.push_back(b);
    }
    weights.tidy();
    weights.add(x, ones.data(), numbers, places);
  }
  std::size_t used = 0;
  for (std::size_t j = 0; j < features; ++j) used += weights.view().blocks(j).count;
  EXPECT_GT(used, 50'000U);
  EXPECT_LT(weights.places(), used + used / 5);
}

}  // namespace
}  // namespace clade::detail
