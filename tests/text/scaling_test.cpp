#include "text/scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/text/support.h"
#include "text/stream_vectoriser.h"
#include "text/vectoriser.h"

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

const double nan = std::numeric_limits<double>::quiet_NaN();

auto is(double value) { return DoubleNear(value, 1e-12); }

TextParams params_of(Scale scale, Missing missing = Missing::automatic) {
  TextParams params;
  params.numbers = {scale, missing};
  params.min_df = 1;
  return params;
}

// As readers that keep missing values give them.
Records records_of(const std::vector<Document>& documents, const TextParams& params = {},
                   const FeatureNames* known = nullptr) {
  Records records = read<double>(documents, *make_analyzer(params), known);
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (const auto& f : rows.row(i)) {
            if (std::isnan(f.value)) records.missing.add(std::to_string(f.index));
          }
        }
      },
      records.rows);
  return records;
}

Vectoriser fit(const TextParams& params, Records& records) {
  Reporter quiet;
  return Vectoriser::fit(params, records, quiet);
}

Records fitted(const TextParams& params, const std::vector<Document>& documents) {
  Records records = records_of(documents, params);
  fit(params, records);
  return records;
}

// Feature 1 is 1 2 3 6, 2 is sparse, 3 constant.
std::vector<Document> table() {
  return counts({{{1, 1}, {3, 5}}, {{1, 2}, {3, 5}}, {{1, 3}, {2, 4}, {3, 5}}, {{1, 6}, {3, 5}}});
}

TEST(Scaling, StandardCentresDenseFeaturesAndOnlyDividesSparseOnes) {
  const Records records = fitted(params_of(Scale::standard), table());
  const double deviation = std::sqrt((4 + 1 + 0 + 9) / 4.0);  // around the mean 3
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(1, is(-2 / deviation))));
  EXPECT_THAT(raw_row(records, 1), ElementsAre(Pair(1, is(-1 / deviation))));
  // The root mean square of 0 0 4 0 is 2; the mean of feature 1 is 0 now.
  EXPECT_THAT(raw_row(records, 2), ElementsAre(Pair(2, is(2))));
  EXPECT_THAT(raw_row(records, 3), ElementsAre(Pair(1, is(3 / deviation))));
}

TEST(Scaling, MinmaxPutsDenseFeaturesBetween0And1) {
  const Records records = fitted(params_of(Scale::minmax), table());
  EXPECT_THAT(raw_row(records, 0), IsEmpty());
  EXPECT_THAT(raw_row(records, 2), ElementsAre(Pair(1, is(0.4)), Pair(2, is(1))));
  EXPECT_THAT(raw_row(records, 3), ElementsAre(Pair(1, is(1))));
}

// Feature 2 is dense by weight, though most rows lack it; feature 3 is missing in one.
TEST(Scaling, ARowOfWeightThreeCountsAsThree) {
  const std::vector<Document> once =
      counts({{{1, 1}, {3, 2}}, {{1, 2}, {3, nan}}, {{1, 6}, {2, 4}, {3, 9}}});
  std::vector<Document> thrice = once;
  thrice.insert(thrice.end(), 2, once.back());
  for (const Scale scale : {Scale::standard, Scale::minmax}) {
    Records weighted = records_of(once), repeated = records_of(thrice);
    weighted.weights = {1, 1, 3};
    EXPECT_EQ(scale_for(weighted), scale_for(repeated));
    fit(params_of(scale), weighted);
    fit(params_of(scale), repeated);
    for (std::size_t i = 0; i < once.size(); ++i) {
      const auto expected = raw_row(repeated, i);
      std::vector<::testing::Matcher<std::pair<std::uint32_t, double>>> entries;
      for (const auto& [index, value] : expected) entries.push_back(Pair(index, is(value)));
      EXPECT_THAT(raw_row(weighted, i), ::testing::ElementsAreArray(entries));
    }
  }
}

