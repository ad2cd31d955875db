// Pages from the results of the library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "clade/clade.h"
#include "report/built_pages.h"
#include "tests/eval/memory_examples.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class WriteReport : public ::testing::Test {
 protected:
  void SetUp() override {
    if (report::built_page("report").empty()) GTEST_SKIP() << "built without pages";
  }
  std::filesystem::path file() const { return folder_.path() / "page.html"; }
  std::string page() const {
    std::ifstream in(file());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  TempFolder folder_;
};

CompareOptions three_folds() {
  CompareOptions options;
  options.splits.folds = 3;
  return options;
}

TEST_F(WriteReport, OfAComparisonHasItsSettingsAndNotes) {
  CompareOptions options = three_folds();
  options.keep_predictions = true;
  const Comparison comparison =
      compare(memory_vectors(40), given(memory_taxonomy()), {{"hsvm"}, {"svm"}}, options);
  write_report(file(), comparison, {"A title", "1.0", "", {{"Group", {{"name", "value"}}}}});
  EXPECT_THAT(page(), HasSubstr("\"title\":\"A title\""));
  EXPECT_THAT(page(), HasSubstr("\"Method: hsvm\""));
  EXPECT_THAT(page(), HasSubstr("[\"name\",\"value\"]"));
  EXPECT_THAT(page(), HasSubstr("3 folds of 40 records"));
}

TEST_F(WriteReport, OfAComparisonNeedsItsPredictions) {
  const Comparison comparison =
      compare(memory_vectors(40), given(memory_taxonomy()), {{"svm"}}, three_folds());
  EXPECT_THROW(write_report(file(), comparison, {"title"}), Error);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(WriteReport, OfAnEvaluationALearnedAndAGivenTaxonomy) {
  const auto method = make_method("hsvm");
  const Model model = train(memory_vectors(40), memory_taxonomy(), *method).model;
  EvaluateOptions measures;
  measures.keep_judged = true;
  write_report(file(), evaluate(model, memory_vectors(20, 5), measures), {"Evaluated"}, "hsvm");
  EXPECT_THAT(page(), HasSubstr("\"kind\":\"evaluation\""));
  write_report(file(), learn_taxonomy(memory_vectors(40)), {"Learned"});
  EXPECT_THAT(page(), HasSubstr("\"kind\":\"learned\""));
  write_report(file(), memory_taxonomy(), "Topics");
  EXPECT_THAT(page(), HasSubstr("\"title\":\"Topics\""));
}

}  // namespace
}  // namespace clade::detail::test
