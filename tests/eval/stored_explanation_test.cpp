#include "eval/compare/stored_explanation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace clade::detail {
namespace {

TEST(StoredExplanation, ComesBackAsItWas) {
  ExplainedDocument document;
  document.id = "7";
  document.answer = {
      "cats", {"animals", "cats"}, 1.5, {{"animals", "plants", 1, 1.5, {}, 0.25}}, 0.5};
  document.runner_up = {"dogs", {"animals", "dogs"}, 0.5, {{"dogs", "", 0.5, 0.5, {}}}};
  document.is_asked_for = true;
  document.predicted = {"cats"};
  document.probabilities = {0.5};
  document.lead = 1;
  document.left_out = 3;
  document.scale = "minmax";
  document.difference = {{"cat", 2}, {"dog", -1}};
  document.text = {{"a ", 0}, {"cat", 2}};
  const auto json = stored_explanation(document);
  const ExplainedDocument again = explanation_of(json);
  EXPECT_EQ(stored_explanation(again), json);
  EXPECT_EQ(again.answer.nodes[0].rival, "plants");
  EXPECT_EQ(again.answer.nodes[0].probability, 0.25);
  EXPECT_EQ(again.runner_up->nodes[0].probability, std::nullopt);
  EXPECT_EQ(again.text[1].text, "cat");
  document.runner_up.reset();
  EXPECT_FALSE(explanation_of(stored_explanation(document)).runner_up);
  EXPECT_THROW(explanation_of({{"id", "7"}}), nlohmann::json::exception);
}

}  // namespace
}  // namespace clade::detail