TEST(Scaling, TakesWeightsOfAnySize) {
  for (const double weight : {1e-300, 1e300}) {
    Records records = records_of(table());
    records.weights = {weight, 1, 1, 1};
    fit(params_of(Scale::standard), records);
    for (std::size_t i = 0; i < records.size(); ++i) {
      for (const auto& [index, value] : raw_row(records, i)) EXPECT_TRUE(std::isfinite(value));
    }
  }
}

TEST(Scaling, WritesWhatAZeroBecomes) {
  Records records = records_of(counts({{{1, 4}, {2, 1}}, {{1, 2}, {9, 1}}, {{2, 1}}, {{1, 6}}}));
  const Vectoriser vectoriser = fit(params_of(Scale::standard), records);
  const double deviation = std::sqrt((1 + 1 + 9 + 9) / 4.0);  // of 4 2 0 6
  EXPECT_THAT(raw_row(records, 2).front(), Pair(1, is(-3 / deviation)));
  Records fresh = records_of(counts({{}, {{1, 3}}, {{9, 1}, {77, 5}}}));
  vectoriser.transform(fresh);
  EXPECT_THAT(raw_row(fresh, 0), ElementsAre(Pair(1, is(-3 / deviation)), Pair(2, is(-1))));
  EXPECT_THAT(raw_row(fresh, 1), ElementsAre(Pair(2, is(-1))));
  // A feature that was not there is left alone.
  EXPECT_THAT(raw_row(fresh, 2), ElementsAre(Pair(1, is(-3 / deviation)), Pair(2, is(-1)),
                                             Pair(9, is(2)), Pair(77, 5)));
}

TEST(Scaling, KeepsValuesOutsideOfTheTrainingRange) {
  Records records = records_of(counts({{{1, 2}}, {{1, 4}}}));
  const Vectoriser vectoriser = fit(params_of(Scale::minmax), records);
  Records fresh = records_of(counts({{{1, 10}}, {{1, -2}}}));
  vectoriser.transform(fresh);
  EXPECT_THAT(raw_row(fresh, 0), ElementsAre(Pair(1, is(4))));
  EXPECT_THAT(raw_row(fresh, 1), ElementsAre(Pair(1, is(-2))));
}

TEST(Scaling, NeverDividesByTheDeviationOfAConstant) {
  // The mean of many 0.1 is not 0.1 exactly, so that deviations are not quite 0.
  std::vector<Document> rows;
  for (int i = 0; i < 1001; ++i) rows.push_back({"", {}, {{1, 0.1}, {2, i}}});
  for (const Scale scale : {Scale::standard, Scale::minmax}) {
    Records records = records_of(rows);
    const Vectoriser vectoriser = fit(params_of(scale), records);
    EXPECT_EQ(raw_row(records, 7).front().first, 2U);
    Records fresh = records_of(counts({{{1, 5}}}));
    vectoriser.transform(fresh);
    for (const auto& [index, value] : raw_row(fresh, 0)) EXPECT_EQ(index, 2U);
  }
}

TEST(Scaling, HasRoomForHugeAndTinyNumbers) {
  for (const Scale scale : {Scale::standard, Scale::minmax}) {
    for (const double unit : {1e300, 1e-300}) {
      const Records records =
          fitted(params_of(scale), counts({{{1, unit}}, {{1, 2 * unit}}, {{1, 3 * unit}}}));
      const Records usual = fitted(params_of(scale), counts({{{1, 1}}, {{1, 2}}, {{1, 3}}}));
      ASSERT_EQ(raw_row(records, 2).size(), 1U);
      EXPECT_NEAR(raw_row(records, 2)[0].second, raw_row(usual, 2)[0].second, 1e-9);
    }
    const Records widest = fitted(params_of(scale), counts({{{1, 1.7e308}}, {{1, -1.7e308}}}));
    EXPECT_NEAR(raw_row(widest, 0)[0].second, 1, 1e-9);
  }
}

