#include "taxonomy/levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clade::detail {
namespace {

using ::testing::ElementsAre;

TEST(LevelsOf, AreTheLongestWaysFromTheRoot) {
  const Taxonomy dag = Taxonomy::parse("r\ta\nr\tx\na\tx\n", "t");
  EXPECT_THAT(levels_of(dag), ElementsAre(0, 1, 2));
}

TEST(LevelsOf, CountStepsAndNotAncestors) {
  // x has four ancestors, but is two steps below the root.
  const Taxonomy dag = Taxonomy::parse("r\ta\nr\tb\nr\tc\na\tx\nb\tx\nc\tx\n", "t");
  EXPECT_THAT(levels_of(dag), ElementsAre(0, 1, 1, 1, 2));
}

}  // namespace
}  // namespace clade::detail
