#include "data/feature_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace clade::detail {
namespace {

using ::testing::ElementsAre;

template <class Real>
SparseRows<Real> make_rows(const std::vector<std::vector<BasicFeature<Real>>>& rows) {
  SparseRows<Real> out;
  for (const auto& row : rows) {
    for (const auto& feature : row) out.push(feature);
    out.end_row();
  }
  return out;
}

TEST(FeatureIndex, NumbersTheFeaturesWithoutGaps) {
  const auto index =
      FeatureIndex::of(make_rows<float>({{{3, 1}, {9, 1}}, {}, {{2, 1}, {9, 5}}}), false);
  EXPECT_THAT(index.indices(), ElementsAre(2U, 3U, 9U));
  EXPECT_FALSE(index.has_constant());
  EXPECT_EQ(index.find(2), 0U);
  EXPECT_EQ(index.find(9), 2U);
  for (const std::uint32_t other : {0U, 1U, 4U, 10U, 4294967294U}) {
    EXPECT_EQ(index.find(other), FeatureIndex::unknown);
  }
}

TEST(FeatureIndex, PutsTheConstantFirst) {
  const auto index = FeatureIndex::of(make_rows<double>({{{1, 1}, {2, 1}}}), true);
  EXPECT_THAT(index.indices(), ElementsAre(0U, 1U, 2U));
  EXPECT_TRUE(index.has_constant());
  EXPECT_EQ(index.find(FeatureIndex::constant), 0U);
}

TEST(FeatureIndex, FindsHugeIndicesWithoutATable) {
  const FeatureIndex index(std::vector<std::uint32_t>{5, 4000000000U, 4294967294U});
  EXPECT_EQ(index.find(5), 0U);
  EXPECT_EQ(index.find(4000000000U), 1U);
  EXPECT_EQ(index.find(4294967294U), 2U);
  EXPECT_EQ(index.find(6), FeatureIndex::unknown);
  EXPECT_EQ(index.find(4000000001U), FeatureIndex::unknown);
}

TEST(FeatureIndex, OfNothingKnowsNothing) {
  EXPECT_EQ(FeatureIndex().find(1), FeatureIndex::unknown);
  EXPECT_EQ(FeatureIndex::of(make_rows<float>({{}, {}}), false).size(), 0U);
}

TEST(Localise, LeavesOutAndCountsUnknownFeatures) {
  const FeatureIndex index(std::vector<std::uint32_t>{2, 7});
  const std::vector<BasicFeature<float>> row{{1, 4.F}, {2, 5.F}, {7, 6.F}, {8, 7.F}};
  std::vector<BasicFeature<double>> out{{99, 1.0}};
  EXPECT_EQ(map_to_model(BasicSparseRow<float>(row), index, out), 2U);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].index, 0U);
  EXPECT_EQ(out[0].value, 5.0);
  EXPECT_EQ(out[1].index, 1U);
  EXPECT_EQ(out[1].value, 6.0);
}

TEST(Localise, PutsTheConstantInFront) {
  const FeatureIndex index(std::vector<std::uint32_t>{0, 2});
  const std::vector<BasicFeature<double>> row{{1, 3.0}, {2, 4.0}};
  std::vector<BasicFeature<double>> out;
  EXPECT_EQ(map_to_model(BasicSparseRow<double>(row), index, out), 1U);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].value, 1.0);
  EXPECT_EQ(out[1].value, 4.0);
}

}  // namespace
}  // namespace clade::detail
