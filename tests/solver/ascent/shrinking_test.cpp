#include "solver/ascent/shrinking.h"

#include <gtest/gtest.h>

namespace clade::detail {
namespace {

int epochs_left_out(Shrinking& shrinking, std::size_t instance) {
  int epochs = 0;
  while (shrinking.leaves_out(instance)) ++epochs;
  return epochs;
}

TEST(Shrinking, LeavesQuietInstancesOutForTwiceAsLongEachTime) {
  Shrinking shrinking(2);
  for (const int expected : {1, 3, 7, 15, 15}) {
    shrinking.record(0, 0, 1);
    shrinking.record(1, 1, 0);
    EXPECT_EQ(epochs_left_out(shrinking, 0), 0);
    EXPECT_EQ(epochs_left_out(shrinking, 1), expected);
  }
}

TEST(Shrinking, StartsOverForAnInstanceThatIsViolatedAgain) {
  Shrinking shrinking(2);
  shrinking.record(0, 0, 1);
  shrinking.record(1, 1, 0);
  shrinking.record(1, 1, 1);
  EXPECT_FALSE(shrinking.leaves_out(1));
  shrinking.record(1, 1, 0);
  EXPECT_EQ(epochs_left_out(shrinking, 1), 1);
}

TEST(Shrinking, LeavesNothingOutAfterAReset) {
  Shrinking shrinking(2);
  shrinking.record(0, 0, 1);
  shrinking.record(1, 1, 0);
  shrinking.reset();
  EXPECT_FALSE(shrinking.leaves_out(1));
}

}  // namespace
}  // namespace clade::detail
