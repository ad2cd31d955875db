#include "linear/class_sums.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"

namespace clade::detail {
namespace {

template <class Real>
class ClassSumsOf : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ClassSumsOf, RealTypes);

template <class Real>
void expect_the_bits_of(const ScoreMap& map) {
  Random random(7);
  std::vector<Real> raw(map.units() + ClassSums::slack, std::numeric_limits<Real>::quiet_NaN());
  for (std::size_t u = 0; u < map.units(); ++u) raw[u] = static_cast<Real>(random.normal());
  std::vector<double> expected(map.decisions()), shared;
  map.apply(std::span<const Real>(raw.data(), map.units()), std::span(expected));
  std::vector<double> scores(map.decisions() + ClassSums::slack);
  ClassSums(map).apply(raw.data(), shared, scores.data());
  scores.resize(expected.size());
  EXPECT_EQ(scores, expected);
}

// Classes of a tree with three levels: groups of one to twenty children.
ScoreMap tree_map(double strength) {
  Csr<Attribute> rows;
  constexpr std::uint32_t groups = 20;
  std::uint32_t leaf = 2 + groups;
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t child = 0; child <= g; ++child, ++leaf) {
      rows.push_row(std::vector<Attribute>{
          {UnitId{g / 10}, strength}, {UnitId{2 + g}, strength}, {UnitId{leaf}, strength}});
    }
  }
  return {std::move(rows), leaf};
}

TYPED_TEST(ClassSumsOf, HaveTheBitsOfTheScoreMapInATree) {
  expect_the_bits_of<TypeParam>(tree_map(1));
  expect_the_bits_of<TypeParam>(tree_map(0.5773502691896258));
}

TYPED_TEST(ClassSumsOf, HaveTheBitsOfAnyScoreMap) {
  Random random(4);
  for (const std::size_t decisions : {0U, 1U, 7U, 8U, 9U, 40U}) {
    Csr<Attribute> rows;
    for (std::size_t d = 0; d < decisions; ++d) {
      for (std::uint32_t k = 0; k < d % 6; ++k) rows.push({UnitId{4 * k + 1}, random.normal()});
      rows.end_row();
    }
    expect_the_bits_of<TypeParam>(ScoreMap(std::move(rows), 23));
  }
}

// An inner class is the beginning of others.
TYPED_TEST(ClassSumsOf, KnowClassesAtInnerNodes) {
  Csr<Attribute> rows;
  rows.push_row(std::vector<Attribute>{{UnitId{0}, 2.0}});
  rows.push_row(std::vector<Attribute>{{UnitId{0}, 2.0}, {UnitId{1}, 0.3}});
  rows.push_row(std::vector<Attribute>{{UnitId{0}, 2.0}, {UnitId{2}, 0.3}});
  rows.push_row(std::vector<Attribute>{{UnitId{0}, 1.0}, {UnitId{3}, 0.3}});
  expect_the_bits_of<TypeParam>(ScoreMap(std::move(rows), 4));
}

TYPED_TEST(ClassSumsOf, AreTheRawScoresOfFlatModels) {
  expect_the_bits_of<TypeParam>(ScoreMap::identity(21));
}

TEST(FirstLargest, FindsTheFirstOfEquals) {
  for (const std::size_t size : {1U, 5U, 8U, 9U, 16U, 30U}) {
    for (std::size_t at = 0; at < size; ++at) {
      std::vector<double> scores(size, -3);
      scores[at] = scores.back() = -1;
      EXPECT_EQ(first_largest(scores), at);
    }
  }
  EXPECT_EQ(first_largest(std::vector<double>(20, -0.0)), 0U);
}

TEST(FirstLargest, FindsInfinities) {
  std::vector<double> scores(20, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(first_largest(scores), 0U);
  scores[13] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first_largest(scores), 13U);
}

TEST(FirstLargest, KnowsNothingOfWhatIsNotANumber) {
  EXPECT_EQ(first_largest({}), 0U);
  for (std::size_t at = 0; at < 19; ++at) {
    std::vector<double> scores(19, 1);
    scores[at] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(first_largest(scores), 19U);
  }
}

}  // namespace
}  // namespace clade::detail
