#include "linear/byte_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/random.h"
#include "linear/aligned_array.h"

namespace clade::detail {
namespace {

TEST(ByteRows, AddsUpWholeNumbersExactly) {
  Random random(1);
  for (const std::size_t columns : {1U, 16U, 63U, 64U, 65U, 200U}) {
    constexpr std::size_t rows = 20;
    ByteRows bytes(rows, columns);
    ASSERT_TRUE(bytes.has_memory());
    std::vector<std::vector<double>> values(rows, std::vector<double>(columns));
    for (std::size_t j = 0; j < rows; ++j) {
      for (double& v : values[j]) v = static_cast<double>(random.below(255)) - 127;
      EXPECT_EQ(bytes.set(j, values[j], 1.0F), 0.0);
    }
    for (std::size_t size = 0; size <= rows; ++size) {
      std::vector<Feature> x;
      for (std::uint32_t j = 0; j < size; ++j) x.push_back({j, static_cast<float>(j) - 7});
      AlignedArray<float> sums(bytes.stride());
      bytes.add_up(x, sums.data());
      for (std::size_t k = 0; k < columns; ++k) {
        double wanted = 0;
        for (const Feature& f : x) wanted += double{f.value} * values[f.index][k];
        EXPECT_EQ(sums[k], static_cast<float>(wanted));
      }
      for (std::size_t k = columns; k < bytes.stride(); ++k) EXPECT_TRUE(std::isinf(sums[k]));
    }
  }
}

TEST(ByteRows, TellsTheLargestDistanceFromABytesValue) {
  for (const std::size_t place : {0U, 6U, 8U, 12U}) {  // in whole vectors and behind them
    std::vector<double> values(13, 0.25);
    values[place] = 0.25 * 127 + 0.0625;
    ByteRows bytes(1, values.size());
    EXPECT_EQ(bytes.set(0, values, 0.25F), 0.0625);
    values[place] = -0.25 * 127 - 0.0625;  // not beyond -127
    EXPECT_EQ(bytes.set(0, values, 0.25F), 0.0625);
    values[place] = 0.25 * 3 + 0.09375;
    EXPECT_EQ(bytes.set(0, values, 0.25F), 0.09375);
  }
}

TEST(ByteRows, FindsTheLargestAndAllFromANumberOn) {
  AlignedArray<float> numbers(64, -1.0F);
  numbers[5] = numbers[63] = 2;
  numbers[40] = 1.5F;
  EXPECT_EQ(largest_of(numbers.data(), 64), 2);
  std::vector<std::uint32_t> places{1, 2, 3};
  places_from(numbers.data(), 64, 1.5F, 9, places);
  EXPECT_EQ(places, (std::vector<std::uint32_t>{5, 40, 63}));
  places_from(numbers.data(), 64, 2.5F, 9, places);
  EXPECT_TRUE(places.empty());
  places_from(numbers.data(), 64, -1.0F, 3, places);
  EXPECT_GT(places.size(), 3U);
  EXPECT_LE(places.size(), 3U + 16U);
}

TEST(ByteRows, FindsANumberThatSoManyReach) {
  Random random(2);
  for (const std::size_t size : {16U, 64U, 80U, 640U, 4096U}) {
    AlignedArray<float> numbers(size);
    for (std::size_t k = 0; k < size; ++k) numbers[k] = static_cast<float>(random.normal());
    std::vector<float> sorted(numbers.data(), numbers.data() + size), parts;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    EXPECT_EQ(reached_by(numbers.data(), size, 1, parts), sorted[0]);
    for (const std::size_t count : {2U, 3U, 4U}) {
      const float reached = reached_by(numbers.data(), size, count, parts);
      EXPECT_LE(reached, sorted[count - 1]);
      // Of many numbers few of the best are in one part.
      EXPECT_GE(reached, size >= 640 ? sorted[3 * count] : sorted.back());
    }
    EXPECT_EQ(reached_by(numbers.data(), size, size + 1, parts),
              -std::numeric_limits<float>::infinity());
  }
}

}  // namespace
}  // namespace clade::detail
