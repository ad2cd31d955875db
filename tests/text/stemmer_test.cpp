#include "text/stemmer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/text/support.h"
#include "text/languages.h"
#include "text/unicode.h"
#include "text/word_analyzer.h"

namespace clade::detail {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::terms;

WordRules rules_of(const std::string& stemmer) {
  WordRules rules;
  rules.stemmer = stemmer;
  return rules;
}

class Stemming : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!knows_stemmers()) GTEST_SKIP() << "built without libstemmer";
    if (!knows_unicode()) GTEST_SKIP() << "built without ICU";
  }
};

struct Forms {
  const char* language;
  const char* text;  // forms of one word, capitals and other spellings among them
  const char* stem;
};

const std::vector<Forms> forms_of_a_word{
    {"arabic", "الكتاب كِتَاب كتاب", "كتاب"},
    {"danish", "bøgerne Bøger", "bøg"},
    {"dutch", "boeken Boek BOEKEN", "boek"},
    {"english", "connection Connected connecting CONNECTS", "connect"},
    {"finnish", "talossa TALOJEN talo", "talo"},
    {"french", "continuer Continué continuait", "continu"},
    {"german", "Häuser häusern HÄUSERN", "haus"},
    {"greek", "θάλασσας ΘΑΛΑΣΣΑ θάλασσα", "θαλασσ"},
    {"hindi", "लड़कियाँ लड़के", "लड़क"},
    {"hungarian", "házakban Házak HÁZAT", "ház"},
    {"italian", "gatti Gatto GATTA", "gatt"},
    {"norwegian", "husene Huset", "hus"},
    {"portuguese", "meninos Menino meninas", "menin"},
    {"romanian", "creațiilor creaţiilor", "cre"},
    {"russian", "Книги книгами КНИГУ", "книг"},
    {"spanish", "canciones Canción CANCION", "cancion"},
    {"swedish", "flickorna Flickor", "flick"},
    {"turkish", "IŞIKLAR ışık Işık", "ışık"},
};

TEST_F(Stemming, FormsOfAWordHaveOneStemInTheirLanguage) {
  for (const Forms& forms : forms_of_a_word) {
    EXPECT_THAT(terms(*make_word_analyzer(rules_of(forms.language)), forms.text), Each(forms.stem))
        << forms.language;
  }
}

TEST_F(Stemming, WordsStayAsTheyAreWhenNoLanguageIsNamed) {
  for (const Forms& forms : forms_of_a_word) {
    EXPECT_EQ(terms(*make_word_analyzer(rules_of("none")), forms.text), testing::words(forms.text))
        << forms.language;
  }
}

TEST_F(Stemming, TurkishHasASmallLetterOfItsOwnForI) {
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("turkish")), "IŞIKLAR ışık KİTAPLARI kitap"),
              ElementsAre("ışık", "ışık", "kitap", "kitap"));
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("german")), "ICH"), ElementsAre("ich"));
}

TEST_F(Stemming, BothSpellingsOfAnAccentHaveOneStem) {
  // Composed, and a letter with a combining mark.
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("german")), "H\xc3\xa4user Ha\xcc\x88user"),
              Each("haus"));
}

TEST_F(Stemming, LeavesOtherScriptsAlone) {
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("english")), "日本語 книгами ☃ 🎉 θάλασσα"),
              ElementsAre("日本", "本語", "книгами", "θάλασσα"));
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("russian")), "ships 日本"),
              ElementsAre("ships", "日本"));
}

TEST_F(Stemming, InvalidUtf8Separates) {
  EXPECT_THAT(terms(*make_word_analyzer(rules_of("english")), "running\xffships\xc3 caf\xe9"),
              ElementsAre("run", "ship", "caf"));
}

TEST_F(Stemming, StopWordsAreComparedAsTheyAreWritten) {
  WordRules rules = rules_of("english");
  rules.stopwords = {"being"};
  EXPECT_THAT(terms(*make_word_analyzer(rules), "being beings"), ElementsAre("be"));
}

TEST_F(Stemming, RunsAreRunsOfStems) {
  WordRules rules = rules_of("english");
  rules.ngrams = 2;
  EXPECT_THAT(terms(*make_word_analyzer(rules), "sailing ships"),
              ElementsAre("sail", "ship", "sail ship"));
}

TEST_F(Stemming, WhatIsRememberedIsWhatIsComputed) {
  Stemmer used("english");
  std::mt19937 random(7);
  const std::string ends[]{"s", "ing", "ed", "ation", "ness", "ly", "fulness", ""};
  std::vector<std::string> words;
  for (int i = 0; i < 4000; ++i) {
    std::string word;
    for (auto n = 1 + random() % 28; n > 0; --n) word += static_cast<char>('a' + random() % 26);
    words.push_back(word + ends[random() % 8]);
  }
  for (const std::string& word : words) used.stem(word);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(used.stem(words[i]), Stemmer("english").stem(words[i])) << words[i];
  }
}

// Any characters that a text may hold, in every language: no crash, and never an empty word.
TEST_F(Stemming, TakesAnyWord) {
  std::mt19937 random(3);
  for (const std::string& name : language_names()) {
    Stemmer stemmer(name);
    EXPECT_EQ(stemmer.stem("x").empty(), false);
    for (int i = 0; i < 100; ++i) {
      std::string word;
      for (auto n = 1 + random() % 40; n > 0; --n) {
        constexpr char32_t begins[]{'a',   0xc0,  0x391, 0x430,  0x561, 0x5d0,
                                    0x621, 0x905, 0xb85, 0x4e00, 0x300, 0x1f300};
        char bytes[4];
        const char32_t point = begins[random() % 12] + static_cast<char32_t>(random() % 26);
        word.append(bytes, put_utf8(point, bytes));
      }
      EXPECT_FALSE(stemmer.stem(word).empty()) << name << ": " << word;
    }
  }
}

TEST_F(Stemming, ThreadsShareAnAnalyzer) {
  const auto analyzer = make_word_analyzer(rules_of("english"));
  const auto run = [&analyzer] {
    for (int i = 0; i < 200; ++i) {
      ASSERT_THAT(terms(*analyzer, "running ships " + std::to_string(i)),
                  ElementsAre("run", "ship", std::to_string(i)));
    }
  };
  std::thread other(run);
  run();
  other.join();
}

TEST(Stemmer, IsAnErrorOfTheEnvironmentWhereThereIsNone) {
  if (knows_stemmers()) {
    EXPECT_THAT(error_of(ErrorKind::environment, [] { Stemmer("klingon"); }),
                HasSubstr("none for 'klingon'"));
  } else {
    EXPECT_THAT(error_of(ErrorKind::environment, [] { Stemmer("german"); }),
                HasSubstr("libstemmer-dev"));
  }
}

TEST(Languages, AreFoundByNameAndCode) {
  EXPECT_EQ(find_language("de"), find_language("german"));
  EXPECT_EQ(find_language("de")->name, "german");
  EXPECT_EQ(find_language(""), nullptr);
  EXPECT_EQ(find_language("German"), nullptr);
  EXPECT_EQ(stemmer_problem("none"), "");
  EXPECT_EQ(stemmer_problem("fr"), "");
  EXPECT_THAT(stemmer_problem("germann"), HasSubstr("did you mean 'german'?"));
}

TEST_F(Stemming, ExistsForEveryLanguage) {
  for (const std::string& name : language_names()) EXPECT_NO_THROW(Stemmer{name}) << name;
}

}  // namespace
}  // namespace clade::detail
