#include "method/margin/rank_quality.h"

#include <gtest/gtest.h>

#include <vector>

namespace clade::detail {
namespace {

const std::vector<Decision> all{0, 1, 2, 3, 4};

RankQuality quality(const std::vector<std::uint32_t>& labels, const std::vector<double>& scores,
                    const std::vector<Decision>& rivals = all) {
  std::vector<ClassId> truth;
  for (const std::uint32_t c : labels) truth.push_back(ClassId{c});
  return rank_quality(std::span<const ClassId>(truth), std::span<const Decision>(rivals),
                      std::span<const Decision>(labels), scores.data());
}

TEST(RankQuality, OfOneLabelIsOneByItsRank) {
  EXPECT_EQ(quality({1}, {0, 9, 1, 2, 3}).average_precision, 1);
  EXPECT_EQ(quality({1}, {0, 9, 1, 2, 3}).top_is_right, 1);
  EXPECT_EQ(quality({4}, {0, 9, 1, 2, 3}).average_precision, 0.5);
  EXPECT_EQ(quality({4}, {0, 9, 1, 2, 3}).top_is_right, 0);
  EXPECT_EQ(quality({0}, {0, 9, 1, 2, 3}).average_precision, 0.2);
}

// Ranks 1, 3 and 4: (1/1 + 2/3 + 3/4) / 3.
TEST(RankQuality, OfSeveralLabelsCountsThoseAbove) {
  const RankQuality q = quality({0, 2, 3}, {9, 8, 7, 6, 5});
  EXPECT_NEAR(q.average_precision, (1 + 2.0 / 3 + 3.0 / 4) / 3, 1e-15);
  EXPECT_EQ(q.top_is_right, 1);
}

TEST(RankQuality, TiesCountAgainstTheLabel) {
  EXPECT_EQ(quality({2}, {1, 1, 1, 0, 0}).average_precision, 1.0 / 3);
  EXPECT_EQ(quality({2}, {1, 1, 1, 0, 0}).top_is_right, 0);
}

TEST(RankQuality, OnlyRivalsCount) {
  EXPECT_EQ(quality({3}, {9, 8, 7, 6, 5}, {1, 3, 4}).average_precision, 0.5);
  EXPECT_EQ(quality({3}, {9, 8, 7, 6, 5}, {4}).average_precision, 1);
}

}  // namespace
}  // namespace clade::detail
