#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/text/support.h"
#include "text/counts.h"
#include "text/stream_vectoriser.h"
#include "text/vectoriser.h"

namespace clade::detail {
namespace {

using ::testing::Contains;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using testing::read;
using testing::row;
using testing::texts;

TEST(DocumentLimit, IsAShareOrANumber) {
  EXPECT_EQ(most_documents("0.5", 7), 3U);
  EXPECT_EQ(most_documents("0.29", 100), 29U);
  EXPECT_EQ(most_documents("12", 7), 12U);
  EXPECT_EQ(most_documents("1", 7), 1U);
  EXPECT_GT(most_documents("none", 1000000), 1000000U);
  for (const char* bad : {"0", "-1", "1.5", "x", "", "nan", "inf", "1e30"}) {
    EXPECT_THAT(max_df_problem(bad), HasSubstr("expected")) << bad;
  }
}

Records three_texts(const TextParams& params) {
  return read(texts({"the cat", "the dog", "the cat"}), *make_analyzer(params));
}

TEST(DocumentLimit, LeavesOutWordsOfMoreDocuments) {
  TextParams params;
  params.min_df = 1;
  testing::Warnings silent;
  for (const char* limit : {"0.7", "2"}) {
    params.max_df = limit;
    Records records = three_texts(params);
    const Vectoriser vectoriser = Vectoriser::fit(params, records, silent);
    EXPECT_THAT(row(records, 0), Contains(Key("cat")));
    EXPECT_THAT(row(records, 0), Not(Contains(Key("the"))));
    EXPECT_EQ(vectoriser.fitted().names.size(), 2U);
  }
  EXPECT_TRUE(silent.messages.empty());
  params.max_df = "3";
  Records records = three_texts(params);
  Vectoriser::fit(params, records, silent);
  EXPECT_THAT(row(records, 0), Contains(Key("the")));
}

TEST(DocumentLimit, ThatLeavesNothingIsWarnedOf) {
  TextParams params;
  params.max_df = "1";
  testing::Warnings warnings;
  Records records = three_texts(params);
  Vectoriser::fit(params, records, warnings);
  EXPECT_THAT(warnings.messages, Contains(HasSubstr("`max_df=1`")));
}

TEST(DocumentLimit, HoldsForNewWordsOfAnUpdateToo) {
  TextParams params;
  params.min_df = 1;
  params.max_df = "0.7";
  testing::Warnings silent;
  Records records = three_texts(params);
  const Vectoriser fitted = Vectoriser::fit(params, records, silent);
  Records more = read(texts({"the cow", "the cat", "the pig"}), *fitted.analyzer(), nullptr,
                      &fitted.fitted().names);
  fitted.extended(more);
  EXPECT_THAT(row(more, 0), Contains(Key("cow")));
  EXPECT_THAT(row(more, 0), Not(Contains(Key("the"))));
}

TEST(DocumentLimit, CannotBeKeptByAStream) {
  TextParams params;
  params.max_df = "0.5";
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { StreamVectoriser{params}; }),
              HasSubstr("`max_df`: a stream does not tell"));
  params.weighting = Weighting::tf;
  Vectoriser::Fitted fitted;
  fitted.params = params;
  const Vectoriser known(fitted);
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { StreamVectoriser{known}; }),
              HasSubstr("`max_df=0.5`"));
}

}  // namespace
}  // namespace clade::detail
