#include "measure/precision_at.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "clade/error.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::with_scores;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<std::size_t> best(const std::vector<double>& scores, std::size_t count) {
  std::vector<ClassId> classes;
  best_classes(scores, count, classes);
  std::vector<std::size_t> indices;
  for (const ClassId c : classes) indices.push_back(index_of(c));
  return indices;
}

TEST(BestClasses, AreInOrderOfScoreAndOnATieInClassOrder) {
  EXPECT_THAT(best({1, 3, 2, 3, 0}, 3), ElementsAre(1U, 3U, 2U));
  EXPECT_THAT(best({1, 1, 1, 2}, 2), ElementsAre(3U, 0U));
  EXPECT_THAT(best({1, 1, 1}, 2), ElementsAre(0U, 1U));
  EXPECT_THAT(best({1, 2}, 5), ElementsAre(1U, 0U));
  EXPECT_THAT(best({-infinity, -5, infinity}, 3), ElementsAre(2U, 1U));
  EXPECT_THAT(best({1, 2}, 0), IsEmpty());
}

TEST(PrecisionAt, IsTheShareOfTrueClassesAmongTheBest) {
  const LabelSpace labels = label_space("r\ta\nr\tb\nr\tc\nr\td\n", {"a"});
  const Dataset truth(records({"a,c", "d"}), labels);
  EvaluateOptions options;
  options.precision_at = {1, 2, 3, 8};
  options.keep_instances = true;
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{4, 3, 2, 1}, {4, 3, 2, 1}}), options);
  EXPECT_EQ(result.find("precision_at_1"), 0.5);
  EXPECT_EQ(result.find("precision_at_2"), 0.25);
  EXPECT_NEAR(result.find("precision_at_3").value(), (2.0 / 3 + 0) / 2, 1e-15);
  EXPECT_EQ(result.find("precision_at_8"), (2.0 / 8 + 1.0 / 8) / 2);  // k stays the denominator
  EXPECT_EQ(result.per_instance.back().first, "precision_at_8");
  EXPECT_THAT(result.per_instance.back().second, ElementsAre(0.25, 0.125));
}

TEST(PrecisionAt, IsMeasuredAtOneThreeAndFiveUnlessTold) {
  const LabelSpace labels = label_space("r\ta\nr\tb\n", {"a"});
  const Dataset truth(records({"a"}), labels);
  Evaluation result = evaluate_on(1, labels, truth, with_scores({{1, 1}}));
  EXPECT_EQ(result.find("precision_at_1"), 1);
  EXPECT_NEAR(result.find("precision_at_3").value(), 1.0 / 3, 1e-15);
  EXPECT_EQ(result.find("precision_at_5"), 0.2);
  EvaluateOptions options;
  options.precision_at = {};
  result = evaluate_on(1, labels, truth, with_scores({{1, 1}}), options);
  EXPECT_FALSE(result.find("precision_at_1"));
}

TEST(PrecisionAt, RefusesZero) {
  const LabelSpace labels = label_space("r\ta\nr\tb\n", {"a"});
  const Dataset truth(records({"a"}), labels);
  EvaluateOptions options;
  options.precision_at = {1, 0};
  EXPECT_THROW(evaluate_on(1, labels, truth, with_scores({{1, 1}}), options), Error);
}

}  // namespace
}  // namespace clade::detail
