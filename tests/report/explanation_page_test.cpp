// The data of the page of explain.
#include "report/explanation_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/json_schema.h"

namespace clade::detail::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::IsEmpty;

ExplainedDocument document() {
  const std::vector<ExplainedWord> words{{"<cat>", 2}, {"dog", -1}, {"sky", 0.5}};
  ExplainedDocument result;
  result.id = "7 & 8";
  result.answer = {"cats", {"animals", "cats"}, 1.5, {{"animals", "", 1.5, 1.5, words}}};
  result.runner_up = {"dogs", {"animals", "dogs"}, 0.5, {{"dogs", "cats", 0.5, 0.5, {}}}};
  result.predicted = {"cats"};
  result.lead = 1;
  result.difference = words;
  result.text = {{"<script>alert(1)</script> ", 0}, {"<cat>", 2}, {" and ", 0}, {"dog", -1}};
  return result;
}

Json page_of(const ExplainedDocument& explained, std::size_t words = 0) {
  return explanation_page(std::vector{explained}, words);
}

std::vector<std::string> problems(const Json& data) {
  std::ifstream file(std::filesystem::path(CLADE_SOURCE_DIR) / "web/report.schema.json");
  Json schema = Json::parse(file);
  schema["$ref"] = "#/$defs/ExplanationData";
  return clade::test::JsonSchema(schema).problems(data);
}

TEST(ExplanationPage, FollowsTheSchema) {
  ExplainedDocument full = document();
  full.truth = {"dogs"};
  full.scale = "standard";
  full.probabilities = {0.75};
  full.answer.probability = full.answer.nodes[0].probability = 0.75;
  EXPECT_THAT(problems(page_of(document())), IsEmpty());
  EXPECT_THAT(problems(page_of(full)), IsEmpty());
  EXPECT_THAT(problems(Json{{"kind", "report"}}), ::testing::SizeIs(4));
}

TEST(ExplanationPage, MarksWordsWhereTheyStandInTheText) {
  const Json data = page_of(document());
  const Json& marks = data["documents"][0]["explained"][0]["marks"];
  EXPECT_EQ(marks.dump(), "[[26,5,2.0],[36,3,-1.0]]");
  const std::string text = data["documents"][0]["text"];
  EXPECT_EQ(text.substr(26, 5), "<cat>");
  EXPECT_EQ(text.substr(36, 3), "dog");
}

TEST(ExplanationPage, CountsPlacesAsJavaScriptDoes) {
  ExplainedDocument wide = document();
  wide.text = {{"\u00e9\u4e2d\U0001F431 ", 0}, {"\U0001F431", 2}, {" ", 0}, {"\u00e9t\u00e9", -1}};
  const Json data = page_of(wide);
  EXPECT_EQ(data["documents"][0]["explained"][0]["marks"].dump(), "[[5,2,2.0],[8,3,-1.0]]");
}

TEST(ExplanationPage, NumbersNamesOnce) {
  ExplainedDocument labelled = document();
  labelled.truth = {"dogs", "cats"};
  const Json data = page_of(labelled);
  EXPECT_EQ(data["names"], Json({"dogs", "cats", "animals"}));
  const Json& shown = data["documents"][0];
  EXPECT_EQ(shown["labels"], Json({0, 1}));
  EXPECT_EQ(shown["guesses"].dump(), "[[1]]");
  const Json& explained = shown["explained"][0];
  EXPECT_EQ(explained["best"]["node"], 1);
  EXPECT_EQ(explained["best"]["nodes"].dump(), "[2]");
  EXPECT_FALSE(explained["best"].contains("rivals"));
  EXPECT_EQ(explained["other"]["rivals"].dump(), "[1]");
  EXPECT_EQ(explained["other"]["margins"].dump(), "[0.5]");
}

TEST(ExplanationPage, KeepsWhatIsPredictedFromWhatIsNot) {
  ExplainedDocument none = document();
  none.predicted.clear();
  none.is_asked_for = true;
  const Json data = page_of(none);
  EXPECT_EQ(data["documents"][0]["guesses"].dump(), "[[]]");
  EXPECT_EQ(data["documents"][0]["explained"][0]["asked"], true);
}

TEST(ExplanationPage, ShowsSomeWordsAndCountsTheRest) {
  const Json some = page_of(document(), 1)["documents"][0]["explained"][0];
  EXPECT_EQ(some["words"].dump(), R"([["<cat>",2.0]])");
  EXPECT_EQ(some["left_out"], 2);
  EXPECT_EQ(some["best"]["left_out"].dump(), "[2]");
  const Json all = page_of(document())["documents"][0]["explained"][0];
  EXPECT_EQ(all["words"].size(), 3U);
  EXPECT_FALSE(all.contains("left_out"));
}

}  // namespace
}  // namespace clade::detail::report