TEST(Scaling, ReplacesMissingValuesByTheMeanOfThoseThatAreThere) {
  const auto rows = counts({{{1, 2}}, {{1, nan}}, {{1, 4}}, {}});  // the mean of 2 4 0
  EXPECT_THAT(raw_row(fitted(params_of(Scale::none, Missing::mean), rows), 1),
              ElementsAre(Pair(1, is(2))));
  EXPECT_THAT(raw_row(fitted(params_of(Scale::standard), rows), 1), IsEmpty());
  EXPECT_THAT(raw_row(fitted(params_of(Scale::minmax), rows), 1), ElementsAre(Pair(1, is(0.5))));
  for (const TextParams& zero : {TextParams(), params_of(Scale::none, Missing::zero)}) {
    EXPECT_THAT(raw_row(fitted(zero, rows), 1), IsEmpty());
  }
  const double deviation = std::sqrt(8 / 3.0);  // of those that are there
  EXPECT_THAT(raw_row(fitted(params_of(Scale::standard, Missing::zero), rows), 1),
              ElementsAre(Pair(1, is(-2 / deviation))));
}

TEST(Scaling, HasNothingForAFeatureThatIsAlwaysMissing) {
  Records records = records_of(counts({{{1, nan}, {2, 1}}, {{1, nan}, {2, 3}}}));
  const Vectoriser vectoriser = fit(params_of(Scale::standard), records);
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(2, is(-1))));
  Records fresh = records_of(counts({{{1, nan}, {2, nan}, {5, nan}}, {{1, 7}, {2, 3}}}));
  vectoriser.transform(fresh);
  EXPECT_THAT(raw_row(fresh, 0), IsEmpty());
  EXPECT_THAT(raw_row(fresh, 1), ElementsAre(Pair(2, is(1))));
}

TEST(Scaling, RefusesMissingValuesWhereItIsToldTo) {
  const TextParams params = params_of(Scale::none, Missing::error);
  EXPECT_THAT(error_of(ErrorKind::input,
                       [&] {
                         fitted(params, {{"", {{"price", 3}}, {}}, {"", {{"price", nan}}, {}}});
                       }),
              HasSubstr("example 1: the value of feature 'price' is missing"));
}

TEST(Scaling, LeavesTermsAlone) {
  TextParams params = params_of(Scale::standard);
  params.weighting = Weighting::tf;
  params.normalize = Normalize::none;
  const std::vector<Document> rows{{"cat cat", {{"price", 10}}, {}},
                                   {"cat", {{"price", 30}}, {}},
                                   {"cat dog", {{"price", 20}}, {}}};
  const Records records = fitted(params, rows);
  const double deviation = std::sqrt(200 / 3.0);
  EXPECT_THAT(row(records, 0), ElementsAre(Pair("cat", 2), Pair("price", is(-10 / deviation))));
  EXPECT_THAT(row(records, 2), ElementsAre(Pair("cat", 1), Pair("dog", 1)));
  params.hash = 10;
  const Records hashed = fitted(params, rows);
  EXPECT_THAT(raw_row(hashed, 2).size(), 2U);
  for (const auto& [index, value] : raw_row(hashed, 2)) EXPECT_EQ(value, 1);
}

TEST(Scaling, LeavesCountsAlone) {
  TextParams params = params_of(Scale::standard);
  params.weighting = Weighting::tf;
  EXPECT_THAT(raw_row(fitted(params, counts({{{1, 3}}, {{1, 5}, {2, nan}}})), 1),
              ElementsAre(Pair(1, 5)));
}

