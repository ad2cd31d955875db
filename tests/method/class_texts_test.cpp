// Descriptions of classes as attributes.
#include "method/class_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::TempFolder;
using ::testing::HasSubstr;

const std::string edges = "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\n";
const std::string texts =
    "a2\tBig dogs, big cats!\na1\tsmall dogs\nb1\tdogs dogs and wheels\na\tis no class\n";

LabelSpace label_space(const TempFolder& folder) {
  const auto file = folder.write("t.tsv", edges);
  return {TaxonomySource::from_option(file.string()), LabelNodes::terminal, {}};
}

ClassAttributes attributes_from(const std::string& text) {
  const TempFolder folder;
  return class_attributes("text:" + folder.write("d.tsv", text).string(), label_space(folder));
}

// tf-idf as the header has it, every word a dimension of its own.
double cosine_by_hand(const std::map<std::string, int>& a, const std::map<std::string, int>& b,
                      const std::map<std::string, int>& in, double classes) {
  const auto value = [&](const std::pair<const std::string, int>& word) {
    return (1 + std::log(word.second)) * (1 + std::log((1 + classes) / (1 + in.at(word.first))));
  };
  double product = 0, aa = 0, bb = 0;
  for (const auto& word : a) aa += value(word) * value(word);
  for (const auto& word : b) {
    bb += value(word) * value(word);
    if (const auto other = a.find(word.first); other != a.end()) {
      product += value(word) * value(*other);
    }
  }
  return product / std::sqrt(aa * bb);
}

TEST(ClassTexts, GiveHalfTheProductsOfNodesAndHalfTheCosinesOfWords) {
  const TempFolder folder;
  const LabelSpace labels = label_space(folder);
  const ClassAttributes found =
      class_attributes("text:" + folder.write("d.tsv", texts).string(), labels);
  const ClassAttributes nodes = make_attributes("depth", labels.taxonomy(), labels.classes());
  const std::map<std::string, std::map<std::string, int>> words{
      {"a1", {{"small", 1}, {"dogs", 1}}},
      {"a2", {{"big", 2}, {"dogs", 1}, {"cats", 1}}},
      {"b1", {{"dogs", 2}, {"and", 1}, {"wheels", 1}}}};
  std::map<std::string, int> in;
  for (const auto& [name, counts] : words) {
    for (const auto& [word, count] : counts) ++in[word];
  }
  ASSERT_EQ(labels.size(), 3U);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      const std::string first(labels.name(static_cast<ClassId>(a)));
      const std::string second(labels.name(static_cast<ClassId>(b)));
      const double cosine = cosine_by_hand(words.at(first), words.at(second), in, 3);
      EXPECT_NEAR(found.map.gram(a, b), 0.5 * nodes.map.gram(a, b) + 0.5 * cosine, 1e-12)
          << first << ' ' << second;
    }
  }
  EXPECT_THAT(found.unit_names, ::testing::Contains("word dogs"));
  EXPECT_THAT(found.unit_names, ::testing::Contains("words of a2 alone"));
  EXPECT_EQ(found.unit_names.size(), found.map.units());
}

void expect_bad(const std::string& text, const char* message) {
  try {
    attributes_from(text);
    FAIL() << "no error for " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr(message));
  }
}

TEST(ClassTexts, ReportWhatIsWrong) {
  expect_bad("a1\tx\na3\tx\nb1\tx\n", "d.tsv:2:");
  expect_bad("a1\tx\na3\tx\nb1\tx\n", "a3");
  expect_bad("a1\tx\nb1\tx\n", "d.tsv: expected a line for every class, got none for 'a2'");
  expect_bad("a1\tx\na2\t\nb1\tx\n",
             "d.tsv:2: expected a description of class 'a2', got one without words");
  expect_bad("a1\tx\na2\t?!\nb1\tx\n", "d.tsv:2: expected a description");
  expect_bad("a1\tx\na2 y\nb1\tx\n", "d.tsv:2: expected a class, a tab and its description");
  expect_bad("a1\tx\na1\ty\n", "d.tsv:2: class 'a1' has a line already");
  expect_bad("", "expected a line for every class");
  const TempFolder folder;
  EXPECT_THROW(class_attributes("text:", label_space(folder)), Error);
  EXPECT_THROW(class_attributes("text:" + (folder.path() / "none").string(), label_space(folder)),
               Error);
}

class DescribedMethods : public ::testing::TestWithParam<const char*> {};

TEST_P(DescribedMethods, TrainSaveAndLoad) {
  const TempFolder folder;
  const auto data = folder.write("d.svm",
                                 "a1 1:1 4:0.5\na2 2:1 4:0.5\nb1 3:1\na1 1:1 5:0.3\na2 2:1\nb1 "
                                 "3:1 5:1\n");
  const std::string file = folder.write("texts.tsv", texts).string();
  const test::Run run = test::train_files(GetParam(), {{"attributes", "text:" + file}}, data,
                                          folder.write("t.tsv", edges).string());
  const auto saved = folder.path() / "m.clade";
  run.trained.model.save(saved);
  const Model loaded = Model::load(saved);
  EXPECT_THAT(loaded.unit_names(), ::testing::Contains("word dogs"));
  for (const auto& [name, value] : loaded.options()) {
    if (name == "attributes") {
      EXPECT_EQ(value, "text:texts.tsv");
    }
  }
  const std::array<BasicFeature<double>, 3> row{{{1, 1.0}, {2, 1.0}, {3, 1.0}}};
  std::vector<double> before(3), after(3);
  run.trained.model.scores(BasicSparseRow<double>(row), std::span(before));
  loaded.scores(BasicSparseRow<double>(row), std::span(after));
  EXPECT_EQ(before, after);
  // The shared words matter: other weights than without them.
  const test::Run plain =
      test::train_files(GetParam(), {}, data, folder.write("t.tsv", edges).string());
  std::vector<double> without(3);
  plain.trained.model.scores(BasicSparseRow<double>(row), std::span(without));
  EXPECT_NE(before, without);
}
INSTANTIATE_TEST_SUITE_P(Methods, DescribedMethods, ::testing::Values("hsvm", "perceptron"));

}  // namespace
}  // namespace clade::detail
