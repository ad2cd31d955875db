// The worked example of "How to add a method" (examples/method): it is built, and it learns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "clade/clade.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {

std::unique_ptr<Method> make_path_centroids();

namespace {

using test::expect_error;

Taxonomy fruit_and_tools() {
  return Taxonomy::from_edges({{"goods", "fruit"},
                               {"goods", "tools"},
                               {"fruit", "apple"},
                               {"fruit", "pear"},
                               {"tools", "hammer"}});
}

VectorExamples points() {
  VectorExamples examples;
  examples.add(std::vector<double>{2, 0, 0}, {"apple"});
  examples.add(std::vector<double>{0, 3, 0}, {"pear"});
  examples.add(std::vector<double>{0, 0, 1}, {"hammer"});
  return examples;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(AddedMethod, ScoresByTheCentroidsOfThePath) {
  const auto method = make_path_centroids();
  for (Parameter& p : method->parameters()) p.set("0.36");
  TrainOptions options;
  options.text = {{"normalize", "none"}};
  const Model model = train(points(), fruit_and_tools(), *method, options).model;
  VectorExamples asked;
  asked.add(std::vector<double>{1, 0, 0}, {});
  PredictOptions all;
  all.top = 3;
  const std::vector<Answer> answers = predict(model, asked, all).front();
  // Own share 0.36: strength 0.6 of the class and 0.8 of `fruit`, whose centroid is (1, 1, 0) /
  // sqrt 2.
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].label, "apple");
  EXPECT_NEAR(answers[0].score, 0.6 + 0.8 / std::sqrt(2), 1e-6);
  EXPECT_EQ(answers[1].label, "pear");
  EXPECT_NEAR(answers[1].score, 0.8 / std::sqrt(2), 1e-6);
  EXPECT_EQ(answers[2].label, "hammer");
  EXPECT_NEAR(answers[2].score, 0, 1e-6);
}

TEST(AddedMethod, AnswersTextsAndIsSaved) {
  TextExamples texts;
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    texts.add("crisp red sweet " + n, {"apple"});
    texts.add("soft green sweet " + n, {"pear"});
    texts.add("steel head nails " + n, {"hammer"});
  }
  const test::TempFolder folder;
  const auto method = make_path_centroids();
  std::vector<std::string> saved;
  for (const unsigned threads : {1U, 2U}) {
    TrainOptions options;
    options.threads = threads;
    train(texts, fruit_and_tools(), *method, options).model.save(folder.path() / "model.clade");
    saved.push_back(content_of(folder.path() / "model.clade"));
  }
  EXPECT_EQ(saved[0], saved[1]);
  const Model model = Model::load(folder.path() / "model.clade");
  EXPECT_EQ(model.method(), "path-centroids");
  EXPECT_EQ(model.predict_text("a sweet red one", 1).front().label, "apple");
  EXPECT_EQ(*evaluate(model, texts).evaluation.find("accuracy"), 1);
}

TEST(AddedMethod, ChecksItsParameter) {
  const auto method = make_path_centroids();
  std::vector<Parameter> parameters = method->parameters();
  ASSERT_EQ(parameters.size(), 1U);
  EXPECT_EQ(parameters[0].name, "own");
  expect_error([&] { parameters[0].set("1.5"); }, ErrorKind::usage, "above 0 and below 1");
}

TEST(AddedMethod, HasLessThanAHundredLines) {
  const std::string code =
      content_of(std::filesystem::path(CLADE_SOURCE_DIR) / "examples/method/path_centroids.cpp");
  const auto lines = std::count(code.begin(), code.end(), '\n');
  EXPECT_GT(lines, 10);
  EXPECT_LT(lines, 100);
}

}  // namespace
}  // namespace clade::detail