TEST(Scaling, ComesBeforeTheLengthOfRows) {
  TextParams params = params_of(Scale::standard);
  params.normalize = Normalize::unit;
  const Records records =
      fitted(params, counts({{{1, 1}, {2, 3}}, {{1, 3}, {2, 1}}, {{1, 8}, {2, 9}}}));
  for (std::size_t i = 0; i < 3; ++i) {
    double squares = 0;
    for (const auto& [index, value] : raw_row(records, i)) squares += value * value;
    EXPECT_NEAR(squares, 1, 1e-12);
  }
}

TEST(Scaling, OfAnUpdateKeepsWhatIsKnownAndLearnsWhatIsNew) {
  Records first = records_of(counts({{{1, 2}}, {{1, 4}}}));
  const Vectoriser vectoriser = fit(params_of(Scale::minmax), first);
  Records more = records_of(counts({{{1, 8}, {2, 10}}, {{1, 4}, {2, 30}}}));
  const Vectoriser extended = vectoriser.extended(more);
  EXPECT_THAT(raw_row(more, 0), ElementsAre(Pair(1, is(3))));
  EXPECT_THAT(raw_row(more, 1), ElementsAre(Pair(1, is(1)), Pair(2, is(1))));
  EXPECT_THAT(extended.fitted().scaling.features, ElementsAre(1, 2));
  EXPECT_THAT(extended.fitted().scaling.shifts, ElementsAre(2, 10));
}

TEST(Scaling, IsNoneByItself) {
  Records records = records_of(table());
  const Vectoriser vectoriser = fit(TextParams(), records);
  EXPECT_TRUE(vectoriser.fitted().scaling.empty());
  EXPECT_EQ(vectoriser.fitted().params.numbers, ScalingParams::plain());
  EXPECT_THAT(raw_row(records, 0), ElementsAre(Pair(1, 1), Pair(3, 5)));
}

TEST(Scaling, IsForDenseNumbersWhereAMethodAdapts) {
  EXPECT_EQ(scale_for(records_of(table())), Scale::standard);
  EXPECT_EQ(scale_for(records_of(counts({{{1, 2}}, {{2, 3}}, {{3, 4}}}))), Scale::none);
  EXPECT_EQ(scale_for(records_of(counts({{{1, 1}, {2, 1}}, {{1, 1}}}))), Scale::none);
  EXPECT_EQ(scale_for(records_of(counts({{{1, nan}, {2, 3}}, {{1, 1}}}))), Scale::standard);
  EXPECT_EQ(scale_for(Records()), Scale::none);
  Records texts = records_of(table());
  texts.has_text = true;
  EXPECT_EQ(scale_for(texts), Scale::none);
}

TEST(Scaling, NeedsAllRecordsAtOnce) {
  EXPECT_THAT(error_of(ErrorKind::usage, [] { StreamVectoriser(params_of(Scale::minmax)); }),
              HasSubstr("`scale`: 'minmax' needs all records at once, not a stream"));
  EXPECT_THAT(
      error_of(ErrorKind::usage, [] { StreamVectoriser(params_of(Scale::none, Missing::mean)); }),
      HasSubstr("`missing`: the mean needs all records at once"));
  for (const Missing missing : {Missing::automatic, Missing::zero, Missing::error}) {
    StreamVectoriser(params_of(Scale::automatic, missing));
  }
  Records records = records_of(table());
  const Vectoriser vectoriser = fit(params_of(Scale::standard), records);
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { StreamVectoriser stream(vectoriser); }),
              HasSubstr("scales its numeric features"));
}

TEST(Scaling, SaysWhatIsMissing) {
  MissingCounts counts;
  EXPECT_EQ(missing_text(counts, Missing::mean), "");
  counts.add("a");
  EXPECT_EQ(missing_text(counts, Missing::zero),
            "1 value of 1 numeric feature is missing and counts as 0");
  counts.add("a");
  counts.add("b");
  EXPECT_EQ(missing_text(counts, Missing::mean),
            "3 values of 2 numeric features are missing and count as the mean of the training "
            "values");
}

}  // namespace
}  // namespace clade::detail
