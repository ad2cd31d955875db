#include "text/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "tests/text/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::words;

std::string repeated(std::string_view text, std::size_t times, std::string out = "") {
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Words, AreRunsOfAsciiLettersDigitsAndUnderscores) {
  EXPECT_THAT(words("The quick, brown fox-trot (v2.0)!"),
              ElementsAre("the", "quick", "brown", "fox", "trot", "v2", "0"));
  EXPECT_THAT(words("_private snake_case C3PO 42"),
              ElementsAre("_private", "snake_case", "c3po", "42"));
  EXPECT_THAT(words("don't o'clock"), ElementsAre("don", "t", "o", "clock"));
}

TEST(Words, OfNothingAreNone) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t\r\n.,;-'\"<>"), IsEmpty());
  EXPECT_THAT(words(std::string_view("\0\x01\x7f", 3)), IsEmpty());
}

TEST(Words, EndWithTheText) {
  EXPECT_THAT(words("a"), ElementsAre("a"));
  EXPECT_THAT(words(std::string_view("abcdef", 3)), ElementsAre("abc"));
  EXPECT_THAT(words(std::string_view("a\0b", 3)), ElementsAre("a", "b"));
}

TEST(Words, LongerThanTheLimitAreCutToItsFirstCharacters) {
  const std::string just(WordReader::max_characters, 'x');
  EXPECT_THAT(words(just), ElementsAre(just));
  EXPECT_THAT(words(just + " y"), ElementsAre(just, "y"));
  EXPECT_THAT(words(just + "Tail y"), ElementsAre(just, "y"));
  EXPECT_THAT(words(just + "\xc3\xa9 y"), ElementsAre(just, "y"));
  EXPECT_THAT(words(repeated("\xc3\xa9", 150) + " y"),
              ElementsAre(repeated("\xc3\xa9", WordReader::max_characters), "y"));
}

TEST(Words, AreSeparatedByInvalidUtf8) {
  EXPECT_THAT(words("ab\xff"
                    "cd"),
              ElementsAre("ab", "cd"));
  EXPECT_THAT(words("ab\xc3"), ElementsAre("ab"));           // cut short
  EXPECT_THAT(words("ab\xc3 cd"), ElementsAre("ab", "cd"));  // no continuation
  EXPECT_THAT(words("ab\xc0\xb1"
                    "cd"),
              ElementsAre("ab", "cd"));  // overlong
  EXPECT_THAT(words("ab\xed\xa0\x80"
                    "cd"),
              ElementsAre("ab", "cd"));  // surrogate
  EXPECT_THAT(words("ab\xf4\x90\x80\x80"
                    "cd"),
              ElementsAre("ab", "cd"));  // above U+10FFFF
  EXPECT_THAT(words("ab\xf8\x88\x80\x80\x80"
                    "cd"),
              ElementsAre("ab", "cd"));
  EXPECT_THAT(words("\x80\xbf\xe4\xb8"), IsEmpty());
}

TEST(Words, CountTheirCharacters) {
  WordReader reader("cat na\xc3\xafve");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.characters(), 3U);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.characters(), 5U);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(Words, AreFoundInFiftyMegabytesWithoutASpace) {
  const auto start = std::chrono::steady_clock::now();
  const std::string letters(50'000'000, 'Q');
  EXPECT_THAT(words(letters), ElementsAre(std::string(WordReader::max_characters, 'q')));
  const std::string accents = repeated("\xc3\x89", 25'000'000);
  EXPECT_EQ(words(accents).size(), 1U);
  std::size_t count = 0;
  const std::string spaced = repeated("word ", 10'000'000);
  for (WordReader reader(spaced); reader.next();) ++count;
  EXPECT_EQ(count, 10'000'000U);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 120);  // under a sanitizer, too; some seconds at most without
}

TEST(Words, NeverFailOnAnyBytes) {
  std::uint64_t state = 1;
  std::string bytes(1 << 16, '\0');
  for (char& byte : bytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    byte = static_cast<char>(state >> 56);
  }
  for (std::size_t begin = 0; begin < 64; ++begin) {
    std::size_t length = 0;
    for (WordReader reader(std::string_view(bytes).substr(begin)); reader.next();) {
      ASSERT_FALSE(reader.word().empty());
      ASSERT_GE(reader.characters(), 1U);
      length += reader.word().size();
    }
    EXPECT_GT(length, bytes.size() / 5);
  }
}

