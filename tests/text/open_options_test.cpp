#include "text/open_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/communicator.h"
#include "tests/text/support.h"

namespace clade::detail {
namespace {

using testing::counts;
using testing::Document;
using ::testing::ElementsAre;
using testing::read;
using testing::row;
using testing::texts;

Records read_texts(const std::vector<std::string>& list, int ngrams) {
  TextParams params;
  params.ngrams = ngrams;
  return read<double>(texts(list), *make_analyzer(params));
}

Records read_counts(const std::vector<std::vector<std::pair<std::uint32_t, double>>>& list) {
  return read<double>(counts(list), *make_analyzer({}));
}

std::vector<std::string> names_of(const Records& records) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < records.names.size(); ++i) {
    names.emplace_back(records.names.name(i));
  }
  return names;
}

TEST(OpenOptions, AreUsualForLearnersThatDoNotAdapt) {
  Records records = read_texts({"red apple", "red pear"}, 1);
  Reporter silent;
  const Vectoriser vectoriser = Vectoriser::fit({}, records, silent);
  EXPECT_THAT(names_of(records), ElementsAre("red"));
  EXPECT_EQ(vectoriser.fitted().params.ngrams, 1);
  EXPECT_EQ(vectoriser.fitted().params.min_df, 2);
  EXPECT_EQ(vectoriser.fitted().params.char_ngrams, "none");
}

TEST(OpenOptions, KeepEveryWordAndRunsOfTwoDocuments) {
  Records records = read_texts({"red apple pie", "red apple tart", "old pie"}, 2);
  records.adapted = ChosenTerms{2, "none", ""};
  Reporter silent;
  const Vectoriser vectoriser = Vectoriser::fit({}, records, silent);
  EXPECT_THAT(names_of(records), ElementsAre("red", "apple", "red apple", "pie", "tart", "old"));
  EXPECT_EQ(vectoriser.fitted().params.ngrams, 2);
}

TEST(OpenOptions, DoNotOverruleWhatIsGiven) {
  Records records = read_texts({"red apple pie", "red apple tart", "old pie"}, 2);
  records.adapted = ChosenTerms{2, "3-5", ""};
  TextParams params;
  params.min_df = 3;
  params.char_ngrams = "none";
  params.ngrams = 2;
  const TextParams adapted = adapted_params(params, records, single_rank());
  EXPECT_EQ(adapted.min_df, 3);
  EXPECT_EQ(adapted.char_ngrams, "none");
}

TEST(OpenOptions, WeighSparseCountsAndScaleSparseRows) {
  Records sparse = read_counts({{{1, 3}}, {{7, 1}}, {{90, 2}}, {{91, 1}}});
  sparse.adapted = ChosenTerms{};
  const TextParams of_counts = adapted_params({}, sparse, single_rank());
  EXPECT_EQ(of_counts.weighting, Weighting::log_tfidf);
  EXPECT_EQ(of_counts.normalize, Normalize::unit);
  EXPECT_EQ(of_counts.min_df, 1);

  Records real = read_counts({{{1, 0.3}}, {{7, -1}}, {{90, 2}}, {{91, 1}}});
  real.adapted = ChosenTerms{};
  const TextParams of_numbers = adapted_params({}, real, single_rank());
  EXPECT_EQ(of_numbers.weighting, Weighting::automatic);
  EXPECT_EQ(of_numbers.normalize, Normalize::unit);
}

TEST(OpenOptions, ScaleDenseRows) {
  Records dense = read_counts({{{1, 3}, {2, 1}}, {{1, 1}, {2, 5}}});
  dense.adapted = ChosenTerms{};
  EXPECT_EQ(adapted_params({}, dense, single_rank()).numbers.scale, Scale::standard);
  const TextParams params = adapted_params({}, dense, single_rank());
  EXPECT_EQ(params.weighting, Weighting::automatic);
  EXPECT_EQ(params.normalize, Normalize::automatic);
}

}  // namespace
}  // namespace clade::detail
