#include "report/explanation_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace clade::detail::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ExplainedDocument document() {
  const std::vector<ExplainedWord> words{{"<cat>", 2}, {"dog", -1}, {"sky", 0.5}};
  ExplainedDocument result;
  result.id = "7 & 8";
  result.answer = {"cats<", {"animals", "cats<"}, 1.5, {{"\"animals\"", "", 1.5, 1.5, words}}};
  result.runner_up = {"dogs", {"animals", "dogs"}, 0.5, {{"dogs", "cats<", 0.5, 0.5, {}}}};
  result.predicted = {"cats<"};
  result.lead = 1;
  result.difference = words;
  result.text = {{"<script>alert(1)</script> ", 0}, {"<cat>", 2}, {" and ", 0}, {"dog", -1}};
  return result;
}

TEST(ExplanationPage, MarksWordsForAndAgainst) {
  const std::vector<ExplainedDocument> documents{document()};
  const std::string page = explanation_page(documents, 0);
  EXPECT_THAT(page, HasSubstr("<mark class=\"for\" style=\"--share:0.62\" title=\"+2\">&lt;cat&gt;"
                              "</mark> and <mark class=\"against\" style=\"--share:0.37\""));
  EXPECT_THAT(page, HasSubstr("cats&lt; leads dogs by 1"));
  EXPECT_THAT(page, HasSubstr("+0.5 over cats&lt;"));
}

TEST(ExplanationPage, MarksNoWordThatHardlyCounts) {
  ExplainedDocument faint = document();
  faint.text.push_back({"faint", 0.29});
  faint.text.push_back({"seen", 0.31});
  const std::string page = explanation_page(std::vector{faint}, 0);
  EXPECT_THAT(page, Not(HasSubstr("faint</mark>")));
  EXPECT_THAT(page, HasSubstr("seen</mark>"));
  EXPECT_THAT(page, HasSubstr("words below 15 % of a document's strongest are not marked"));
}

TEST(ExplanationPage, ShowsTheTrueLabels) {
  ExplainedDocument labelled = document();
  EXPECT_THAT(explanation_page(std::vector{labelled}, 0), Not(HasSubstr("true:")));
  labelled.truth = {"cats<", "dogs"};
  EXPECT_THAT(explanation_page(std::vector{labelled}, 0),
              HasSubstr("true: cats&lt; (predicted), dogs (missed)"));
}

TEST(ExplanationPage, KeepsTextText) {
  const std::vector<ExplainedDocument> documents{document()};
  const std::string page = explanation_page(documents, 0);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("<cat>")));
  EXPECT_THAT(page, HasSubstr("<h2>7 &amp; 8: animals &gt; cats&lt;</h2>"));
  EXPECT_THAT(page, HasSubstr("&quot;animals&quot;"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(ExplanationPage, SaysWhatIsPredictedAndWhatWasAskedFor) {
  ExplainedDocument asked = document();
  EXPECT_THAT(explanation_page(std::vector{asked}, 0), HasSubstr("<h3>Runner-up: dogs, score 0.5"));
  asked.is_asked_for = true;
  EXPECT_THAT(explanation_page(std::vector{asked}, 0),
              HasSubstr("<h3>Asked for, not predicted: dogs, score 0.5"));
  asked.predicted.clear();
  const std::string page = explanation_page(std::vector{asked}, 0);
  EXPECT_THAT(page,
              HasSubstr("<h2>7 &amp; 8: no label</h2>\n<p class=\"note\">no label is predicted"));
  EXPECT_THAT(page, HasSubstr("<h3>Best class, not predicted: cats&lt;, score 1.5"));
}

TEST(ExplanationPage, ShowsSomeWordsAndCountsTheRest) {
  const std::vector<ExplainedDocument> documents{document()};
  EXPECT_THAT(explanation_page(documents, 1), HasSubstr("and 2 more"));
  EXPECT_THAT(explanation_page(documents, 0), Not(HasSubstr("more</small>")));
}

}  // namespace
}  // namespace clade::detail::report
