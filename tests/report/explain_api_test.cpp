#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clade/clade.h"
#include "report/built_pages.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using testing::HasSubstr;

TextExamples fruit() {
  TextExamples examples;
  for (int i = 0; i < 5; ++i) {
    examples.add("crisp and red", {"apple"});
    examples.add("soft and green", {"pear"});
  }
  return examples;
}

TEST(ExplainApi, NamesTheWordsThatDecide) {
  const Model model = train(fruit(), no_taxonomy(), *make_method("svm")).model;
  TextExamples asked;
  asked.add("red", {}, {1, "first"});
  const auto documents = explain(model, asked);
  ASSERT_EQ(documents.size(), 1U);
  EXPECT_EQ(documents[0].id, "first");
  EXPECT_EQ(documents[0].answer.label, "apple");
  ASSERT_FALSE(documents[0].difference.empty());
  EXPECT_EQ(documents[0].difference.front().word, "red");
  EXPECT_GT(documents[0].difference.front().share, 0);
  EXPECT_THAT(explanation_json(documents[0]), HasSubstr("\"label\":\"apple\""));
  if (report::built_page("explanation").empty()) GTEST_SKIP() << "built without the pages";
  const test::TempFolder folder;
  write_report(folder.path() / "why.html", documents);
  EXPECT_GT(std::filesystem::file_size(folder.path() / "why.html"), 100U);
}

TEST(ExplainApi, ExplainsTheLabelThatIsAskedFor) {
  const Model model = train(fruit(), no_taxonomy(), *make_method("svm")).model;
  TextExamples asked;
  asked.add("red");
  const auto documents = explain(model, asked, {}, "pear");
  ASSERT_TRUE(documents[0].runner_up);
  EXPECT_EQ(documents[0].runner_up->label, "pear");
  EXPECT_TRUE(documents[0].is_asked_for);
  EXPECT_EQ(documents[0].predicted, std::vector<std::string>{"apple"});
  test::expect_error([&] { explain(model, asked, {}, "peer"); }, ErrorKind::usage,
                     "the model knows no 'peer' (did you mean 'pear'?)");
}

TEST(ExplainApi, RefusesKernels) {
  const Model model = train(fruit(), no_taxonomy(), *make_method("svm", {{"kernel", "rbf"}})).model;
  test::expect_error([&] { explain(model, fruit()); }, ErrorKind::usage, "`kernel=linear`");
}

}  // namespace
}  // namespace clade::detail
