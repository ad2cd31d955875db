#include "text/stop_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/text/support.h"
#include "text/vectoriser.h"

namespace clade {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::terms;
using testing::words;

std::string write_file(const std::string& content) {
  const auto file = std::filesystem::path(::testing::TempDir()) /
                    (std::string("clade-stopwords-") +
                     ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

TEST(StopWords, AreNoneUnlessAskedFor) { EXPECT_THAT(stop_words("none"), IsEmpty()); }

TEST(StopWords, OfEnglishAreDistinctWordsOfTheTokeniser) {
  const auto list = english_stop_words();
  EXPECT_GE(list.size(), 250U);
  EXPECT_LE(list.size(), 320U);
  EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size());
  for (const std::string_view word : list) {
    EXPECT_THAT(words(word), ElementsAre(std::string(word)));
  }
  const auto sorted = stop_words("english");
  EXPECT_EQ(sorted.size(), list.size());
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
}

TEST(StopWords, OfAFileAreCutAndLoweredAsTextsAre) {
  const std::string file = write_file("\xef\xbb\xbfThe\r\n# a comment: cat\n\n  don't \nthe\nOF");
  EXPECT_THAT(stop_words(file), ElementsAre("don", "of", "t", "the"));
  EXPECT_THAT(stop_words(write_file("")), IsEmpty());
}

TEST(StopWords, OfAMissingFileAreAnError) {
  EXPECT_EQ(error_of(ErrorKind::environment, [] { stop_words("englsh"); }),
            "--stopwords: expected none, english, or a file with one word per line; there is no "
            "file 'englsh' (did you mean 'english'?)");
  EXPECT_THAT(error_of(ErrorKind::environment, [] { stop_words(""); }), HasSubstr("--stopwords"));
  EXPECT_THAT(error_of(ErrorKind::environment, [] { stop_words(::testing::TempDir()); }),
              HasSubstr(::testing::TempDir()));
  TextParams params;
  params.stopwords = "no/such/file";
  EXPECT_THAT(error_of(ErrorKind::environment, [&] { make_analyzer(params); }),
              HasSubstr("'no/such/file'"));
}

TEST(Analyzer, LeavesStopWordsAndShortWordsOut) {
  TextParams params;
  const std::string text = "The cat isn't ON the mat, a b \xc3\xa9\xc3\xa9";
  EXPECT_THAT(
      terms(*make_analyzer(params), text),
      ElementsAre("the", "cat", "isn", "t", "on", "the", "mat", "a", "b", "\xc3\xa9\xc3\xa9"));
  params.stopwords = "english";
  EXPECT_THAT(terms(*make_analyzer(params), text),
              ElementsAre("cat", "mat", "b", "\xc3\xa9\xc3\xa9"));
  params.min_word_length = 3;  // characters, of which the last word has two
  EXPECT_THAT(terms(*make_analyzer(params), text), ElementsAre("cat", "mat"));
  params.stopwords = write_file("mat");
  EXPECT_THAT(terms(*make_analyzer(params), text), ElementsAre("the", "cat", "isn", "the"));
}

}  // namespace
}  // namespace clade
