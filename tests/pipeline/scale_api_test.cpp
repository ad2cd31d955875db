// Scales and missing values of rows in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "clade/clade.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::expect_error;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Notes final : Reporter {
  std::vector<std::string> notes;
  void on_note(std::string_view note) override { notes.emplace_back(note); }
};

// Two classes that the small column tells apart, and a large one that says nothing; one hole.
struct Points {
  std::vector<double> values;
  std::vector<Labels> labels;
  Points() {
    for (int i = 0; i < 40; ++i) {
      values.insert(values.end(), {i % 2 == 0 ? 0.001 : 0.003, 1e5 + 1000 * (i % 7)});
      labels.push_back({i % 2 == 0 ? "low" : "high"});
    }
    values[2 * 5] = nan;
  }
  VectorExamples view() const {
    return VectorExamples::view(DenseView<double>{values.data(), labels.size(), 2}, labels);
  }
};

Trained trained(const Points& points, const Options& text, Reporter* reporter = nullptr) {
  const auto method = make_method("svm", {{"precision", "double"}});
  TrainOptions options;
  options.text = text;
  options.reporter = reporter;
  return train(points.view(), no_taxonomy(), *method, options);
}

TEST(ScaleApi, ScalesViewsAndSingleVectors) {
  const Points points;
  Notes notes;
  const Model model = trained(points, {{"scale", "standard"}}, &notes).model;
  EXPECT_THAT(notes.notes, Contains(HasSubstr("1 value of 1 numeric feature is missing and counts "
                                              "as the mean")));
  const auto answers = predict(model, points.view());
  for (std::size_t i = 0; i < points.labels.size(); ++i) {
    if (i != 5) {
      EXPECT_EQ(answers[i].front().label, points.labels[i].front());
    }
    const std::vector<BasicFeature<double>> row{{1, points.values[2 * i]},
                                                {2, points.values[2 * i + 1]}};
    const auto one = model.predict_vector(row, 1).front();
    EXPECT_EQ(one.label, answers[i].front().label);
    EXPECT_EQ(one.score, answers[i].front().score);
  }
  // The mean stands for what is missing.
  const std::vector<BasicFeature<double>> hole{{1, nan}, {2, 101000}};
  double mean = 0;
  for (std::size_t i = 0; i < 40; ++i) mean += i == 5 ? 0 : points.values[2 * i] / 39;
  const std::vector<BasicFeature<double>> filled{{1, mean}, {2, 101000}};
  EXPECT_NEAR(model.predict_vector(hole, 1).front().score,
              model.predict_vector(filled, 1).front().score, 1e-9);
}

TEST(ScaleApi, RefusesWhatIsMissingOrInfinite) {
  Points points;
  expect_error(
      [&] {
        trained(points, {{"missing", "error"}});
      },
      ErrorKind::input, "examples:6: the value of feature '1' is missing");
  points.values[2 * 5] = HUGE_VAL;
  expect_error(
      [&] {
        trained(points, {{"scale", "standard"}});
      },
      ErrorKind::input, "examples:6: expected a finite number, got inf");
}

TEST(ScaleApi, TakesZeroUnlessItIsToldOtherwise) {
  Points points;
  Notes notes;
  const Model model = trained(points, {}, &notes).model;
  EXPECT_THAT(notes.notes, Contains(HasSubstr("is missing and counts as 0")));
  points.values[2 * 5] = 0;
  const Model same = trained(points, {}).model;
  EXPECT_EQ(decision_scores(model, points.view()), decision_scores(same, points.view()));
}

}  // namespace
}  // namespace clade::detail
