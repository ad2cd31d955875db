#include "data/fingerprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace clade::detail {
namespace {

TEST(Fingerprint, IsOfTheContentInAnyOrderOfItsNamedParts) {
  const std::uint64_t x = Fingerprint::of_name("x"), y = Fingerprint::of_name("y");
  Fingerprint one, other, swapped;
  one.add_named(x, 1);
  one.add_named(y, 2);
  one.add_text("words");
  other.add_text("words");
  other.add_named(y, 2);
  other.add_named(x, 1);
  swapped.add_text("words");
  swapped.add_named(x, 2);
  swapped.add_named(y, 1);
  EXPECT_EQ(one.value(), other.value());
  EXPECT_NE(one.value(), swapped.value());
}

TEST(Fingerprint, OfNothingIsZero) {
  Fingerprint nothing;
  nothing.add_text("");
  nothing.add_named(Fingerprint::of_name("x"), 0);
  EXPECT_EQ(nothing.value(), 0U);
  nothing.add_text("x");
  EXPECT_NE(nothing.value(), 0U);
  nothing.clear();
  EXPECT_EQ(nothing.value(), 0U);
}

TEST(Fingerprint, OfARowIsTheSameInBothPrecisions) {
  const std::vector<BasicFeature<float>> single{{1, 0.5F}, {7, 0.1F}};
  const std::vector<BasicFeature<double>> twice{{1, 0.5}, {7, 0.1}};
  EXPECT_EQ(Fingerprint::of_row(BasicSparseRow<float>(single)),
            Fingerprint::of_row(BasicSparseRow<double>(twice)));
}

TEST(FingerprintCollector, KeepsASampleThatDoesNotDependOnTheOrder) {
  std::mt19937_64 engine(1);
  std::vector<std::uint64_t> all(1000);
  for (auto& one : all) one = engine();
  FingerprintCollector forward(100), backward(100);
  for (const std::uint64_t one : all) forward.add(std::vector<std::uint64_t>{one, 0});
  std::reverse(all.begin(), all.end());
  backward.add(all);
  backward.add(all);  // again
  const Fingerprints a = forward.take(), b = backward.take();
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.bound, b.bound);
  EXPECT_EQ(a.values.size(), 100U);
  EXPECT_TRUE(a.is_sample());
  std::sort(all.begin(), all.end());
  EXPECT_TRUE(a.has(all[99]));
  EXPECT_FALSE(a.covers(all[100]));
  // Together with others the smaller bound holds.
  FingerprintCollector both(1000);
  both.add(std::vector<std::uint64_t>{all[5] + 1, all[500]});
  both.add(a);
  const Fingerprints joined = both.take();
  EXPECT_EQ(joined.bound, a.bound);
  EXPECT_TRUE(joined.has(all[5] + 1));
  EXPECT_FALSE(joined.has(all[500]));
}

}  // namespace
}  // namespace clade::detail
