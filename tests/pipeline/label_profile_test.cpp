#include "pipeline/label_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using testing::read_svm_text;

const Taxonomy tree = Taxonomy::parse("r\ta\nr\tb\na\ta1\na\ta2\n", "t");

TEST(LabelProfile, CountsLabelsAndClasses) {
  const Records records = read_svm_text("a1,a2 1:1\na1 1:1\na 1:1\n? 1:1\nzebra,b 1:1\n");
  const LabelProfile p = profile_labels(tree, records);
  EXPECT_THAT(p.examples, ElementsAre(0, 1, 1, 2, 1));
  EXPECT_THAT(p.set_sizes, ElementsAre(Pair(1, 2), Pair(2, 2)));
  EXPECT_THAT(p.class_depth, ElementsAre(Pair(1, 2), Pair(2, 2)));
  EXPECT_EQ(p.unlabelled, 1U);
  EXPECT_DOUBLE_EQ(p.mean_labels, 1.5);
  ASSERT_EQ(p.outside.size(), 1U);
  EXPECT_EQ(p.outside[0]->name, "zebra");
}

TEST(CentroidCosines, AreMeansOverPairsOfTheSameDistance) {
  // Centroids: a1 along (1, 1), a2 along (1, 0), b along (0, 1), whatever their lengths.
  const Records records = read_svm_text("a1 1:1\na1 2:1\na2 1:5\nb 2:3\nb 2:1\n? 3:1\n");
  const CentroidCosines c = centroid_cosines(tree, records);
  ASSERT_EQ(c.by_distance.size(), 2U);
  EXPECT_NEAR(c.by_distance.at(2), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(c.by_distance.at(3), std::sqrt(0.5) / 2, 1e-12);
  EXPECT_EQ(c.classes, 3U);
  EXPECT_GT(*c.near, *c.far);
}

TEST(CentroidCosines, LeaveOutClassesWithoutFeatures) {
  EXPECT_TRUE(
      centroid_cosines(tree, read_svm_text("a1 1:1\na2\nb 1:1\nb 1:-1\n")).by_distance.empty());
  EXPECT_TRUE(centroid_cosines(tree, read_svm_text("zebra 1:1\n")).by_distance.empty());
}

}  // namespace
}  // namespace clade::detail
