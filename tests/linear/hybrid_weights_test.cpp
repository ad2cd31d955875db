#include "linear/hybrid_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "linear/packed_weights.h"

namespace clade::detail {
namespace {

constexpr std::size_t instances = 60, features = 40, units = 150;
constexpr std::size_t row_bytes = 160 * sizeof(float);  // of one frequent feature

// Feature j is in about every (1 + j / 4)-th instance, so the first are the frequent ones.
SparseRows<float> random_rows(Random& random) {
  SparseRows<float> rows;
  for (std::size_t i = 0; i < instances; ++i) {
    for (std::uint32_t j = 0; j < features; ++j) {
      if (random.uniform() * (1 + j / 4.0) < 1) {
        rows.push({j, static_cast<float>(random.normal())});
      }
    }
    rows.end_row();
  }
  return rows;
}

// The weights as they should be, one dense array, beside those under test.
struct Case {
  explicit Case(std::size_t frequent, unsigned threads = 1)
      : pool(threads),
        rows(random_rows(random)),
        weights(rows, features, units, frequent * row_bytes),
        expected(features, std::vector<double>(units)) {
    for (std::size_t i = 0; i < instances; ++i) {
      if (i % 7 != 0) set_share(i);
    }
  }

  void set_share(std::size_t i) {
    std::vector<float> values(weights.stride());
    std::vector<UnitShare> share;
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t u = 0; u < units; ++u) {
      if (random.uniform() > 0.1) continue;
      values[u] = static_cast<float>(random.normal());
      share.push_back({u, values[u]});
      if (blocks.empty() || blocks.back() != u / tile_units) blocks.push_back(u / tile_units);
      for (const Feature& x : rows.row(i)) {
        expected[x.index][u] += static_cast<double>(x.value) * static_cast<double>(values[u]);
      }
    }
    const ShareChange change{i, values.data(), blocks};
    weights.add({&change, 1}, pool);
    weights.set_share(i, share);
  }

  double score(std::size_t i, std::size_t u) const {
    double sum = 0;
    for (const Feature& x : rows.row(i)) sum += static_cast<double>(x.value) * expected[x.index][u];
    return sum;
  }

