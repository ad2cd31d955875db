#include "linear/weight_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "base/random.h"
#include "clade/error.h"
#include "data/sparse_rows.h"
#include "linear/aligned_array.h"

namespace clade::detail {
namespace {

// Every test runs on both forms of rows and both types of numbers.
template <class RealType, RowForm Form>
struct Rows {
  using Real = RealType;
  static WeightRows<Real> make(std::size_t features, std::size_t units) {
    return {features, units, Form};
  }
};

template <class Rows>
class WeightRowsOf : public testing::Test {};
using RowTypes = testing::Types<Rows<float, RowForm::dense>, Rows<double, RowForm::dense>,
                                Rows<float, RowForm::sparse>, Rows<double, RowForm::sparse>>;
TYPED_TEST_SUITE(WeightRowsOf, RowTypes);

template <class Real>
using Row = std::vector<BasicFeature<Real>>;
template <class Real>
using Matrix = std::vector<std::vector<Real>>;

template <class Real>
Matrix<Real> all_weights(const WeightRows<Real>& weights) {
  Matrix<Real> all(weights.features(), std::vector<Real>(weights.units(), Real{99}));
  for (std::size_t j = 0; j < all.size(); ++j) weights.view().copy_row(j, all[j]);
  return all;
}

// Whole stretches of units are zero, as in trained weights, and every fourth row.
template <class Real>
std::vector<Real> random_row(std::size_t units, Random& random) {
  std::vector<Real> row(units, Real{0});
  if (random.below(4) == 0) return row;
  const std::uint64_t share = 1 + random.below(9);
  for (std::size_t r = 0; r < units; r += 8) {
    if (random.below(10) >= share) continue;
    for (std::size_t u = r; u < std::min(r + 8, units); ++u) {
      row[u] = static_cast<Real>(random.normal());
    }
  }
  return row;
}

template <class Real>
void fill_randomly(WeightRows<Real>& weights, Random& random) {
  for (std::size_t j = 0; j < weights.features(); ++j) {
    weights.set_row(j, random_row<Real>(weights.units(), random));
  }
}

template <class Real>
std::vector<Real> plain_scores(const Matrix<Real>& weights, std::size_t units, const Row<Real>& x) {
  std::vector<Real> scores(units, Real{0});
  for (const auto& f : x) {
    for (std::size_t r = 0; r < units; ++r) scores[r] += f.value * weights[f.index][r];
  }
  return scores;
}

double squares(const auto& matrix) {
  double sum = 0;
  for (const auto& row : matrix) {
    for (const auto w : row) sum += static_cast<double>(w) * static_cast<double>(w);
  }
  return sum;
}

TYPED_TEST(WeightRowsOf, StartAtZero) {
  using Real = typename TypeParam::Real;
  const auto weights = TypeParam::make(7, 21);
  EXPECT_EQ(all_weights(weights), Matrix<Real>(7, std::vector<Real>(21)));
  EXPECT_EQ(weights.squared_norm(), 0);
}

TYPED_TEST(WeightRowsOf, RowsStartOnACacheLineAndEndWithWholeOnes) {
  using Real = typename TypeParam::Real;
  auto weights = TypeParam::make(3, 21);
  for (std::size_t j = 0; j < 3; ++j) weights.set_row(j, std::vector<Real>(21, Real{1}));
  EXPECT_EQ(weights.view().stride, WeightRows<Real>::stride_for(21));
  for (std::size_t j = 0; j < 3; ++j) {
    const BlockRow<Real> row = weights.view().blocks(j);
    EXPECT_EQ(row.count * block_units<Real>, weights.view().stride);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(row.data) % 64, 0U);
  }
}

TYPED_TEST(WeightRowsOf, StrideIsTheNextFullCacheLine) {
  using Real = typename TypeParam::Real;
  constexpr std::size_t step = 64 / sizeof(Real);
  EXPECT_EQ(WeightRows<Real>::stride_for(0), 0U);
  EXPECT_EQ(WeightRows<Real>::stride_for(1), step);
  EXPECT_EQ(WeightRows<Real>::stride_for(step), step);
  EXPECT_EQ(WeightRows<Real>::stride_for(step + 1), 2 * step);
}

// Every number of vectors in a tile, and rows too long for tiles.
TYPED_TEST(WeightRowsOf, ScoresAreThoseOfOneRowAfterTheOther) {
  using Real = typename TypeParam::Real;
  const double tolerance = sizeof(Real) == 4 ? 1e-5 : 1e-13;
  Random random(1);
  constexpr std::array<std::size_t, 13> sizes{1,   16,  17,  37,  64,  70,  100,
                                              120, 128, 200, 257, 400, 1000};
  for (const std::size_t units : sizes) {
    auto weights = TypeParam::make(12, units);
    fill_randomly(weights, random);
    for (std::size_t length = 0; length <= 12; ++length) {
      Row<Real> x;
      for (std::size_t j = 0; j < length; ++j) {
        x.push_back({static_cast<std::uint32_t>(11 - j), static_cast<Real>(random.normal())});
      }
      std::vector<Real> raw(weights.view().stride, Real{99});
      weights.view().score(x, raw.data());
      const auto expected = plain_scores(all_weights(weights), units, x);
      for (std::size_t r = 0; r < units; ++r) {
        EXPECT_NEAR(raw[r], expected[r], tolerance) << units << " " << length << " " << r;
      }
      for (std::size_t r = units; r < raw.size(); ++r) EXPECT_EQ(raw[r], 0);
    }
  }
}

TYPED_TEST(WeightRowsOf, SeveralThreadsMayScoreAtOnce) {
  using Real = typename TypeParam::Real;
  Random random(8);
  auto weights = TypeParam::make(20, 300);
  fill_randomly(weights, random);
  Row<Real> x;
  for (std::uint32_t j = 0; j < 20; ++j) x.push_back({j, static_cast<Real>(random.normal())});
  std::vector<Real> expected(weights.view().stride);
  weights.view().score(x, expected.data());
  std::array<std::vector<Real>, 3> raw;
  std::vector<std::thread> threads;
  for (auto& own : raw) {
    own.resize(weights.view().stride);
    threads.emplace_back([&weights, &x, &own] {
      for (int round = 0; round < 50; ++round) weights.view().score(x, own.data());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : raw) EXPECT_EQ(own, expected);
}

TYPED_TEST(WeightRowsOf, AddMovesOnlyTheGivenUnits) {
  using Real = typename TypeParam::Real;
  auto weights = TypeParam::make(3, 5);
  const Row<Real> x{{0, Real{2}}, {2, Real{-1}}};
  UnitChange<Real> change(5);
  change.add(UnitId{1}, 0.5);
  change.add(UnitId{4}, -3);
  weights.add(x, change);
  change.clear();
  change.add(UnitId{1}, 0.5);
  weights.add(x, change);
  EXPECT_EQ(all_weights(weights),
            (Matrix<Real>{{0, 2, 0, 0, -6}, {0, 0, 0, 0, 0}, {0, -1, 0, 0, 3}}));
  EXPECT_DOUBLE_EQ(weights.squared_norm(), 4 + 36 + 1 + 9);
}

// One block, a last block that is not whole, rows that stay sparse and rows that become full.
TYPED_TEST(WeightRowsOf, ManyAdditionsAddUp) {
  using Real = typename TypeParam::Real;
  Random random(5);
  for (const std::size_t units : {std::size_t{3}, std::size_t{50}, std::size_t{1003}}) {
    constexpr std::size_t features = 30;
    auto weights = TypeParam::make(features, units);
    Matrix<Real> expected(features, std::vector<Real>(units));
    UnitChange<Real> change(units);
    for (int round = 0; round < 200; ++round) {
      Row<Real> x;
      for (std::uint32_t j = 0; j < features; ++j) {
        // Rows of small numbers change often, as frequent words do.
        if (random.below(j + 1) < 2) x.push_back({j, static_cast<Real>(random.below(3)) - 1});
      }
      for (std::uint64_t k = 1 + random.below(6); k > 0; --k) {
        const auto unit = random.below(units);
        const auto amount = static_cast<double>(random.below(9)) - 4;
        change.add(static_cast<UnitId>(unit), amount);
        for (const auto& f : x) expected[f.index][unit] += f.value * static_cast<Real>(amount);
      }
      weights.add(x, change);
      change.clear();
      ASSERT_EQ(all_weights(weights), expected) << units << " " << round;
    }
    EXPECT_DOUBLE_EQ(weights.squared_norm(), squares(expected));
  }
}

TYPED_TEST(WeightRowsOf, PartsOfAChangeAddUpToAllOfIt) {
  using Real = typename TypeParam::Real;
  auto whole = TypeParam::make(4, 200), parts = TypeParam::make(4, 200);
  const Row<Real> x{{1, Real{2}}, {3, Real{-1}}};
  UnitChange<Real> change(200);
  for (std::uint32_t u = 0; u < 200; u += 30) change.add(UnitId{u}, u + 1.0);
  whole.add(x, change);
  const auto blocks = change.blocks();
  parts.add(x, change.values(), blocks.subspan(blocks.size() / 2));
  parts.add(x, change.values(), blocks.first(blocks.size() / 2));
  EXPECT_EQ(all_weights(parts), all_weights(whole));
  EXPECT_GT(parts.squared_norm(), 0);
}

TYPED_TEST(WeightRowsOf, BecomeZeroAgainWhateverTheSize) {
  using Real = typename TypeParam::Real;
  for (const std::size_t features : {std::size_t{3}, std::size_t{9000}}) {
    auto weights = TypeParam::make(features, 40);
    weights.set_row(features - 1, std::vector<Real>(40, Real{1}));
    weights.set_row(0, std::vector<Real>(40, Real{1}));
    EXPECT_EQ(weights.squared_norm(), 80);
    weights.set_zero();
    EXPECT_EQ(weights.squared_norm(), 0);
    UnitChange<Real> change(40);
    change.add(UnitId{39}, 2);
    weights.add(Row<Real>{{0, Real{1}}}, change);
    EXPECT_EQ(weights.squared_norm(), 4);
  }
}

TYPED_TEST(WeightRowsOf, SetRowReplacesWhatWasThere) {
  using Real = typename TypeParam::Real;
  Random random(3);
  auto weights = TypeParam::make(5, 90);
  Matrix<Real> expected(5, std::vector<Real>(90));
  for (int round = 0; round < 60; ++round) {
    const std::size_t j = random.below(5);
    expected[j] = random_row<Real>(90, random);
    weights.set_row(j, expected[j]);
    ASSERT_EQ(all_weights(weights), expected);
  }
}

TYPED_TEST(WeightRowsOf, AssignCopiesEveryWeightOfEitherForm) {
  using Real = typename TypeParam::Real;
  Random random(2);
  for (const RowForm form : {RowForm::dense, RowForm::sparse}) {
    WeightRows<Real> source(9, 70, form);
    fill_randomly(source, random);
    auto target = TypeParam::make(9, 70);
    fill_randomly(target, random);
    target.assign(source);
    EXPECT_EQ(all_weights(target), all_weights(source));
    target.assign(target);
    EXPECT_EQ(all_weights(target), all_weights(source));
  }
}

TYPED_TEST(WeightRowsOf, ScaleMultipliesEveryWeight) {
  using Real = typename TypeParam::Real;
  Random random(4);
  auto weights = TypeParam::make(9, 70);
  fill_randomly(weights, random);
  Matrix<Real> expected = all_weights(weights);
  for (auto& row : expected) {
    for (Real& w : row) w *= Real{0.5};
  }
  weights.scale(0.5);
  EXPECT_EQ(all_weights(weights), expected);
}

TYPED_TEST(WeightRowsOf, DistanceIsTheNormOfTheDifference) {
  using Real = typename TypeParam::Real;
  Random random(6);
  for (const RowForm form : {RowForm::dense, RowForm::sparse}) {
    auto a = TypeParam::make(9, 70);
    WeightRows<Real> b(9, 70, form);
    fill_randomly(a, random);
    EXPECT_NEAR(a.squared_distance(b), a.squared_norm(), 1e-9);
    fill_randomly(b, random);
    const Matrix<Real> left = all_weights(a), right = all_weights(b);
    Matrix<double> difference(9, std::vector<double>(70));
    for (std::size_t j = 0; j < 9; ++j) {
      for (std::size_t r = 0; r < 70; ++r) {
        difference[j][r] = static_cast<double>(left[j][r]) - static_cast<double>(right[j][r]);
      }
    }
    EXPECT_NEAR(a.squared_distance(b), squares(difference), 1e-9);
    EXPECT_EQ(a.squared_distance(a), 0);
  }
}

TYPED_TEST(WeightRowsOf, NormIsSummedInDouble) {
  using Real = typename TypeParam::Real;
  auto weights = TypeParam::make(1, 1001);
  std::vector<Real> row(1001, Real{1});
  row[0] = 10000;
  weights.set_row(0, row);
  EXPECT_DOUBLE_EQ(weights.squared_norm(), 1e8 + 1000);
}

TYPED_TEST(WeightRowsOf, NonzeroWeightsComeInOrderWithoutThePadding) {
  using Real = typename TypeParam::Real;
  auto weights = TypeParam::make(2, 45);
  std::vector<Real> row(45);
  row[0] = 1;
  row[17] = -2;
  row[44] = 3;
  weights.set_row(1, row);
  std::vector<std::pair<std::size_t, Real>> seen;
  const auto note = [&seen](std::size_t unit, Real weight) { seen.emplace_back(unit, weight); };
  weights.view().for_each_nonzero(0, note);
  EXPECT_TRUE(seen.empty());
  weights.view().for_each_nonzero(1, note);
  EXPECT_EQ(seen, (std::vector<std::pair<std::size_t, Real>>{{0, 1}, {17, -2}, {44, 3}}));
}

TYPED_TEST(WeightRowsOf, NoFeatureOrNoUnitIsNoTrouble) {
  using Real = typename TypeParam::Real;
  auto no_features = TypeParam::make(0, 5), no_units = TypeParam::make(5, 0);
  no_features.set_zero();
  no_units.set_zero();
  no_units.assign(TypeParam::make(5, 0));
  no_units.set_row(2, {});
  no_units.scale(2);
  no_units.view().score({}, nullptr);
  EXPECT_EQ(no_features.squared_norm() + no_units.squared_norm(), 0);
  std::vector<Real> raw(no_features.view().stride, Real{1});
  no_features.view().score({}, raw.data());
  EXPECT_EQ(raw[0], 0);
}

TYPED_TEST(WeightRowsOf, RefuseWhatMemoryCannotHold) {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  const std::vector<std::pair<std::size_t, std::size_t>> shapes{
      {std::size_t{1} << 40, 1'000'000}, {huge / 4, huge / 4}, {huge, 1}, {1, huge}, {huge, huge}};
  for (const auto& [features, units] : shapes) {
    try {
      TypeParam::make(features, units);
      ADD_FAILURE() << features << " x " << units;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::environment);
    }
  }
}

TYPED_TEST(WeightRowsOf, MovedWeightsKeepTheirView) {
  using Real = typename TypeParam::Real;
  auto first = TypeParam::make(2, 30);
  first.set_row(1, std::vector<Real>(30, Real{3}));
  const WeightView<Real> view = first.view();
  const WeightRows<Real> second = std::move(first);
  EXPECT_EQ(second.view().data, view.data);
  EXPECT_EQ(second.squared_norm(), 270);
}

TEST(WeightRows, DenseRowsCanBeWrittenInPlace) {
  WeightRows<float> weights(2, 20, RowForm::dense);
  weights.row(1)[19] = 2;
  EXPECT_EQ(weights.view().row(1)[19], 2);
  EXPECT_EQ(weights.squared_norm(), 4);
}

TEST(WeightRows, AreSparseFromOneGibibyteOn) {
  EXPECT_EQ(WeightRows<float>::form_for(1 << 20, 256), RowForm::dense);
  EXPECT_EQ(WeightRows<float>::form_for(1 << 20, 257), RowForm::sparse);
  EXPECT_EQ(WeightRows<double>::form_for(1 << 20, 129), RowForm::sparse);
  EXPECT_EQ(WeightRows<float>(10, 100).form(), RowForm::dense);
  EXPECT_EQ(WeightRows<float>(1 << 20, 257).form(), RowForm::sparse);
}

TEST(WeightRows, ErrorGivesSizeFeaturesAndUnits) {
  try {
    WeightRows<float> weights(std::size_t{1} << 30, std::size_t{1} << 20, RowForm::dense);
    ADD_FAILURE();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("1073741824 features"), std::string::npos) << message;
    EXPECT_NE(message.find("1048576 units"), std::string::npos) << message;
    EXPECT_NE(message.find("4.19e+06 GiB"), std::string::npos) << message;
  }
}

// Several changes at once, on several threads, are the same changes one after the other.
TYPED_TEST(WeightRowsOf, TakesManyChangesOnAllThreads) {
  using Real = typename TypeParam::Real;
  constexpr std::size_t features = 60, units = 900, count = 32;
  Random random(8);
  auto one_by_one = TypeParam::make(features, units), together = TypeParam::make(features, units);
  ThreadPool pool(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<Row<Real>> rows(count);
    std::vector<UnitChange<Real>> changes;
    std::vector<RowChange<Real>> all;
    changes.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
      for (std::uint32_t j = 0; j < features; ++j) {
        if (random.below(j + 1) < 3) rows[k].push_back({j, static_cast<Real>(random.normal())});
      }
      changes.emplace_back(units);
      for (int c = 0; c < 5; ++c) {
        changes[k].add(static_cast<UnitId>(random.below(units)), random.normal());
      }
      one_by_one.add(rows[k], changes[k]);
      const auto blocks = changes[k].blocks();
      all.push_back({rows[k], changes[k].values(), blocks});
    }
    together.add(all, pool);
  }
  std::vector<Real> a(units), b(units);
  for (std::size_t j = 0; j < features; ++j) {
    one_by_one.view().copy_row(j, a);
    together.view().copy_row(j, b);
    EXPECT_EQ(a, b) << j;
  }
}