// What follows needs ICU.
class UnicodeWords : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!knows_unicode()) GTEST_SKIP() << "built without ICU";
  }
};

TEST_F(UnicodeWords, OfLatinWithAccents) {
  EXPECT_THAT(words("Café ÉCOLE naïve Straße Øre İstanbul"),
              ElementsAre("café", "école", "naïve", "straße", "øre", "istanbul"));
  EXPECT_THAT(words("l’été – «déjà vu»…"), ElementsAre("l", "été", "déjà", "vu"));
}

TEST_F(UnicodeWords, AreTheSameWithComposedAndDecomposedAccents) {
  EXPECT_EQ(words("Cafe\u0301 E\u0301cole"), words("Café École"));
  EXPECT_EQ(words("\u1112\u1161\u11ab"), words("한"));    // Hangul letters, Hangul syllable
  EXPECT_EQ(words("\u304b\u3099\u3044"), words("がい"));  // Hiragana with a voicing mark
  WordReader reader("e\u0301e\u0301");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.characters(), 2U);
}

TEST_F(UnicodeWords, OfGreekHaveOneSigma) {
  EXPECT_THAT(words("Ο ΟΔΥΣΣΕΎΣ, ο Οδυσσεύς"), ElementsAre("ο", "οδυσσεύσ", "ο", "οδυσσεύσ"));
}

TEST_F(UnicodeWords, OfCyrillic) {
  EXPECT_THAT(words("Съешь ЕЩЁ этих мягких; булок"),
              ElementsAre("съешь", "ещё", "этих", "мягких", "булок"));
}

TEST_F(UnicodeWords, OfArabicWithVowelMarksAndDigits) {
  EXPECT_THAT(words("السلام عليكم، كَتَبَ ٢٠٢٣"), ElementsAre("السلام", "عليكم", "كَتَبَ", "٢٠٢٣"));
  EXPECT_THAT(words("می\u200cخواهم"), ElementsAre("میخواهم"));  // a non-joiner inside a word
}

TEST_F(UnicodeWords, OfHebrew) {
  EXPECT_THAT(words("שלום, עולם! שָׁלוֹם"), ElementsAre("שלום", "עולם", words("שָׁלוֹם").at(0)));
  EXPECT_EQ(words("שָׁלוֹם").size(), 1U);
}

TEST_F(UnicodeWords, OfDevanagariKeepTheirVowelSigns) {
  EXPECT_THAT(words("नमस्ते दुनिया। १२"), ElementsAre("नमस्ते", "दुनिया", "१२"));
}

TEST_F(UnicodeWords, OfChineseArePairs) {
  EXPECT_THAT(words("我喜欢学习。好"), ElementsAre("我喜", "喜欢", "欢学", "学习", "好"));
  EXPECT_THAT(words("用Python3编程"), ElementsAre("用", "python3", "编程"));
  EXPECT_THAT(words("2023年"), ElementsAre("2023", "年"));
}

TEST_F(UnicodeWords, OfJapaneseArePairs) {
  EXPECT_THAT(words("日本語を、コーヒー"),
              ElementsAre("日本", "本語", "語を", "コー", "ーヒ", "ヒー"));
}

TEST_F(UnicodeWords, OfThaiArePairsOfLettersWithTheirMarks) {
  EXPECT_THAT(words("ที่นี่ดี"), ElementsAre("ที่นี่", "นี่ดี"));
  EXPECT_THAT(words("ก ๒๕๖๖"), ElementsAre("ก", "๒๕๖๖"));
}

TEST_F(UnicodeWords, OfLaoKhmerAndBurmeseArePairs) {
  EXPECT_THAT(words("ລາວ"), ElementsAre("ລາ", "າວ"));
  EXPECT_THAT(words("ភាសា"), ElementsAre("ភាសា"));
  EXPECT_THAT(words("မြန်မာ"), ElementsAre("မြန်", "န်မာ"));
}

