// Sets of labels from scores.
#include "clade/label_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "clade/error.h"
#include "model/calibration.h"
#include "tests/model/saved_model.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using namespace testing_model;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

LabelSpace labels_of(const std::vector<std::string>& names, LabelNodes mode) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = Taxonomy::parse("r\ta\nr\tb\na\ta1\na\ta2\n", "edges");
  std::vector<LabelName> labels;
  for (const std::string& name : names) labels.push_back({name, "here"});
  return LabelSpace(source, mode, labels);
}

constexpr double never = -std::numeric_limits<double>::infinity();

Calibration with_sets(const LabelSpace& labels, LearnedSets sets) {
  Calibration calibration;
  calibration.kind = LabelKind::independent;
  calibration.nodes.resize(labels.taxonomy().size());
  std::size_t deepest = 0;
  for (std::size_t n = 0; n < labels.taxonomy().size(); ++n) {
    deepest = std::max(deepest, labels.taxonomy().depth(static_cast<NodeId>(n)));
  }
  calibration.levels.resize(deepest);
  calibration.sets = std::move(sets);
  return calibration;
}

LearnedSets some_sets(std::size_t classes) {
  LearnedSets sets;
  for (std::size_t c = 0; c < classes; ++c) {
    sets.class_thresholds.push_back(0.1 * static_cast<double>(c));
  }
  sets.threshold[0] = -0.25;
  sets.size[0] = 2;
  return sets;
}

class LabelSets : public ::testing::Test {
 protected:
  LabelSets()
      : labels(labels_of({"a1", "a2", "b"}, LabelNodes::terminal)),
        model(make_impl<float>(labels, {1, 3, 4, 9})) {}

  std::vector<std::size_t> choose(LabelSetRule rule, std::vector<double> scores,
                                  const LearnedSets& sets) const {
    const LabelSetMaker maker(model.with_calibration(with_sets(labels, sets)), rule);
    std::vector<ClassId> set;
    maker.choose(scores, set);
    std::vector<std::size_t> numbers;
    for (const ClassId c : set) numbers.push_back(index_of(c));
    return numbers;
  }
  std::vector<double> scores_of(std::vector<double> first) const {
    first.resize(labels.size(), never);
    return first;
  }

  LabelSpace labels;
  Model model;
};

TEST_F(LabelSets, PlainRulesNeedNothing) {
  std::vector<ClassId> set;
  LabelSetMaker(model, LabelSetRule::sign).choose(scores_of({0.5, -1, 0.2}), set);
  EXPECT_EQ(set.size(), 2U);
  LabelSetMaker(model, LabelSetRule::top1).choose(scores_of({0.1, -1, 0.2}), set);
  EXPECT_THAT(set, ElementsAre(static_cast<ClassId>(2)));
}

TEST_F(LabelSets, ClassesHaveThresholdsOfTheirOwn) {
  const LearnedSets sets = some_sets(labels.size());
  EXPECT_THAT(choose(LabelSetRule::class_thresholds, scores_of({0.05, 0.05, 0.3}), sets),
              ElementsAre(0, 2));
  // At least the best, here by what it lacks.
  EXPECT_THAT(choose(LabelSetRule::class_thresholds, scores_of({-2, -1, -3}), sets),
              ElementsAre(1));
}

TEST_F(LabelSets, ThresholdAndSizeFollowTheScores) {
  LearnedSets sets = some_sets(labels.size());
  EXPECT_THAT(choose(LabelSetRule::threshold, scores_of({-0.2, -0.1, -0.2}), sets),
              ElementsAre(0, 1));
  EXPECT_THAT(choose(LabelSetRule::size, scores_of({-5, -6, -9}), sets), ElementsAre(0, 1));
  sets.size[0] = 1000;
  EXPECT_THAT(choose(LabelSetRule::size, scores_of({-5, -6, -9}), sets), ElementsAre(0, 1, 2));
  sets.size[0] = -3;
  EXPECT_THAT(choose(LabelSetRule::size, scores_of({-5, -6, -9}), sets), ElementsAre(0));
  sets.size = {};
  sets.size[2] = 1;  // as many as the best excess says
  EXPECT_THAT(choose(LabelSetRule::size, scores_of({2, 1, 0}), sets), ElementsAre(0, 1));
}

TEST_F(LabelSets, NothingIsChosenWhereNothingCanBe) {
  EXPECT_THAT(choose(LabelSetRule::threshold, scores_of({}), some_sets(labels.size())), IsEmpty());
}

TEST_F(LabelSets, AreKeptInTheFile) {
  LearnedSets sets = some_sets(labels.size());
  sets.threshold[3] = 1.0 / 3;
  sets.closed = true;
  const Model changed = model.with_calibration(with_sets(labels, sets));
  EXPECT_EQ(changed.label_set_rule(), LabelSetRule::class_thresholds);
  const test::TempFolder folder;
  const auto file = folder.path() / "model.clade";
  changed.save(file);
  const Model read = Model::load(file);
  EXPECT_EQ(read.label_set_rule(), LabelSetRule::class_thresholds);
  ASSERT_TRUE(read.calibration()->sets.has_value());
  EXPECT_EQ(read.calibration()->sets->class_thresholds, sets.class_thresholds);
  EXPECT_EQ(read.calibration()->sets->threshold, sets.threshold);
  EXPECT_EQ(read.calibration()->sets->size, sets.size);
  EXPECT_TRUE(read.calibration()->sets->closed);
}

TEST_F(LabelSets, NeedAModelThatLearnedThem) {
  for (const LabelSetRule rule :
       {LabelSetRule::threshold, LabelSetRule::size, LabelSetRule::class_thresholds}) {
    try {
      const LabelSetMaker maker(model, rule);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_THAT(error.what(), ::testing::HasSubstr("`calibrate`"));
    }
  }
}

TEST(ClosedLabelSets, HoldTheClassesAboveTheirLabels) {
  const LabelSpace labels = labels_of({"a", "a1", "b"}, LabelNodes::all);
  LearnedSets sets;
  sets.class_thresholds.assign(labels.size(), 0);
  sets.closed = true;
  const Model model =
      Model(make_impl<float>(labels, {1, 3, 4, 9})).with_calibration(with_sets(labels, sets));
  std::vector<double> scores(labels.size(), -1);
  const ClassId leaf = *labels.find("a1"), inner = *labels.find("a");
  scores[index_of(leaf)] = 1;
  std::vector<ClassId> set;
  LabelSetMaker(model, LabelSetRule::class_thresholds).choose(scores, set);
  EXPECT_THAT(set, ::testing::IsSupersetOf({leaf, inner}));
  for (const ClassId c : set) {
    EXPECT_NE(labels.name(c), "b");
    EXPECT_NE(labels.name(c), "r");  // above everything, it says nothing
  }
}

}  // namespace
}  // namespace clade::detail
