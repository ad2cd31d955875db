// Further records for a fitted vectoriser: all at once, and as a stream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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
using ::testing::Pair;
using testing::raw_row;
using testing::read;
using testing::row;
using testing::texts;

auto is(double value) { return DoubleNear(value, 1e-12); }

TextParams params_of(Weighting weighting, int min_df, int hash = 0) {
  TextParams params;
  params.weighting = weighting;
  params.normalize = Normalize::none;
  params.min_df = min_df;
  params.hash = hash;
  return params;
}

Vectoriser fitted_on(const TextParams& params, const std::vector<Document>& documents) {
  Records records = read<double>(documents, *make_analyzer(params));
  Reporter quiet;
  return Vectoriser::fit(params, records, quiet);
}

Records read_further(const Vectoriser& known, const std::vector<Document>& documents) {
  return read<double>(documents, *known.analyzer(), nullptr, &known.fitted().names);
}

const std::vector<std::string> pets{"cat dog", "cat dog dog", "cat bird"};

TEST(ExtendedVectoriser, KeepsOldWordsAndFactorsAndAddsWordsOfTheNewTexts) {
  const Vectoriser known = fitted_on(params_of(Weighting::tfidf, 2), texts(pets));
  ASSERT_EQ(known.fitted().names.size(), 2U);  // cat and dog
  Records records = read_further(known, texts({"wolf dog", "wolf wolf fox", "cat"}));
  const Vectoriser extended = known.extended(records);
  const Vectoriser::Fitted& fitted = extended.fitted();
  ASSERT_EQ(fitted.names.size(), 3U);  // the fox is too rare
  EXPECT_EQ(fitted.names.name(0), known.fitted().names.name(0));
  EXPECT_EQ(fitted.names.name(1), known.fitted().names.name(1));
  EXPECT_EQ(fitted.names.name(2), "wolf");
  ASSERT_EQ(fitted.factors.size(), 3U);
  EXPECT_EQ(fitted.factors[0], known.fitted().factors[0]);
  EXPECT_EQ(fitted.factors[1], known.fitted().factors[1]);
  EXPECT_EQ(fitted.factors[2], inverse_document_frequency(3, 2));
  EXPECT_THAT(row(records, 1), ElementsAre(Pair("wolf", is(2 * inverse_document_frequency(3, 2)))));
  // A word that was known stays, however rare it is in the new texts.
  EXPECT_THAT(row(records, 2), ElementsAre(Pair("cat", is(known.fitted().factors[0]))));
}

TEST(ExtendedVectoriser, TransformsNewTextsAsPredictionWill) {
  const Vectoriser known = fitted_on(params_of(Weighting::log_tfidf, 1), texts(pets));
  const std::vector<Document> further = texts({"wolf dog bird", "fox", "cat cat"});
  Records records = read_further(known, further);
  const Vectoriser extended = known.extended(records);
  Records later = read<double>(further, *extended.analyzer(), &extended.fitted().names);
  extended.transform(later);
  for (std::size_t i = 0; i < further.size(); ++i)
    EXPECT_EQ(raw_row(records, i), raw_row(later, i));
}

TEST(ExtendedVectoriser, NothingNewChangesNothing) {
  const Vectoriser known = fitted_on(params_of(Weighting::log_tfidf, 1), texts(pets));
  Records records = read_further(known, texts({"dog", "bird"}));
  const Vectoriser extended = known.extended(records);
  EXPECT_EQ(extended.fitted().features, known.fitted().features);
  EXPECT_EQ(extended.fitted().factors, known.fitted().factors);
  EXPECT_EQ(extended.fitted().names.size(), known.fitted().names.size());
}

TEST(ExtendedVectoriser, NamedFeaturesJoinWhateverTheirNumber) {
  const std::vector<Document> first{{"", {{"length", 2}}, {}}}, more{{"", {{"width", 3}}, {}}};
  const Vectoriser known = fitted_on(params_of(Weighting::none, 2), first);
  Records records = read_further(known, more);
  EXPECT_EQ(known.extended(records).fitted().names.size(), 2U);
  EXPECT_THAT(row(records, 0), ElementsAre(Pair("width", 3)));
}

TEST(ExtendedVectoriser, CountsFromFilesFollowTheSameRule) {
  const Vectoriser known =
      fitted_on(params_of(Weighting::tfidf, 2), counts({{{1, 2}, {5, 1}}, {{1, 1}}}));
  EXPECT_THAT(known.fitted().features, ElementsAre(1U));
  Records records = read_further(known, counts({{{1, 1}, {3, 4}}, {{3, 1}, {9, 1}}}));
  const Vectoriser extended = known.extended(records);
  EXPECT_THAT(extended.fitted().features, ElementsAre(1U, 3U));
  EXPECT_EQ(extended.fitted().factors[0], known.fitted().factors[0]);
  EXPECT_EQ(extended.fitted().factors[1], inverse_document_frequency(2, 2));
  EXPECT_EQ(raw_row(records, 1).size(), 1U);
  Records negative = read_further(known, counts({{{3, -1}}}));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { known.extended(negative); }),
              HasSubstr("at least 0"));
}

TEST(ExtendedVectoriser, HashedWordsJoinWithoutANameAsTheirBuckets) {
  const Vectoriser known = fitted_on(params_of(Weighting::log_tfidf, 1, 20), texts(pets));
  Records records = read_further(known, texts({"wolf", "dog"}));
  const Vectoriser extended = known.extended(records);
  EXPECT_TRUE(extended.fitted().names.empty());
  EXPECT_EQ(extended.fitted().features.size(), known.fitted().features.size() + 1);
  EXPECT_EQ(extended.fitted().factors.size(), extended.fitted().features.size());
  EXPECT_EQ(raw_row(records, 0).size(), 1U);
}

// ---- Streams

TEST(StreamVectoriser, GoesOnWithWhatIsKnown) {
  const Vectoriser known = fitted_on(params_of(Weighting::log_tf, 1), texts(pets));
  StreamVectoriser stream(known);
  Records piece = read_further(known, texts({"cat cat wolf"}));
  const FeatureNames names = piece.names;
  stream.transform(piece, names);
  EXPECT_THAT(row(piece, 0), ElementsAre(Pair("cat", is(1 + std::log(2))), Pair("wolf", 1)));
  const std::uint32_t wolf = names.find(FeatureNames::term_mark, "wolf");
  const std::vector<std::uint32_t> features{names.find(FeatureNames::term_mark, "cat"), wolf};
  const Vectoriser closed = stream.closed(features, names);
  EXPECT_EQ(closed.fitted().names.size(), 4U);
  EXPECT_EQ(closed.fitted().features.size(), 4U);  // dog and bird, too
  EXPECT_EQ(closed.fitted().features.back(), wolf);
}

TEST(StreamVectoriser, DocumentFrequenciesAreNotForStreams) {
  const Vectoriser known = fitted_on(params_of(Weighting::log_tfidf, 1), texts(pets));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { StreamVectoriser stream(known); }),
              HasSubstr("give a file"));
}

}  // namespace
}  // namespace clade::detail
