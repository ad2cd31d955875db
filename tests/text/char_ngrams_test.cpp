#include "text/char_ngrams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/text/support.h"
#include "text/unicode.h"
#include "text/word_analyzer.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::terms;

std::vector<std::string> runs(CharNgramRange range, std::string_view word, bool whole = false) {
  testing::TermList list;
  CharNgrams(range, whole).give(word, list);
  return list.terms;
}

TEST(CharNgrams, CountTheBoundariesOfAWord) {
  EXPECT_THAT(runs({4, 4}, "ships"), ElementsAre("shi*", "*ship*", "*hips*", "*ips"));
  EXPECT_THAT(runs({2, 2}, "go"), ElementsAre("g*", "*go*", "*o"));
  EXPECT_THAT(runs({3, 4}, "go"), ElementsAre("go*", "*go"));
}

TEST(CharNgrams, AWholeWordIsLeftToTheWords) {
  EXPECT_THAT(runs({4, 5}, "go"), IsEmpty());
  EXPECT_THAT(runs({4, 5}, "go", true), ElementsAre("go"));
  EXPECT_THAT(runs({3, 5}, "a", true), ElementsAre("a"));
  EXPECT_THAT(runs({2, 2}, "a"), ElementsAre("a*", "*a"));
}

TEST(CharNgrams, CutBetweenCharactersNotBytes) {
  EXPECT_THAT(runs({3, 3}, "дом"), ElementsAre("до*", "*дом*", "*ом"));
  EXPECT_THAT(runs({2, 2}, "\xf0\x90\x90\xa8x"),
              ElementsAre("\xf0\x90\x90\xa8*", "*\xf0\x90\x90\xa8x*", "*x"));
}

TEST(CharNgrams, KeepMarksWithTheirLetters) {
  if (!knows_unicode()) GTEST_SKIP();
  EXPECT_THAT(runs({2, 2}, "q\xcc\x83x"), ElementsAre("q\xcc\x83*", "*q\xcc\x83x*", "*x"));
  EXPECT_THAT(runs({2, 2}, "\xcc\x83"), ElementsAre("\xcc\x83*", "*\xcc\x83"));
}

TEST(CharNgrams, StandBesideWordsOrAlone) {
  WordRules rules;
  rules.char_ngrams = CharNgramRange{3, 3};
  EXPECT_THAT(terms(*make_word_analyzer(rules), "at sea"),
              ElementsAre("at*", "*at", "at", "se*", "*sea*", "*ea", "sea"));
  rules.ngrams = 0;
  rules.stopwords = {"at"};
  EXPECT_THAT(terms(*make_word_analyzer(rules), "at sea"), ElementsAre("se*", "*sea*", "*ea"));
}

TEST(CharNgrams, PairsOfUnspacedScriptsAreRunsAlready) {
  if (!knows_unicode()) GTEST_SKIP();
  WordRules rules;
  rules.char_ngrams = CharNgramRange{2, 3};
  EXPECT_THAT(terms(*make_word_analyzer(rules), "日本語"), ElementsAre("日本", "本語"));
  rules.ngrams = 0;
  EXPECT_THAT(terms(*make_word_analyzer(rules), "日本語"), ElementsAre("日本", "本語"));
}

TEST(CharNgrams, LengthsAreWrittenAsARange) {
  EXPECT_EQ(parse_char_ngrams("3-5")->least, 3U);
  EXPECT_EQ(parse_char_ngrams("3-5")->most, 5U);
  EXPECT_EQ(parse_char_ngrams("4")->most, 4U);
  EXPECT_EQ(char_ngrams_problem("none"), "");
  for (const char* bad : {"", "1", "5-3", "3-", "-3", "3-11", "3-5-7", "x", "2.5"}) {
    EXPECT_EQ(char_ngrams_problem(bad), "expected auto, none or lengths from 2 to 10 such as 3-5")
        << bad;
  }
}

}  // namespace
}  // namespace clade::detail
