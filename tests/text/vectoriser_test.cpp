#include "text/vectoriser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/text/support.h"

namespace clade::detail {
namespace {

using testing::counts;
using testing::Document;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::raw_row;
using testing::read;
using testing::row;
using testing::texts;
using testing::Warnings;

auto is(double value) { return DoubleNear(value, 1e-12); }

const std::vector<std::string> pets{"cat cat cat dog", "cat bird", "dog dog fish", ""};

TextParams params_of(Weighting weighting, Normalize normalize, int min_df = 1) {
  TextParams params;
  params.weighting = weighting;
  params.normalize = normalize;
  params.min_df = min_df;
  return params;
}

// Texts read and fitted, in double.
Records fitted(const TextParams& params, const std::vector<Document>& documents) {
  Records records = read<double>(documents, *make_analyzer(params));
  Reporter quiet;
  Vectoriser::fit(params, records, quiet);
  return records;
}

Records weighted(Weighting weighting) {
  return fitted(params_of(weighting, Normalize::none), texts(pets));
}

TEST(Vectoriser, WeighsCountsInEachWay) {
  EXPECT_THAT(row(weighted(Weighting::none), 0), ElementsAre(Pair("cat", 3), Pair("dog", 1)));
  EXPECT_THAT(row(weighted(Weighting::binary), 0), ElementsAre(Pair("cat", 1), Pair("dog", 1)));
  EXPECT_THAT(row(weighted(Weighting::tf), 2), ElementsAre(Pair("dog", 2), Pair("fish", 1)));
  EXPECT_THAT(row(weighted(Weighting::log_tf), 0),
              ElementsAre(Pair("cat", is(1 + std::log(3))), Pair("dog", 1)));
  // Four records; cat and dog are in two of them, bird and fish in one.
  const double common = std::log(5.0 / 3) + 1, rare = std::log(5.0 / 2) + 1;
  EXPECT_THAT(row(weighted(Weighting::tfidf), 2),
              ElementsAre(Pair("dog", is(2 * common)), Pair("fish", is(rare))));
  EXPECT_THAT(row(weighted(Weighting::log_tfidf), 0),
              ElementsAre(Pair("cat", is((1 + std::log(3)) * common)), Pair("dog", is(common))));
  EXPECT_THAT(row(weighted(Weighting::log_tfidf), 3), IsEmpty());
}

// Computed by hand: "cat cat dog", "dog" with idf 1 for dog and ln(3/2) + 1 for cat.
TEST(Vectoriser, WeighsTextByLogTfidfToUnitLengthByItself) {
  TextParams params;
  params.min_df = 1;
  const Records records = fitted(params, texts({"cat cat dog", "dog"}));
  const double cat = (1 + std::log(2)) * (std::log(1.5) + 1);
  EXPECT_NEAR(cat, 2.3796, 5e-4);
  const double length = std::sqrt(cat * cat + 1);
  EXPECT_THAT(row(records, 0),
              ElementsAre(Pair("cat", is(cat / length)), Pair("dog", is(1 / length))));
  EXPECT_THAT(row(records, 1), ElementsAre(Pair("dog", 1)));
}

TEST(Vectoriser, LeavesNumbersAloneByItself) {
  Records records = read(counts({{{3, 0.5}, {9, -0.5}}, {{3, 1}}}), *make_analyzer({}));
  Warnings warnings;
  const Vectoriser vectoriser = Vectoriser::fit({}, records, warnings);
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(3, 0.5), Pair(9, -0.5)));
  EXPECT_THAT(warnings.messages, IsEmpty());
  EXPECT_EQ(vectoriser.fitted().params.weighting, Weighting::none);
  EXPECT_EQ(vectoriser.fitted().params.normalize, Normalize::none);
  EXPECT_EQ(vectoriser.fitted().counted, CountedFeatures::none);
  Records fresh = read(counts({{{4, -7}}}), *vectoriser.analyzer());
  vectoriser.transform(fresh);
  EXPECT_THAT(raw_row(fresh, 0), ElementsAre(Pair(4, -7)));
}