TEST_F(UnicodeWords, OfKoreanAreWhatSpacesSeparate) {
  EXPECT_THAT(words("안녕하세요 세계, 한국어"), ElementsAre("안녕하세요", "세계", "한국어"));
  EXPECT_THAT(words("大韓민국"), ElementsAre("大韓", "민국"));
}

TEST_F(UnicodeWords, IgnoreSymbolsAndMarksWithoutALetter) {
  EXPECT_THAT(words("I ❤\ufe0f C++ 👍🏽 \u0301x"), ElementsAre("i", "c", "x"));
  EXPECT_THAT(words("soft\u00adhyphen no\u00a0break"), ElementsAre("softhyphen", "no", "break"));
  EXPECT_THAT(words("x² ½ Ⅷ a‿b"), ElementsAre("x²", "½", "ⅷ", "a‿b"));
  EXPECT_THAT(words("𝐀 𐐀"), ElementsAre("𝐀", "𐐨"));  // beyond the first 65536
}

TEST_F(UnicodeWords, StayShortUnderManyMarks) {
  const std::vector<std::string> latin = words(repeated("\u0316", 5000, "a") + " b");
  ASSERT_EQ(latin.size(), 2U);
  EXPECT_LE(latin[0].size(), 4 * WordReader::max_characters);
  const std::vector<std::string> thai = words(repeated("\u0e48", 5000, "ก") + "ข");
  ASSERT_EQ(thai.size(), 1U);
  EXPECT_LT(thai[0].size(), 64U);
}

TEST_F(UnicodeWords, AreFoundInALongTextWithoutASpace) {
  const std::string text = repeated("漢", 3'000'000);
  std::size_t count = 0;
  for (WordReader reader(text); reader.next();) count += reader.word() == "漢漢" ? 1U : 0U;
  EXPECT_EQ(count, 2'999'999U);
}

// Blanks separate in every script: each part alone, which fits into one look at the text, gives the
// same words as all of them in a row.
std::vector<std::string> words_part_by_part(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    for (std::string& word : words(text.substr(at, end - at))) out.push_back(std::move(word));
    at = end + 1;
  }
  return out;
}

TEST(Words, DoNotDependOnWhereTheyStandInTheText) {
  const std::vector<std::string> parts{"Word",
                                       "x",
                                       "snake_Case9",
                                       "[@`{/:",
                                       "\xc3\x89t\xc3\xa9",
                                       "a\xff"
                                       "b",
                                       "\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97",
                                       "e\xcc\x81",
                                       "\xc3",
                                       "Z\x7f_",
                                       repeated("Qw", 70),
                                       "1\xc2\xad"
                                       "2",
                                       "-"};
  std::mt19937 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    std::string text;
    while (text.size() < 5000)
      text += parts[random() % parts.size()] + std::string(random() % 3, ' ');
    EXPECT_EQ(words(text), words_part_by_part(text)) << trial;
  }
}

TEST(Words, AreWholeAtEveryDistanceFromTheBeginning) {
  for (std::size_t before = 1900; before < 2200; ++before) {
    const std::string text = std::string(before, '.') + "Some Caf\xc3\x89 words_2 end";
    ASSERT_THAT(words(text), ElementsAre("some", "caf\xc3\xa9", "words_2", "end")) << before;
  }
}

TEST(Words, WithoutSeparatorForLongAreOneWord) {
  for (const std::size_t size : {2047U, 2048U, 2049U, 5000U}) {
    const std::string text = "ab " + std::string(size, 'Y') + " cd";
    EXPECT_THAT(words(text), ElementsAre("ab", std::string(WordReader::max_characters, 'y'), "cd"));
    EXPECT_THAT(words(text.substr(3)),
                ElementsAre(std::string(WordReader::max_characters, 'y'), "cd"));
  }
  // Of a long run of unspaced letters every pair counts.
  EXPECT_EQ(words(repeated("\xe4\xb8\xad", 3000)).size(), knows_unicode() ? 2999U : 1U);
}

}  // namespace
}  // namespace clade::detail
