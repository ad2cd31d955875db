#include "measure/class_levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::label_space;
using ::testing::ElementsAre;

// The levels from 1 on which the two classes agree.
std::vector<std::size_t> agreement(const LabelSpace& labels, const char* a, const char* b) {
  const AncestorSets ancestors(labels.taxonomy(), labels.classes());
  const ClassLevels levels(labels.taxonomy(), ancestors);
  std::vector<char> agree(levels.count() + 1, 0);
  levels.mark_agreement(index_of(labels.find(a).value()), index_of(labels.find(b).value()), agree);
  EXPECT_TRUE(agree[0]);
  std::vector<std::size_t> result;
  for (std::size_t level = 1; level < agree.size(); ++level) {
    if (agree[level]) result.push_back(level);
  }
  return result;
}

//   root - a - a1 - {x, y};  a - z;  root - b
const std::string tree = "root\ta\nroot\tb\na\ta1\na1\tx\na1\ty\na\tz\n";

TEST(ClassLevels, AgreeDownToTheDeepestCommonAncestorOnATree) {
  const LabelSpace labels = label_space(tree, {"x"});
  EXPECT_THAT(agreement(labels, "x", "y"), ElementsAre(1, 2));
  EXPECT_THAT(agreement(labels, "x", "z"), ElementsAre(1));
  EXPECT_THAT(agreement(labels, "z", "x"), ElementsAre(1));
  EXPECT_THAT(agreement(labels, "x", "b"), ElementsAre());
}

TEST(ClassLevels, AClassAgreesWithItselfOnEveryLevel) {
  const LabelSpace labels = label_space(tree, {"x"});
  EXPECT_THAT(agreement(labels, "x", "x"), ElementsAre(1, 2, 3));
  EXPECT_THAT(agreement(labels, "b", "b"), ElementsAre(1, 2, 3));  // it has no deeper ancestor
}

TEST(ClassLevels, AnInnerClassAgreesWithAClassBelowItOnItsOwnLevelOnly) {
  const LabelSpace labels = label_space(tree, {"x"}, LabelNodes::all);
  EXPECT_THAT(agreement(labels, "a", "x"), ElementsAre(1));
  EXPECT_THAT(agreement(labels, "root", "x"), ElementsAre());
}

TEST(ClassLevels, OneCommonNodeIsEnoughInADag) {
  // x is below a and b, y below a, z below c: all two steps below the root.
  const LabelSpace labels =
      label_space("root\ta\nroot\tb\nroot\tc\na\tx\nb\tx\na\ty\nc\tz\n", {"x"});
  EXPECT_THAT(agreement(labels, "x", "y"), ElementsAre(1));
  EXPECT_THAT(agreement(labels, "x", "z"), ElementsAre());
  EXPECT_THAT(agreement(labels, "x", "x"), ElementsAre(1, 2));
}

TEST(ClassLevels, OfADagAreTheLongestWaysFromTheRoot) {
  // x is below the root itself and below c: three steps. It leaves a and b at level 1 to the
  // others.
  const LabelSpace labels =
      label_space("root\ta\nroot\tb\nroot\tx\na\tc\nb\tc\nc\tx\na\ty\n", {"x"});
  EXPECT_THAT(agreement(labels, "x", "y"), ElementsAre(1));
  EXPECT_THAT(agreement(labels, "x", "x"), ElementsAre(1, 2, 3));
}

TEST(ClassLevels, CountTheNodesOfALevel) {
  const LabelSpace labels = label_space(tree, {"a"});  // adds a__misc
  const AncestorSets ancestors(labels.taxonomy(), labels.classes());
  const ClassLevels levels(labels.taxonomy(), ancestors);
  ASSERT_EQ(levels.count(), 3U);
  EXPECT_EQ(levels.nodes(1), 2U);
  EXPECT_EQ(levels.nodes(2), 3U);
  EXPECT_EQ(levels.nodes(3), 2U);
}

TEST(ClassLevels, MakeThePerLevelAccuracy) {
  const LabelSpace labels = label_space(tree, {"x"});
  const Dataset truth(test::records({"x", "x", "x", "x"}), labels);
  const Evaluation result =
      test::evaluate_on(1, labels, truth, test::with_sets(labels, {"x", "y", "z", "b"}));
  ASSERT_EQ(result.per_level.size(), 3U);
  EXPECT_EQ(result.per_level[0].level, 1U);
  EXPECT_EQ(result.per_level[0].accuracy, 0.75);
  EXPECT_EQ(result.per_level[1].accuracy, 0.5);
  EXPECT_EQ(result.per_level[2].accuracy, 0.25);
  EXPECT_EQ(result.per_level[2].nodes, 2U);
}

}  // namespace
}  // namespace clade::detail