TEST(Vectoriser, DropsRareWordsAndNumbersTheOthersAnew) {
  Records records =
      fitted(params_of(Weighting::tf, Normalize::none, 2), texts({"rare b a", "a c", "c b other"}));
  ASSERT_EQ(records.names.size(), 3U);
  EXPECT_EQ(records.names.name(0), "b");
  EXPECT_EQ(records.names.name(1), "a");
  EXPECT_EQ(records.names.name(2), "c");
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(FeatureNames::first_index, 1),
                                               Pair(FeatureNames::first_index + 1, 1)));
  EXPECT_THAT(row(records, 2), ElementsAre(Pair("b", 1), Pair("c", 1)));
}

TEST(Vectoriser, WarnsWhereNoWordIsCommonEnough) {
  Records records = read(texts({"a b", "c"}), *make_analyzer({}));
  Warnings warnings;
  Vectoriser::fit({}, records, warnings);
  EXPECT_THAT(warnings.messages, ElementsAre(HasSubstr("`min_df=1`")));
  EXPECT_THAT(row(records, 0), IsEmpty());
  EXPECT_TRUE(records.names.empty());
}

TEST(Vectoriser, WeighsTermsOnlyWhereTheyStandBesideNumbers) {
  const std::vector<Document> documents{{"cat cat", {{"size", -2.5}, {"cat", 4}}, {{7, 0.5}}},
                                        {"cat dog", {}, {}}};
  const TextParams params = params_of(Weighting::log_tf, Normalize::none, 2);
  Records records = read<double>(documents, *make_analyzer(params));
  Reporter quiet;
  const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
  EXPECT_EQ(vectoriser.fitted().counted, CountedFeatures::terms);
  // By index: the number, then the names in order of appearance.
  EXPECT_THAT(raw_row(records, 0),
              ElementsAre(Pair(7, 0.5), Pair(FeatureNames::first_index, -2.5),
                          Pair(FeatureNames::first_index + 1, 4),
                          Pair(FeatureNames::first_index + 2, is(1 + std::log(2)))));
  EXPECT_THAT(raw_row(records, 1), ElementsAre(Pair(FeatureNames::first_index + 2, 1)));
  EXPECT_EQ(records.names.mark(1), FeatureNames::feature_mark);
  EXPECT_EQ(records.names.mark(2), FeatureNames::term_mark);
}

TEST(Vectoriser, ScalesTheWholeRowWhereTermsStandBesideNumbers) {
  const TextParams params = params_of(Weighting::tf, Normalize::automatic);
  const Records records = fitted(params, {{"cat cat cat", {{"size", -4}}, {}}});
  EXPECT_EQ(row(records, 0), (std::map<std::string, double>{{"cat", 0.6}, {"size", -0.8}}));
}

TEST(Vectoriser, WeighsNumbersAsCountsWhereAsked) {
  const TextParams params = params_of(Weighting::tfidf, Normalize::unit, 2);
  Records records = read<double>(counts({{{5, 2}, {8, 1}}, {{5, 1}, {8, 0}, {9, 3}}, {{8, 4}}}),
                                 *make_analyzer(params));
  Reporter quiet;
  const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
  EXPECT_EQ(vectoriser.fitted().counted, CountedFeatures::all);
  // A value of 0 is no appearance: both features are in two records of three, and 9 is dropped.
  EXPECT_THAT(vectoriser.fitted().features, ElementsAre(5, 8));
  EXPECT_THAT(raw_row(records, 0),
              ElementsAre(Pair(5, is(2 / std::sqrt(5))), Pair(8, is(1 / std::sqrt(5)))));
  EXPECT_THAT(raw_row(records, 1), ElementsAre(Pair(5, is(1)), Pair(8, 0)));
  Records fresh = read<double>(counts({{{5, 7}, {6, 100}, {9, 100}}}), *vectoriser.analyzer());
  vectoriser.transform(fresh);
  EXPECT_THAT(raw_row(fresh, 0), ElementsAre(Pair(5, is(1))));
}