  Random random{3};
  ThreadPool pool;
  SparseRows<float> rows;
  HybridWeights weights;
  std::vector<std::vector<double>> expected;
};

// None, some and all features (that are frequent enough) with rows of their own.
class HybridWeightsTest : public testing::TestWithParam<std::size_t> {};

TEST_P(HybridWeightsTest, KeepsTheMostFrequentFeaturesApart) {
  const Case c(GetParam());
  const HybridRows& rows = c.weights.rows();
  EXPECT_LE(rows.frequent_count(), GetParam());
  for (std::size_t i = 0; i < instances; ++i) {
    EXPECT_EQ(rows.frequent(i).size() + rows.rare(i).size(), c.rows.row(i).size());
  }
  EXPECT_EQ(rows.place(0).is_frequent, GetParam() > 0);
  EXPECT_FALSE(rows.place(features - 1).is_frequent);  // too few instances for a row of its own
}

TEST_P(HybridWeightsTest, ScoresABatchAgainstAllUnits) {
  Case c(GetParam());
  std::vector<std::uint32_t> all(instances);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<float> rare(instances * c.weights.stride()), raw(rare.size());
  BatchScorer scorer(c.weights);
  scorer(all, rare.data(), c.weights.stride(), raw.data(), c.pool);
  for (std::size_t i = 0; i < instances; ++i) {
    for (std::size_t u = 0; u < units; ++u) {
      EXPECT_NEAR(raw[i * c.weights.stride() + u], c.score(i, u), 1e-4);
    }
  }
}

TEST_P(HybridWeightsTest, ScoresTheFirstTilesAlone) {
  Case c(GetParam());
  const std::vector<std::uint32_t> some{5, 2};
  std::vector<float> rare(2 * c.weights.stride()), raw(2 * tile_units);
  BatchScorer scorer(c.weights);
  scorer(some, rare.data(), tile_units, raw.data(), c.pool);
  for (std::size_t u = 0; u < tile_units; ++u) {
    EXPECT_NEAR(raw[u], c.score(5, u), 1e-4);
    EXPECT_NEAR(raw[tile_units + u], c.score(2, u), 1e-4);
  }
}

// An odd number of tiles, so that the last has no other to go with.
TEST_P(HybridWeightsTest, ScoresRoughlyFromHalves) {
  Case c(GetParam());
  std::vector<std::uint32_t> all(instances);
  std::iota(all.begin(), all.end(), 0U);
  constexpr std::size_t scored = 3 * tile_units;
  std::vector<float> rare(instances * c.weights.stride()), raw(instances * scored);
  const float scale = c.weights.scale_for_halves(c.pool);
  BatchScorer scorer(c.weights);
  scorer(all, rare.data(), scored, raw.data(), c.pool, scale);
  for (std::size_t i = 0; i < instances; ++i) {
    double magnitude = 1e-2;
    for (const Feature& x : c.rows.row(i)) magnitude += std::abs(static_cast<double>(x.value));
    for (std::size_t u = 0; u < scored; ++u) {
      EXPECT_NEAR(raw[i * scored + u], c.score(i, u), 5e-3 * magnitude);
    }
  }
}

TEST(HybridWeights, ScalesTheLargestWeightIntoHalves) {
  SparseRows<float> rows;
  for (std::size_t i = 0; i < 20; ++i) {
    rows.push({0, 1.0F});
    rows.end_row();
  }
  HybridWeights weights(rows, 1, 16, 1 << 20);
  ThreadPool pool(1);
  EXPECT_EQ(weights.scale_for_halves(pool), 0);
  std::vector<float> values(16);
  const std::vector<std::uint32_t> tiles{0};
  for (const float weight : {1e-9F, 3.0F, 1e9F}) {
    weights.set_zero();
    values[3] = -weight;
    const ShareChange change{0, values.data(), tiles};
    weights.add({&change, 1}, pool);
    const float scaled = weight * weights.scale_for_halves(pool);
    EXPECT_GE(scaled, 1024);
    EXPECT_LT(scaled, 2048);
  }
}

TEST(TileKernels, KeepsWhatHalvesCannotHoldAtTheirLargest) {
  AlignedArray<float> tiles(2 * tile_units);
  tiles[1] = 1e6F;
  tiles[2] = -1e6F;
  tiles[tile_units] = 3;
  std::vector<HalfBits> halves(half_tile_units);
  halve_tiles({tiles.data(), tile_units}, 0, 1, halves.data());
  const std::vector<float> start(half_tile_units, 1.0F);
  std::vector<float> scores(half_tile_units);
  const Feature one{0, 2};
  score_half_tile(halves.data(), {&one, 1}, 0.5F, start.data(), scores.data());
  EXPECT_EQ(scores[0], 1);
  EXPECT_EQ(scores[1], 65505);
  EXPECT_EQ(scores[2], -65503);
  EXPECT_EQ(scores[tile_units], 4);
}

TEST_P(HybridWeightsTest, ScoresSomeBlocksOfOneInstance) {
  const Case c(GetParam());
  Neighbours scratch(instances);
  const std::vector<std::uint32_t> blocks{1, 4, 9};
  for (std::size_t i = 0; i < instances; ++i) {
    std::vector<float> raw(c.weights.stride());
    c.weights.add_rare(i, scratch, raw.data());
    c.weights.add_frequent(i, blocks, raw.data());
    for (const std::uint32_t b : blocks) {
      for (std::size_t u = b * tile_units; u < std::min(units, (b + 1) * tile_units); ++u) {
        EXPECT_NEAR(raw[u], c.score(i, u), 1e-4);
      }
    }
  }
}

TEST_P(HybridWeightsTest, ShowsItsRowsAndTheirLength) {
  Case c(GetParam());
  double squared = 0;
  std::vector<float> row(units);
  for (std::size_t j = 0; j < features; ++j) {
    c.weights.copy_row(j, row);
    for (std::size_t u = 0; u < units; ++u) {
      EXPECT_NEAR(row[u], c.expected[j][u], 1e-5);
      squared += c.expected[j][u] * c.expected[j][u];
    }
  }
  EXPECT_NEAR(c.weights.squared_norm(c.pool), squared, 1e-5 * squared);
  c.weights.set_zero();
  EXPECT_EQ(c.weights.squared_norm(c.pool), 0);
}

TEST_P(HybridWeightsTest, PacksItsRowsUnderOtherNumbersOfUnits) {
  const Case c(GetParam());
  std::vector<std::uint32_t> backwards(units);
  for (std::uint32_t u = 0; u < units; ++u)
    backwards[u] = static_cast<std::uint32_t>(units - 1 - u);
  const HybridWeightsView view(c.weights, backwards);
  const PackedWeights packed(view, 0, PackedNumbers::single);
  std::vector<float> row(units);
  for (std::size_t j = 0; j < features; ++j) {
    packed.view().copy_row(j, row);
    for (std::size_t u = 0; u < units; ++u) {
      EXPECT_NEAR(row[u], c.expected[j][units - 1 - u], 1e-5);
    }
  }
}

TEST_P(HybridWeightsTest, IsTheSameForAnyNumberOfThreads) {
  Case one(GetParam(), 1), three(GetParam(), 3);
  std::vector<float> a(units), b(units);
  for (std::size_t j = 0; j < features; ++j) {
    one.weights.copy_row(j, a);
    three.weights.copy_row(j, b);
    EXPECT_EQ(a, b);
  }
}

INSTANTIATE_TEST_SUITE_P(Splits, HybridWeightsTest, testing::Values(0, 10, features));

}  // namespace
}  // namespace clade::detail
