// Packed weights are the weights that they were made from, rounded, and score like them.
#include "linear/packed_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "linear/aligned_array.h"
#include "linear/weight_rows.h"

namespace clade::detail {
namespace {

TEST(Half, KeepsWhatItCanHold) {
  for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
    const auto half = static_cast<HalfBits>(bits);
    const float value = from_half(half);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from_half(to_half(value))));
    } else {
      EXPECT_EQ(to_half(value), half) << bits;
    }
  }
}

TEST(Half, RoundsToTheNearestTiesToEven) {
  EXPECT_EQ(from_half(to_half(1.0F)), 1.0F);
  EXPECT_EQ(from_half(to_half(1.0F + 0x1p-11F)), 1.0F);
  EXPECT_EQ(from_half(to_half(1.0F + 0x1.8p-10F)), 1.0F + 0x1p-9F);
  EXPECT_EQ(from_half(to_half(-65504.0F)), -65504.0F);
  EXPECT_EQ(from_half(to_half(65520.0F)), std::numeric_limits<float>::infinity());
  EXPECT_EQ(from_half(to_half(0x1p-24F)), 0x1p-24F);
  EXPECT_EQ(from_half(to_half(0x1p-25F)), 0.0F);
  EXPECT_EQ(from_half(to_half(0x1.000002p-25F)), 0x1p-24F);
}

// Every third row is dense, the others have a few weights; the last one has none.
WeightRows<float> some_weights(std::size_t features, std::size_t units) {
  WeightRows<float> weights(features, units, RowForm::sparse);
  Random random(features + units);
  for (std::size_t j = 0; j + 1 < features; ++j) {
    std::vector<float> row(units);
    for (float& w : row) {
      if (j % 3 == 0 || random.below(20) == 0) w = static_cast<float>(random.normal());
    }
    weights.set_row(j, row);
  }
  return weights;
}

std::vector<float> row_of(const WeightView<float>& view, std::size_t feature) {
  std::vector<float> row(view.units);
  view.copy_row(feature, row);
  return row;
}

TEST(PackedWeights, HoldTheWeightsRounded) {
  const WeightRows<float> weights = some_weights(10, 100);
  const PackedWeights half(weights.view(), 0, PackedNumbers::half);
  const PackedWeights single(weights.view(), 0, PackedNumbers::single);
  for (std::size_t j = 0; j < 10; ++j) {
    const std::vector<float> wanted = row_of(weights.view(), j);
    EXPECT_EQ(row_of(single.view(), j), wanted) << j;
    const std::vector<float> rounded = row_of(half.view(), j);
    for (std::size_t u = 0; u < 100; ++u) {
      EXPECT_EQ(rounded[u], from_half(to_half(wanted[u]))) << j << ' ' << u;
    }
    const bool is_dense = half.view().packed.dense_rows[j] != PackedRows::no_dense_row;
    EXPECT_EQ(is_dense, j % 3 == 0 && j < 9) << j;
  }
}

TEST(PackedWeights, LeaveOutSmallWeights) {
  const WeightRows<float> weights = some_weights(10, 100);
  const PackedWeights packed(weights.view(), 1.5, PackedNumbers::single);
  for (std::size_t j = 0; j < 10; ++j) {
    const std::vector<float> wanted = row_of(weights.view(), j), got = row_of(packed.view(), j);
    for (std::size_t u = 0; u < 100; ++u) {
      EXPECT_EQ(got[u], std::abs(wanted[u]) >= 1.5F ? wanted[u] : 0.0F);
    }
  }
}

TEST(PackedWeights, MayBeMadeFromWeightsOfDoublePrecision) {
  WeightRows<double> weights(2, 5, RowForm::dense);
  weights.set_row(0, std::vector<double>{1, 0, 0.1, 0, 1e-9});
  const PackedWeights packed(weights.view(), 0, PackedNumbers::half);
  EXPECT_EQ(row_of(packed.view(), 0), (std::vector<float>{1, 0, from_half(to_half(0.1F)), 0, 0}));
  EXPECT_EQ(row_of(packed.view(), 1), std::vector<float>(5));
}

std::vector<Feature> random_row(std::size_t features, Random& random) {
  std::vector<Feature> row;
  for (std::uint32_t j = 0; j < features; ++j) {
    if (random.below(2) == 0) row.push_back({j, static_cast<float>(random.normal())});
  }
  return row;
}

void expect_scores(const WeightView<float>& view, SparseRow x) {
  AlignedArray<float> raw(view.room());
  view.score(x, raw.data());
  std::vector<double> wanted(view.units);
  for (const Feature& f : x) {
    const std::vector<float> row = row_of(view, f.index);
    for (std::size_t u = 0; u < view.units; ++u) {
      wanted[u] += static_cast<double>(f.value) * static_cast<double>(row[u]);
    }
  }
  for (std::size_t u = 0; u < view.units; ++u) {
    EXPECT_NEAR(static_cast<double>(raw[u]), wanted[u], 1e-4) << u;
  }
}

// Blocks of which `is_wanted`; the others stay as they are.
template <class IsWanted>
void expect_same_bits_by_blocks(const WeightView<float>& view, SparseRow x, IsWanted is_wanted) {
  AlignedArray<float> whole(view.room()), some(view.room(), 77.0F);
  view.score(x, whole.data());
  std::vector<std::uint32_t> blocks;
  for (std::uint32_t b = 0; b < view.blocks_per_row(); ++b) {
    if (is_wanted(b)) blocks.push_back(b);
  }
  view.score_blocks(x, blocks, some.data());
  for (std::uint32_t b = 0; b < view.blocks_per_row(); ++b) {
    for (std::size_t u = b * packed_block_units; u < (b + 1) * packed_block_units; ++u) {
      EXPECT_EQ(some[u], is_wanted(b) ? whole[u] : 77.0F) << u;
    }
  }
}

// Close together, far apart, a long stretch, the last one, none.
void expect_same_bits_by_blocks(const WeightView<float>& view, SparseRow x) {
  const std::size_t last = view.blocks_per_row() - 1;
  expect_same_bits_by_blocks(view, x, [](std::uint32_t b) { return b % 3 != 1; });
  expect_same_bits_by_blocks(view, x, [](std::uint32_t b) { return b % 40 == 7; });
  expect_same_bits_by_blocks(view, x, [](std::uint32_t b) { return b > 20 && b < 60; });
  expect_same_bits_by_blocks(view, x, [last](std::uint32_t b) { return b == last; });
  expect_same_bits_by_blocks(view, x, [](std::uint32_t) { return false; });
}

class PackedScores : public testing::TestWithParam<std::size_t> {};

TEST_P(PackedScores, AreThoseOfTheWeights) {
  const std::size_t features = GetParam() > 10'000 ? 7 : 60;  // tests are short
  const WeightRows<float> weights = some_weights(features, GetParam());
  Random random(1);
  for (const PackedNumbers numbers : {PackedNumbers::half, PackedNumbers::single}) {
    const PackedWeights packed(weights.view(), 0.1, numbers);
    expect_scores(packed.view(), {});
    for (int k = 0; k < 4; ++k) {
      const std::vector<Feature> x = random_row(features, random);
      expect_scores(packed.view(), x);
      expect_same_bits_by_blocks(packed.view(), x);
    }
  }
}

// The last has units that need 32 bits.
INSTANTIATE_TEST_SUITE_P(Units, PackedScores,
                         testing::Values(1, 15, 16, 17, 33, 500, 3000, 66'000));

}  // namespace
}  // namespace clade::detail
