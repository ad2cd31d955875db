#include "linear/weight_rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "base/random.h"
#include "clade/error.h"

namespace clade {
namespace {

template <class Real>
class WeightRowsOf : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(WeightRowsOf, RealTypes);

template <class Real>
WeightRows<Real> random_weights(std::size_t features, std::size_t units, Random& random) {
  WeightRows<Real> weights(features, units);
  for (std::size_t j = 0; j < features; ++j) {
    for (Real& w : weights.row(j)) w = static_cast<Real>(random.normal());
  }
  return weights;
}

// Sums in the order of the features, as one row after the other.
template <class Real>
std::vector<Real> plain_scores(const WeightRows<Real>& weights,
                               const std::vector<BasicFeature<Real>>& x) {
  std::vector<Real> scores(weights.units(), Real{0});
  for (const auto& f : x) {
    for (std::size_t r = 0; r < scores.size(); ++r) {
      scores[r] += f.value * weights.view().row(f.index)[r];
    }
  }
  return scores;
}

TYPED_TEST(WeightRowsOf, StartsAtZeroWithAlignedRows) {
  const WeightRows<TypeParam> weights(7, 21);
  EXPECT_EQ(weights.view().stride % (64 / sizeof(TypeParam)), 0U);
  EXPECT_GE(weights.view().stride, 21U);
  for (std::size_t j = 0; j < 7; ++j) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(weights.view().row(j).data()) % 64, 0U);
    for (const TypeParam w : weights.view().row(j)) EXPECT_EQ(w, 0);
  }
  EXPECT_EQ(weights.squared_norm(), 0);
}

TYPED_TEST(WeightRowsOf, StrideIsTheNextFullCacheLine) {
  constexpr std::size_t step = 64 / sizeof(TypeParam);
  EXPECT_EQ(WeightRows<TypeParam>::stride_for(0), 0U);
  EXPECT_EQ(WeightRows<TypeParam>::stride_for(1), step);
  EXPECT_EQ(WeightRows<TypeParam>::stride_for(step), step);
  EXPECT_EQ(WeightRows<TypeParam>::stride_for(step + 1), 2 * step);
}

// Every number of vectors in a tile, and rows too long for tiles.
TYPED_TEST(WeightRowsOf, ScoresAreThoseOfOneRowAfterTheOther) {
  const double tolerance = sizeof(TypeParam) == 4 ? 1e-5 : 1e-13;
  Random random(1);
  for (const std::size_t units : {1, 16, 17, 37, 64, 70, 100, 120, 128, 200, 257, 400, 1000}) {
    const auto weights = random_weights<TypeParam>(12, units, random);
    for (std::size_t length = 0; length <= 12; ++length) {
      std::vector<BasicFeature<TypeParam>> x;
      for (std::size_t j = 0; j < length; ++j) {
        x.push_back({static_cast<std::uint32_t>(11 - j), static_cast<TypeParam>(random.normal())});
      }
      std::vector<TypeParam> raw(weights.view().stride, TypeParam{99});
      weights.view().score(x, raw.data());
      const auto expected = plain_scores(weights, x);
      for (std::size_t r = 0; r < units; ++r) {
        EXPECT_NEAR(raw[r], expected[r], tolerance) << units << " " << length << " " << r;
      }
      for (std::size_t r = units; r < raw.size(); ++r) EXPECT_EQ(raw[r], 0);
    }
  }
}

TYPED_TEST(WeightRowsOf, AddMovesOnlyTheGivenUnits) {
  WeightRows<TypeParam> weights(3, 5);
  const std::vector<BasicFeature<TypeParam>> x{{0, TypeParam{2}}, {2, TypeParam{-1}}};
  UnitChange<TypeParam> change(5);
  change.add(UnitId{1}, 0.5);
  change.add(UnitId{4}, -3);
  weights.add(x, change);
  change.clear();
  change.add(UnitId{1}, 0.5);
  weights.add(x, change);
  const std::vector<std::vector<TypeParam>> expected{
      {0, 2, 0, 0, -6}, {0, 0, 0, 0, 0}, {0, -1, 0, 0, 3}};
  for (std::size_t j = 0; j < 3; ++j) {
    const auto row = weights.view().row(j);
    EXPECT_EQ(std::vector<TypeParam>(row.begin(), row.end()), expected[j]);
  }
  EXPECT_DOUBLE_EQ(weights.squared_norm(), 4 + 36 + 1 + 9);
}

TYPED_TEST(WeightRowsOf, BecomesZeroAgainWhateverTheSize) {
  for (const std::size_t features : {std::size_t{3}, std::size_t{9000}}) {
    WeightRows<TypeParam> weights(features, 40);
    weights.row(features - 1)[39] = 1;
    weights.row(0)[0] = 1;
    weights.set_zero();
    EXPECT_EQ(weights.squared_norm(), 0);
    weights.row(0)[0] = 2;
    EXPECT_EQ(weights.squared_norm(), 4);
  }
}

TYPED_TEST(WeightRowsOf, AssignCopiesEveryWeight) {
  Random random(2);
  const auto source = random_weights<TypeParam>(6, 20, random);
  auto target = random_weights<TypeParam>(6, 20, random);
  target.assign(source);
  for (std::size_t j = 0; j < 6; ++j) {
    for (std::size_t r = 0; r < 20; ++r) {
      EXPECT_EQ(target.view().row(j)[r], source.view().row(j)[r]);
    }
  }
}

TYPED_TEST(WeightRowsOf, NormIsSummedInDouble) {
  WeightRows<TypeParam> weights(1, 1001);
  weights.row(0)[0] = 10000;
  for (std::size_t r = 1; r <= 1000; ++r) weights.row(0)[r] = 1;
  EXPECT_DOUBLE_EQ(weights.squared_norm(), 1e8 + 1000);
}

TYPED_TEST(WeightRowsOf, NoFeatureOrNoUnitIsNoTrouble) {
  WeightRows<TypeParam> no_features(0, 5), no_units(5, 0);
  no_features.set_zero();
  no_units.set_zero();
  no_units.assign(no_units);
  EXPECT_EQ(no_features.squared_norm() + no_units.squared_norm(), 0);
  std::vector<TypeParam> raw(no_features.view().stride, TypeParam{1});
  no_features.view().score({}, raw.data());
  EXPECT_EQ(raw[0], 0);
}

TYPED_TEST(WeightRowsOf, RefusesWhatMemoryCannotHold) {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  const std::vector<std::pair<std::size_t, std::size_t>> shapes{
      {1'000'000'000, 1'000'000}, {huge / 4, huge / 4}, {huge, 1}, {1, huge}, {huge, huge}};
  for (const auto& [features, units] : shapes) {
    try {
      WeightRows<TypeParam> weights(features, units);
      ADD_FAILURE() << features << " x " << units;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::environment);
    }
  }
}

TEST(WeightRows, ErrorGivesSizeFeaturesAndUnits) {
  try {
    WeightRows<float> weights(std::size_t{1} << 30, std::size_t{1} << 20);
    ADD_FAILURE();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("1073741824 features"), std::string::npos) << message;
    EXPECT_NE(message.find("1048576 units"), std::string::npos) << message;
    EXPECT_NE(message.find("4.19e+06 GiB"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace clade
