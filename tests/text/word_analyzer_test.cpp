#include "text/word_analyzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Terms : TermSink {
  void term(std::string_view term) override { list.emplace_back(term); }
  std::vector<std::string> list;
};

std::vector<std::string> terms(const WordRules& rules, std::string_view text) {
  Terms found;
  make_word_analyzer(rules)->analyze(text, found);
  return found.list;
}

TEST(WordAnalyzer, GivesWordsWithoutStopWordsAndShortOnes) {
  EXPECT_THAT(terms({{"the"}, 2}, "The ship, a SHIP"), ElementsAre("ship", "ship"));
}

TEST(WordAnalyzer, GivesRunsOfNeighbours) {
  EXPECT_THAT(terms({{}, 1, 2}, "how far is it"),
              ElementsAre("how", "far", "how far", "is", "far is", "it", "is it"));
  EXPECT_THAT(terms({{}, 1, 3}, "a b c d"),
              ElementsAre("a", "b", "a b", "c", "b c", "a b c", "d", "c d", "b c d"));
}

TEST(WordAnalyzer, WordsThatAreLeftOutDoNotSeparate) {
  EXPECT_THAT(terms({{"of"}, 2, 2}, "state of x art"), ElementsAre("state", "art", "state art"));
}

TEST(WordAnalyzer, HasNothingToSayAboutNothing) {
  EXPECT_THAT(terms({{}, 1, 3}, " ... "), IsEmpty());
  EXPECT_THAT(terms({{}, 1, 3}, "one"), ElementsAre("one"));
}

}  // namespace
}  // namespace clade::detail