// Integers add up exactly, whatever the order.
TEST(WeightRows, BothFormsGiveTheSameScoresAndNorms) {
  Random random(7);
  WeightRows<float> dense(40, 700, RowForm::dense), sparse(40, 700, RowForm::sparse);
  UnitChange<float> change(700);
  for (int round = 0; round < 300; ++round) {
    Row<float> x;
    for (std::uint32_t j = 0; j < 40; ++j) {
      if (random.below(j + 1) == 0) x.push_back({j, static_cast<float>(random.below(5)) - 2});
    }
    for (int k = 0; k < 5; ++k) {
      change.add(static_cast<UnitId>(random.below(700)), static_cast<double>(random.below(7)) - 3);
    }
    dense.add(x, change);
    sparse.add(x, change);
    change.clear();
    std::vector<float> a(dense.view().stride), b(sparse.view().stride);
    dense.view().score(x, a.data());
    sparse.view().score(x, b.data());
    ASSERT_EQ(a, b);
    ASSERT_EQ(dense.squared_norm(), sparse.squared_norm());
  }
  EXPECT_EQ(sparse.squared_distance(dense), 0);
}

// Rows with few blocks, many, all, or those from one on: sums go in many orders.
template <class Real>
void fill_some_blocks(WeightRows<Real>& weights, Random& random) {
  for (std::size_t j = 0; j < weights.features(); ++j) {
    std::vector<Real> row(weights.units());
    const bool is_stretch = random.below(4) > 0;
    const std::uint64_t share = is_stretch ? 8 : random.below(9);
    const std::size_t first = is_stretch ? random.below(row.size()) : 0;
    for (std::size_t u = first / 64 * 64; u < row.size(); u += block_units<Real>) {
      if (random.below(8) >= share) continue;
      for (std::size_t k = u; k < std::min(u + block_units<Real>, row.size()); ++k) {
        row[k] = static_cast<Real>(random.normal());
      }
    }
    weights.set_row(j, row);
  }
}

