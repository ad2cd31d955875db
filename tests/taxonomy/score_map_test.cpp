#include "taxonomy/score_map.h"

#include <gtest/gtest.h>

#include <vector>

namespace clade::detail {
namespace {

// F0 = 2 s0 + s2, F1 = -s1 + 3 s2, F2 = 0.
ScoreMap small_map() {
  Csr<Attribute> rows;
  rows.push_row(std::vector<Attribute>{{UnitId{0}, 2}, {UnitId{2}, 1}});
  rows.push_row(std::vector<Attribute>{{UnitId{1}, -1}, {UnitId{2}, 3}});
  rows.end_row();
  return {std::move(rows), 3};
}

TEST(ScoreMap, AppliesStrengthsToRawScores) {
  const ScoreMap map = small_map();
  EXPECT_EQ(map.decisions(), 3U);
  EXPECT_EQ(map.units(), 3U);
  const std::vector<double> raw{1, 10, 100};
  std::vector<double> scores(3);
  map.apply<double, double>(raw, scores);
  EXPECT_EQ(scores, (std::vector<double>{102, 290, 0}));
}

TEST(ScoreMap, GramIsTheInnerProductOfTwoRows) {
  const ScoreMap map = small_map();
  EXPECT_EQ(map.gram(0, 0), 5);
  EXPECT_EQ(map.gram(0, 1), 3);
  EXPECT_EQ(map.gram(1, 0), 3);
  EXPECT_EQ(map.gram(1, 1), 10);
  EXPECT_EQ(map.gram(0, 2), 0);
}

TEST(ScoreMap, IdentityGivesEveryDecisionItsOwnUnit) {
  const ScoreMap map = ScoreMap::identity(3);
  EXPECT_EQ(map.units(), 3U);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(map.gram(a, b), a == b ? 1 : 0);
  }
}

}  // namespace
}  // namespace clade::detail