TEST(Vectoriser, RejectsNegativeCounts) {
  const TextParams params = params_of(Weighting::tfidf, Normalize::none);
  Records records = read(counts({{{1, 1}}, {{2, -3}}}), *make_analyzer(params));
  Reporter quiet;
  EXPECT_EQ(error_of(ErrorKind::input, [&] { Vectoriser::fit(params, records, quiet); }),
            "example 1: `weighting=tfidf` expected counts of at least 0, got -3 for feature 2; use "
            "`weighting=none`");
  records.ids = {"x", "y"};
  EXPECT_THAT(error_of(ErrorKind::input, [&] { Vectoriser::fit(params, records, quiet); }),
              HasSubstr("example 'y'"));

  Records good = read(counts({{{1, 1}}, {{2, 3}}}), *make_analyzer(params));
  const Vectoriser vectoriser = Vectoriser::fit(params, good, quiet);
  EXPECT_THAT(error_of(ErrorKind::input, [&] { vectoriser.transform(records); }),
              HasSubstr("feature 2"));
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(1, 1)));
}

TEST(Vectoriser, NamesTheFeatureOfANegativeCount) {
  const TextParams params = params_of(Weighting::tf, Normalize::none);
  Records records = read({{"", {{"size", -1}}, {}}}, *make_analyzer(params));
  Reporter quiet;
  EXPECT_THAT(error_of(ErrorKind::input, [&] { Vectoriser::fit(params, records, quiet); }),
              HasSubstr("'size'"));
}

TEST(Vectoriser, TransformsTheTrainingTextsToTheSameRows) {
  for (const int hash : {0, 18}) {
    TextParams params;
    params.stopwords = "english";
    params.hash = hash;
    const std::vector<Document> documents{{"the cat sat on the mat", {{"size", 3}}, {{4, 1}}},
                                          {"a cat, a dog; the DOG", {}, {}},
                                          {"", {}, {}},
                                          {"dog mat rare", {{"size", 1}}, {}}};
    Records records = read(documents, *make_analyzer(params));
    Reporter quiet;
    const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
    Records again = read(documents, *vectoriser.analyzer(), &vectoriser.fitted().names);
    vectoriser.transform(again);
    const Vectoriser loaded(vectoriser.fitted());  // as from a model file
    Records loaded_again = read(documents, *loaded.analyzer(), &loaded.fitted().names);
    loaded.transform(loaded_again);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      EXPECT_EQ(raw_row(again, i), raw_row(records, i)) << i << ' ' << hash;
      EXPECT_EQ(raw_row(loaded_again, i), raw_row(records, i)) << i << ' ' << hash;
    }
    EXPECT_EQ(raw_row(records, 0).size(), 4U) << hash;
  }
}

TEST(Vectoriser, LeavesUnknownWordsOutOfNewTexts) {
  for (const int hash : {0, 24}) {
    TextParams params;
    params.min_df = 1;
    params.hash = hash;
    Records records = read(texts({"cat dog", "cat"}), *make_analyzer(params));
    Reporter quiet;
    const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
    Records fresh =
        read(texts({"cat zebra", "zebra"}), *vectoriser.analyzer(), &vectoriser.fitted().names);
    vectoriser.transform(fresh);
    EXPECT_EQ(raw_row(fresh, 0), raw_row(records, 1)) << hash;
    EXPECT_THAT(raw_row(fresh, 1), IsEmpty()) << hash;
  }
}

TEST(Vectoriser, HashesWordsToWeightedFeaturesWithoutNames) {
  TextParams params = params_of(Weighting::automatic, Normalize::automatic);
  params.hash = 20;
  Records records = read<double>(texts({"cat cat dog", "dog"}), *make_analyzer(params));
  Reporter quiet;
  const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
  EXPECT_TRUE(records.names.empty());
  EXPECT_EQ(vectoriser.fitted().params.weighting, Weighting::log_tfidf);
  EXPECT_EQ(vectoriser.fitted().features.size(), 2U);
  const double cat = (1 + std::log(2)) * (std::log(1.5) + 1), length = std::sqrt(cat * cat + 1);
  const auto values = raw_row(records, 0);
  ASSERT_EQ(values.size(), 2U);
  for (const auto& [index, value] : values) {
    EXPECT_NEAR(value, index == hashed_term_index("cat", 20) ? cat / length : 1 / length, 1e-12);
  }
}

