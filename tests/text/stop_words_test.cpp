#include "text/stop_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/text.h"
#include "tests/text/support.h"
#include "text/languages.h"
#include "text/unicode.h"
#include "text/vectoriser.h"

namespace clade::detail {
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

TEST(StopWords, OfALanguageAreDistinctWordsOfTheTokeniser) {
  const auto names = languages_with_stop_words();
  EXPECT_GE(names.size(), 15U);
  for (const std::string& name : names) {
    const auto list = split(find_language(name)->stop_words, ' ');
    EXPECT_GE(list.size(), 100U) << name;
    EXPECT_LE(list.size(), 320U) << name;
    EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size()) << name;
    for (const std::string_view word : list) EXPECT_EQ(words(word).size(), 1U) << name << word;
    const auto sorted = stop_words(name);
    EXPECT_EQ(sorted.size(), list.size()) << name;
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end())) << name;
  }
}

TEST(StopWords, OfALanguageAreFoundHoweverTheyAreWritten) {
  if (!knows_unicode()) GTEST_SKIP();
  const std::vector<std::pair<std::string, std::string>> sentences{
      {"german", "Und WÄRE das nicht FÜR uns: Schiff"},
      {"fr", "Même l'été n'est pas À nous: Schiff"},
      {"russian", "Это ТОЖЕ не для нас: Schiff"},
      {"greek", "Αυτός ΠΟΥ δεν είναι: Schiff"},
      {"turkish", "Bu DA bizim için değil: Schiff"},
      {"ar", "هذا ليس من ذلك: Schiff"}};
  for (const auto& [language, text] : sentences) {
    TextParams params;
    params.stopwords = language;
    EXPECT_THAT(terms(*make_analyzer(params), text), ElementsAre("schiff")) << language;
  }
}

TEST(StopWords, OfALanguageWithoutAListAreAnError) {
  EXPECT_THAT(error_of(ErrorKind::usage, [] { stop_words("tamil"); }),
              HasSubstr("no stop words for tamil: expected arabic, "));
}

TEST(StopWords, OfAFileAreCutAndLoweredAsTextsAre) {
  const std::string file = write_file("\xef\xbb\xbfThe\r\n# a comment: cat\n\n  don't \nthe\nOF");
  EXPECT_THAT(stop_words(file), ElementsAre("don", "of", "t", "the"));
  EXPECT_THAT(stop_words(write_file("")), IsEmpty());
}

TEST(StopWords, OfAMissingFileAreAnError) {
  EXPECT_EQ(error_of(ErrorKind::environment, [] { stop_words("englsh"); }),
            "`stopwords`: expected none, a language (" + join(languages_with_stop_words(), ", ") +
                "), or a file with one word per line; there is no file 'englsh' (did you mean "
                "'english'?)");
  EXPECT_THAT(error_of(ErrorKind::environment, [] { stop_words(""); }), HasSubstr("`stopwords`"));
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
}  // namespace clade::detail
