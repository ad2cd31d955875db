// Examples that are there several times, and weights in their place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "clade/clade.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

struct HeardNotes final : Reporter {
  std::vector<std::string> notes;
  void on_note(std::string_view note) override { notes.emplace_back(note); }
};

struct Point {
  std::vector<double> row;
  std::string label;
  double weight = 1;
};

// Points around the middles of three classes, with weights from 1 to 3.
std::vector<Point> points(std::size_t count) {
  std::mt19937 random(5);
  std::normal_distribution<double> noise;
  std::vector<Point> result;
  for (std::size_t i = 0; i < count; ++i) {
    const auto c = static_cast<double>(i % 3);
    result.push_back({{c + noise(random), noise(random) - c, noise(random)},
                      std::string(1, static_cast<char>('a' + i % 3)),
                      static_cast<double>(1 + i % 2 + i % 5 / 4)});
  }
  return result;
}

std::vector<Point> repeated(const std::vector<Point>& examples) {
  std::vector<Point> result;
  for (const auto& [row, label, weight] : examples) {
    for (double copy = 0; copy < weight; ++copy) result.push_back({row, label, 1});
  }
  return result;
}

VectorExamples vectors(const std::vector<Point>& examples) {
  VectorExamples result;
  for (const auto& [row, label, weight] : examples) {
    result.add(std::span<const double>(row), {label}, {.weight = weight, .id = {}});
  }
  return result;
}

std::string trained_bytes(const std::vector<Point>& examples, const std::string& name,
                          Reporter* reporter = nullptr) {
  const auto method = make_method(name);
  TrainOptions options;
  options.reporter = reporter;
  const test::TempFolder folder;
  const auto file = folder.path() / "m.clade";
  train(vectors(examples), no_taxonomy(), *method, options).model.save(file);
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(CopiesApi, WeightsAndCopiesGiveTheSameBytesInAnyOrder) {
  std::vector<Point> weighted = points(120), copies = repeated(weighted);
  HeardNotes of_weights, of_copies;
  const std::string model = trained_bytes(weighted, "clade", &of_weights);
  EXPECT_EQ(trained_bytes(copies, "clade", &of_copies), model);
  std::shuffle(copies.begin(), copies.end(), std::mt19937(1));
  std::shuffle(weighted.begin(), weighted.end(), std::mt19937(2));
  EXPECT_EQ(trained_bytes(copies, "clade"), model);
  EXPECT_EQ(trained_bytes(weighted, "clade"), model);
  EXPECT_THAT(of_weights.notes, Not(Contains(HasSubstr("copies"))));
  EXPECT_THAT(
      of_copies.notes,
      Contains("84 of 204 examples are copies of others: one stands for all, with their weight"));
}

TEST(CopiesApi, CalibrationHoldsNoCopyOut) {
  const std::vector<Point> weighted = points(40), copies = repeated(weighted);
  const auto method = make_method("clade");
  TrainOptions without;
  without.calibration_folds = 0;
  const Model model = train(vectors(weighted), no_taxonomy(), *method, without).model;
  const VectorExamples asked = vectors(points(30));
  EXPECT_EQ(class_probabilities(calibrate(model, vectors(copies)), asked),
            class_probabilities(calibrate(model, vectors(weighted)), asked));
}

TEST(CopiesApi, MethodsOfThePapersHaveTheDataAsTheyAre) {
  HeardNotes notes;
  trained_bytes(repeated(points(20)), "hsvm", &notes);
  EXPECT_THAT(notes.notes, Not(Contains(HasSubstr("copies"))));
}

}  // namespace
}  // namespace clade::detail
