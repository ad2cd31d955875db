// clade::compare from examples in memory: what it gives, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "clade/clade.h"
#include "tests/eval/memory_examples.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;

const std::vector<ComparedMethod> two{{"hsvm", {{"C", 2.0}}}, {"svm"}};

CompareOptions three_folds() {
  CompareOptions options;
  options.splits.folds = 3;
  options.threads = 1;
  return options;
}

std::string message_of(const std::vector<ComparedMethod>& methods, const CompareOptions& options) {
  try {
    compare(memory_vectors(24), given(memory_taxonomy()), methods, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "";
}

TEST(CompareApi, SummarisesEveryMethodOnTheSameSplits) {
  const Comparison found =
      compare(memory_vectors(60), given(memory_taxonomy()), two, three_folds());
  ASSERT_EQ(found.methods.size(), 2U);
  EXPECT_EQ(found.methods[0].name, "hsvm C=2");
  EXPECT_EQ(found.methods[1].name, "svm");
  EXPECT_TRUE(found.methods[1].is_flat);
  EXPECT_EQ(found.notes.splits, "3 folds of 60 records");
  const MetricSummary* accuracy = found.methods[0].find("accuracy");
  ASSERT_NE(accuracy, nullptr);
  EXPECT_EQ(accuracy->values.size(), 3U);
  EXPECT_GT(accuracy->mean, 0.5);
  EXPECT_EQ(found.methods[0].find("no such metric"), nullptr);
  EXPECT_TRUE(found.methods[0].against_first.empty());
  EXPECT_TRUE(found.methods[1].against_first.front().deciding_p().has_value());
  EXPECT_EQ(found.details, nullptr);
}

TEST(CompareApi, WritesJsonTextAndTables) {
  const Comparison found =
      compare(memory_vectors(40), given(memory_taxonomy()), two, three_folds());
  const Json json = Json::parse(found.json());
  EXPECT_EQ(json["methods"][0]["metrics"]["accuracy"]["mean"],
            found.methods[0].find("accuracy")->mean);
  EXPECT_THAT(found.text({"l01"}), StartsWith("method    l01"));
  EXPECT_THAT(found.text(), HasSubstr("\n\n3 folds of 40 records, seed 0\n"));
  EXPECT_THAT(found.table({"l01"}, TableFormat::markdown), StartsWith("| method | l01 |\n"));
  EXPECT_EQ(found.curve_text(), "");
}

TEST(CompareApi, TrainsTheBestMethodOnAllExamples) {
  const Examples examples = memory_vectors(60);
  CompareOptions options = three_folds();
  options.tuning.options = {{"C", {"1e-9", "1"}}};
  const std::vector<ComparedMethod> methods{{"hsvm", {{"C", 1e-9}}}, {"hsvm"}};
  const Comparison found = compare(examples, given(memory_taxonomy()), methods, options);
  const BestMethod best =
      train_best(found, examples, given(memory_taxonomy()), methods, options, "accuracy");
  EXPECT_EQ(best.value, std::max(found.methods[0].find("accuracy")->mean,
                                 found.methods[1].find("accuracy")->mean));
  EXPECT_EQ(best.trained.model.method(), "hsvm");
  EXPECT_THROW(train_best(found, examples, given(memory_taxonomy()), methods, options, "beauty"),
               Error);
}

TEST(CompareApi, TestsOnGivenExamples) {
  CompareOptions options;
  const Comparison found =
      compare(memory_vectors(40), memory_vectors(12, 7), given(memory_taxonomy()), two, options);
  EXPECT_EQ(found.notes.splits, "trained on 40 records, tested on 12");
  EXPECT_EQ(found.notes.split_count, 1U);
}

TEST(CompareApi, TakesTextsWithTheirOptions) {
  std::vector<ComparedMethod> methods{{"clade"}, {"clade", {}, {{"min_df", 1}, {"ngrams", 2}}}};
  methods[1].name = "with pairs of words";
  const Comparison found =
      compare(memory_texts(40), given(memory_taxonomy()), methods, three_folds());
  EXPECT_EQ(found.methods[1].name, "with pairs of words");
  EXPECT_EQ(found.methods[0].find("accuracy")->mean, 1);
}

TEST(CompareApi, IsTheSameOnAnyNumberOfThreads) {
  CompareOptions options = three_folds();
  const auto run = [&](unsigned threads) {
    options.threads = threads;
    Json json =
        Json::parse(compare(memory_vectors(40), given(memory_taxonomy()), two, options).json());
    for (Json& method : json["methods"]) method.erase("seconds");
    return json;
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(CompareApi, ChoosesOptionsAndDrawsCurves) {
  CompareOptions options = three_folds();
  options.tuning.options = {{"C", {"0.1", "10"}}};
  options.tuning.measure = "accuracy";
  options.curve = OptionValues{"max_epochs", {"1", "100"}};
  const Comparison found =
      compare(memory_vectors(40), given(memory_taxonomy()), {{"svm"}}, options);
  ASSERT_EQ(found.methods[0].chosen.size(), 3U);
  EXPECT_EQ(found.methods[0].chosen[0][0].second[0].first, "C");
  EXPECT_EQ(found.notes.tuning, "C=0.1,10 chosen on 0.2 of the training records by accuracy");
  ASSERT_TRUE(found.curve.has_value());
  EXPECT_EQ(found.curve->points.size(), 2U);
  EXPECT_THAT(found.curve_text({"accuracy"}), StartsWith("accuracy by max_epochs"));
}

TEST(CompareApi, SeesRandomAndLearnedTaxonomies) {
  CompareOptions options = three_folds();
  options.taxonomies = {
      {SeenTaxonomy::Kind::given}, {SeenTaxonomy::Kind::random, 2}, {SeenTaxonomy::Kind::learned}};
  const Comparison found =
      compare(memory_vectors(40), given(memory_taxonomy()), {{"hsvm"}}, options);
  ASSERT_EQ(found.methods.size(), 3U);
  EXPECT_EQ(found.methods[1].taxonomy, "random:2");
  EXPECT_EQ(found.methods[2].taxonomy, "learned");
}

TEST(CompareApi, GoesOnFromKeptRuns) {
  const TempFolder folder;
  CompareOptions options = three_folds();
  options.run = folder.path() / "runs";
  const std::string first =
      compare(memory_vectors(40), given(memory_taxonomy()), two, options).json();
  EXPECT_EQ(compare(memory_vectors(40), given(memory_taxonomy()), two, options).json(), first);
  options.seed = 1;
  EXPECT_THAT(message_of(two, options), HasSubstr("holds runs of another comparison"));
}

TEST(CompareApi, RefusesWhatDoesNotGoTogether) {
  EXPECT_THAT(message_of({}, three_folds()), HasSubstr("expected methods"));
  EXPECT_THAT(message_of({{"hsmv"}}, three_folds()), HasSubstr("hsvm"));
  EXPECT_THAT(message_of({{"hsvm", {{"nu", 1}}}}, three_folds()), HasSubstr("`nu`"));
  EXPECT_THAT(message_of({{"hsvm", {{"C", -1}}}}, three_folds()), StartsWith("`C`: expected"));
  EXPECT_THAT(message_of({{"hsvm", {{"kernel", "precomputed"}}}}, three_folds()),
              HasSubstr("cannot be split"));
  CompareOptions options = three_folds();
  options.splits.train_fraction = 0.5;
  EXPECT_THAT(message_of(two, options), HasSubstr("different ways to split"));
  options = three_folds();
  options.splits.folds = 1;
  EXPECT_THAT(message_of(two, options), StartsWith("`folds`: "));
  options = three_folds();
  options.tuning.options = {{"no_such", {"1"}}};
  options.tuning.measure = "accuracy";
  EXPECT_THAT(message_of(two, options), StartsWith("`tune`: no method here has the option"));
  options.tuning.options = {{"C", {"1"}}};
  EXPECT_THAT(message_of({{"hsvm", {{"C", 2}}}}, options), HasSubstr("sets it itself"));
  options.tuning.measure = "acuracy";
  EXPECT_THAT(message_of(two, options), HasSubstr("did you mean 'accuracy'"));
  options = three_folds();
  options.curve = OptionValues{"C", {"few"}};
  EXPECT_THAT(message_of(two, options), HasSubstr("expected a number above 0"));
  options = three_folds();
  options.curve = OptionValues{"sample_per_class", {"2"}};
  EXPECT_THAT(message_of(two, options), HasSubstr("leave out `test`, `folds`"));
}

TEST(CompareApi, RefusesExamplesThatCannotBeSplit) {
  EXPECT_THROW(compare(TextExamples(), no_taxonomy(), two, three_folds()), Error);
  VectorExamples one;
  one.add(std::vector<double>{1.0}, {"a1"});
  EXPECT_THROW(compare(one, given(memory_taxonomy()), two, three_folds()), Error);
}

TEST(CompareApi, StopsWhenAsked) {
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } reporter;
  CompareOptions options = three_folds();
  options.reporter = &reporter;
  EXPECT_THROW(compare(memory_vectors(40), given(memory_taxonomy()), two, options), Cancelled);
}

}  // namespace
}  // namespace clade::detail::test
