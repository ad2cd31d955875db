#include "text/text_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/text/support.h"
#include "text/unicode.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string whole;
  for (const TextPart& part : text_parts(text)) {
    whole += part.text;
    if (part.is_word) words.emplace_back(part.text);
  }
  EXPECT_EQ(whole, text);
  return words;
}

TEST(TextParts, AreWordsAndWhatIsBetween) {
  EXPECT_THAT(words_of("The CAT, (it) purrs!"), ElementsAre("The", "CAT", "it", "purrs"));
  EXPECT_THAT(words_of("..."), IsEmpty());
  EXPECT_THAT(words_of(""), IsEmpty());
}

TEST(TextParts, KeepAccentsAndScriptsTogether) {
  if (!knows_unicode()) GTEST_SKIP();
  EXPECT_THAT(words_of("Ha\xcc\x88user \xcc\x88x 日本語は ok🎉Это"),
              ElementsAre("Ha\xcc\x88user", "x", "日本語は", "ok", "Это"));
}

TEST(TextParts, TakeAnyBytes) {
  EXPECT_THAT(words_of("a\xff\xc3"), ElementsAre("a"));
  EXPECT_THAT(words_of(std::string_view("x\0y", 3)), ElementsAre("x", "y"));
}

// A word by itself gives the words that it gives inside its text.
TEST(TextParts, AreTheWordsOfTheTokeniser) {
  if (!knows_unicode()) GTEST_SKIP();
  const std::string text = "Don't _stop_ 3.5km: naïve caf\u00e9 日本語 co\u00adop \u0627\u0644";
  std::vector<std::string> alone;
  for (const std::string& word : words_of(text)) {
    for (const std::string& token : testing::words(word)) alone.push_back(token);
  }
  EXPECT_EQ(alone, testing::words(text));
}

}  // namespace
}  // namespace clade::detail
