#include "linear/decision_scores.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace clade::detail {
namespace {

template <class Real>
class DecisionScoresOf : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(DecisionScoresOf, RealTypes);

// Decisions with none to five attributes, in numbers around whole slices.
TYPED_TEST(DecisionScoresOf, AreThoseOfTheScoreMap) {
  Random random(4);
  for (const std::size_t decisions : {1U, 15U, 16U, 17U, 40U}) {
    constexpr std::size_t units = 23;
    Csr<Attribute> rows;
    for (std::size_t d = 0; d < decisions; ++d) {
      for (std::uint32_t k = 0; k < d % 6; ++k) rows.push({UnitId{4 * k + 1}, random.normal()});
      rows.end_row();
    }
    const ScoreMap map(std::move(rows), units);
    AlignedArray<TypeParam> raw(units);
    for (TypeParam& value : raw) value = static_cast<TypeParam>(random.normal());
    std::vector<TypeParam> expected(decisions);
    map.apply(std::span<const TypeParam>(raw.data(), units), std::span(expected));

    const DecisionScores<TypeParam> scores_of(map);
    AlignedArray<TypeParam> buffer(scores_of.padded_size());
    const TypeParam* scores = scores_of(raw.data(), buffer.data());
    ASSERT_EQ(scores, buffer.data());
    for (std::size_t d = 0; d < decisions; ++d) EXPECT_NEAR(scores[d], expected[d], 1e-5);
  }
}

TYPED_TEST(DecisionScoresOf, AreTheRawScoresWhereEveryDecisionIsItsUnit) {
  const DecisionScores<TypeParam> scores_of(ScoreMap::identity(5));
  AlignedArray<TypeParam> raw(5), buffer(scores_of.padded_size());
  EXPECT_EQ(scores_of(raw.data(), buffer.data()), raw.data());
}

}  // namespace
}  // namespace clade::detail
