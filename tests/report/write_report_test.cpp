// Pages from the results of the library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "clade/clade.h"
#include "report/built_pages.h"
#include "tests/eval/memory_examples.h"
#include "tests/support/json_schema.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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
  // The data of the page, against the schema that its types are made from.
  std::vector<std::string> problems(const std::string& definition = "ReportData") const {
    std::ifstream schema(std::filesystem::path(CLADE_SOURCE_DIR) / "web/report.schema.json");
    return clade::test::JsonSchema(nlohmann::ordered_json::parse(schema))
        .problems(data(), definition);
  }
  nlohmann::ordered_json data() const {
    const std::string text = page(), begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t from = text.find(begin) + begin.size();
    return nlohmann::ordered_json::parse(text.substr(from, text.find("</script>", from) - from));
  }
  TempFolder folder_;
};

TEST(ReportSchema, FindsWhatIsNotInIt) {
  std::ifstream file(std::filesystem::path(CLADE_SOURCE_DIR) / "web/report.schema.json");
  const clade::test::JsonSchema schema(nlohmann::ordered_json::parse(file));
  const auto problems = [&](const char* text) {
    return schema.problems(nlohmann::ordered_json::parse(text));
  };
  EXPECT_THAT(problems(R"({"kind":"learned","title":"t"})"), IsEmpty());
  EXPECT_THAT(problems(R"({"kind":"other","title":"t"})"), ElementsAre(HasSubstr("$.kind")));
  EXPECT_THAT(problems(R"({"kind":"learned"})"), ElementsAre(HasSubstr("lacks \"title\"")));
  EXPECT_THAT(problems(R"({"kind":"learned","title":"t","more":1})"),
              ElementsAre("$.more: is not in the schema"));
  EXPECT_THAT(problems(R"({"kind":"learned","title":"t","notes":["a",2]})"),
              ElementsAre(HasSubstr("$.notes[1]: expected \"string\"")));
}

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
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(WriteReport, OfAComparisonExplainsTheAnswersOfAllMethods) {
  CompareOptions options = three_folds();
  options.keep_predictions = true;
  const Comparison comparison =
      compare(memory_texts(40), given(memory_taxonomy()), {{"hsvm"}, {"dnc"}}, options);
  write_report(file(), comparison, {"A title"});
  EXPECT_THAT(problems(), IsEmpty());
  const auto documents = data()["documents"];
  ASSERT_GT(documents.size(), 3U);
  for (const auto& document : documents) {
    ASSERT_EQ(document["explained"].size(), 2U);
    for (std::size_t method = 0; method < 2; ++method) {
      const auto& explained = document["explained"][method];
      EXPECT_EQ(explained["method"], method);
      EXPECT_EQ(explained["best"]["node"], document["guesses"][method][0]);
      EXPECT_EQ(explained["best"].contains("rivals"), method == 1) << "dnc goes from the root down";
      for (const auto& mark : explained["marks"]) {
        const std::string text = document["text"];
        EXPECT_THAT(text.substr(mark[0], mark[1]), ::testing::Not(HasSubstr(" ")));
      }
    }
  }
}

TEST_F(WriteReport, OfAComparisonSaysWhyNothingIsExplained) {
  CompareOptions options = three_folds();
  options.keep_predictions = true;
  const Comparison comparison = compare(memory_vectors(40), given(memory_taxonomy()),
                                        {{"svm", {{"kernel", "rbf"}}}}, options);
  write_report(file(), comparison, {"A title"});
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_THAT(page(), HasSubstr("\"unexplained\":\"no method here"));
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
  measures.keep_judged = measures.intervals = measures.curves = true;
  write_report(file(), evaluate(model, memory_vectors(20, 5), measures), {"Evaluated"}, "hsvm");
  EXPECT_THAT(page(), HasSubstr("\"kind\":\"evaluation\""));
  EXPECT_THAT(page(), HasSubstr("\"curves\":{\"over\":\"score\""));
  EXPECT_THAT(problems(), IsEmpty());
  write_report(file(), learn_taxonomy(memory_vectors(40)), {"Learned"});
  EXPECT_THAT(page(), HasSubstr("\"kind\":\"learned\""));
  EXPECT_THAT(problems(), IsEmpty());
  write_report(file(), memory_taxonomy(), "Topics");
  EXPECT_THAT(page(), HasSubstr("\"title\":\"Topics\""));
  EXPECT_THAT(problems("TaxonomyData"), IsEmpty());
  EXPECT_THAT(problems(), Not(IsEmpty()));
}

}  // namespace
}  // namespace clade::detail::test