template <class Real>
void expect_scores_of_blocks(const WeightView<Real>& view, const Row<Real>& x,
                             const std::vector<std::uint32_t>& blocks) {
  AlignedArray<Real> all(view.stride), some(view.stride, Real{99});
  view.score(x, all.data());
  view.score_blocks(x, blocks, some.data());
  for (const std::uint32_t block : blocks) {
    for (std::size_t u = 0; u < block_units<Real>; ++u) {
      const std::size_t unit = block * block_units<Real> + u;
      ASSERT_EQ(some[unit], all[unit]) << view.units << " " << x.size() << " " << unit;
    }
  }
}

TYPED_TEST(WeightRowsOf, ScoresOfSomeBlocksAreThoseOfAll) {
  using Real = typename TypeParam::Real;
  Random random(31);
  for (const std::size_t units : {5U, 130U, 1100U}) {
    WeightRows<Real> weights = TypeParam::make(420, units);
    fill_some_blocks(weights, random);
    const auto count = static_cast<std::uint32_t>(weights.view().blocks_per_row());
    for (const std::size_t length : {0U, 1U, 4U, 7U, 19U, 127U, 128U, 200U}) {
      Row<Real> x;
      for (std::uint32_t j = 0; x.size() < length; j += 1 + (j % 2)) {
        x.push_back({j, static_cast<Real>(random.normal())});
      }
      for (std::uint32_t first = 0; first < count; ++first) {
        std::vector<std::uint32_t> blocks{first};  // then a run, and one apart
        expect_scores_of_blocks(weights.view(), x, blocks);
        for (const std::uint32_t more : {1U, 2U, 3U, 5U}) {
          if (first + more < count) blocks.push_back(first + more);
        }
        expect_scores_of_blocks(weights.view(), x, blocks);
      }
    }
  }
}

}  // namespace
}  // namespace clade::detail