TEST(Vectoriser, KeepsTheWordsOfAStopWordFileButNotItsPath) {
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "clade-vectoriser-stopwords";
  std::ofstream(file) << "dog\n";
  TextParams params = params_of(Weighting::tf, Normalize::none);
  params.stopwords = file.string();
  Records records = read(texts({"cat dog"}), *make_analyzer(params));
  Reporter quiet;
  const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet);
  std::filesystem::remove(file);
  EXPECT_EQ(vectoriser.fitted().params.stopwords, "file");
  EXPECT_THAT(vectoriser.fitted().stopwords, ElementsAre("dog"));
  EXPECT_THAT(testing::terms(*vectoriser.analyzer(), "dog cat"), ElementsAre("cat"));
}

TEST(Vectoriser, WarnsAboutRowsOfALengthFarFromOne) {
  const auto warnings_at = [](double value, Normalize normalize) {
    Records records = read(counts({{{1, value}}, {{2, value}}, {{2, 1}}}), *make_analyzer({}));
    Warnings warnings;
    const Vectoriser vectoriser =
        Vectoriser::fit(params_of(Weighting::none, normalize), records, warnings);
    warn_about_length(vectoriser, records, warnings);
    return warnings.messages;
  };
  EXPECT_THAT(warnings_at(1, Normalize::none), IsEmpty());
  EXPECT_THAT(warnings_at(1.9, Normalize::automatic), IsEmpty());
  EXPECT_THAT(warnings_at(10, Normalize::automatic), ElementsAre(HasSubstr("`normalize=unit`")));
  EXPECT_THAT(warnings_at(0.1, Normalize::none), ElementsAre(HasSubstr("is 0.1")));
  EXPECT_THAT(warnings_at(10, Normalize::unit), IsEmpty());
  EXPECT_THAT(warnings_at(0, Normalize::none), IsEmpty());
}

TEST(Vectoriser, ScalesNumbersToUnitLengthWhereAsked) {
  const Records records =
      fitted(params_of(Weighting::none, Normalize::unit), counts({{{1, 3}, {2, -4}}, {}}));
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(1, 0.6), Pair(2, -0.8)));
  EXPECT_THAT(raw_row(records, 1), IsEmpty());
}

TEST(Vectoriser, KeepsHugeCountsFinite) {
  const Records records = [] {
    Records r = read<float>(counts({{{1, 3e38}}, {{2, 1}}}), *make_analyzer({}));
    Reporter quiet;
    Vectoriser::fit(params_of(Weighting::tfidf, Normalize::none), r, quiet);
    return r;
  }();
  EXPECT_TRUE(std::isfinite(raw_row(records, 0).at(0).second));
}

TEST(Vectoriser, TakesNoRecords) {
  Records records = read({}, *make_analyzer({}));
  Warnings warnings;
  Vectoriser::fit({}, records, warnings);
  EXPECT_EQ(records.size(), 0U);
  EXPECT_THAT(warnings.messages, IsEmpty());
}

TEST(TextParams, CheckTheirValues) {
  TextParams params;
  const std::vector<Parameter> parameters = parameters_of(params);
  const auto set = [&](std::string_view name, std::string_view value) {
    for (const Parameter& p : parameters) {
      if (p.name == name) return p.set(value);
    }
    FAIL() << name;
  };
  set("weighting", "log-tf");
  set("hash", "20");
  set("min_df", "5");
  EXPECT_EQ(params.weighting, Weighting::log_tf);
  EXPECT_EQ(params.hash, 20);
  EXPECT_EQ(params.min_df, 5);
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { set("hash", "31"); }), HasSubstr("from 8 to 30"));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { set("min_df", "0"); }), HasSubstr("`min_df`"));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { set("weighting", "tfdif"); }), HasSubstr("tfidf"));
}

}  // namespace
}  // namespace clade::detail
