#include "pipeline/choose_terms.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

class ChooseTerms : public ::testing::Test {
 protected:
  // Documents of so many words each, and one that is much longer.
  std::string documents(std::size_t words) const {
    std::string text;
    for (std::size_t i = 0; i < 9; ++i) {
      text += R"({"label":"a","text":")";
      for (std::size_t k = 0; k < (i == 4 ? 500 : words); ++k) text += fmt::format("w{} ", k);
      text += "\"}\n";
    }
    return folder_.write("d.jsonl", text).string();
  }
  ChosenTerms chosen(const std::string& file, const TextParams& text = {}) const {
    ThreadPool pool(1);
    return choose_terms(text, FileSource({file}, {}, "train"), pool);
  }

  const test::TempFolder folder_;
};

TEST_F(ChooseTerms, ShortDocumentsGetRunsOfCharacters) {
  for (const std::size_t words : {1U, 20U}) {
    const ChosenTerms terms = chosen(documents(words));
    EXPECT_EQ(terms.ngrams, 2);
    EXPECT_EQ(terms.char_ngrams, "3-4");
    EXPECT_EQ(terms.reason, fmt::format("documents are short: median {} words", words));
  }
}

TEST_F(ChooseTerms, LongDocumentsDoNot) {
  const ChosenTerms terms = chosen(documents(21));
  EXPECT_EQ(terms.ngrams, 2);
  EXPECT_EQ(terms.char_ngrams, "none");
  EXPECT_EQ(terms.reason, "");
}

TEST_F(ChooseTerms, GivenOptionsWin) {
  TextParams text;
  text.ngrams = 1;
  EXPECT_EQ(chosen(documents(5), text).ngrams, 1);
  EXPECT_EQ(chosen(documents(5), text).char_ngrams, "3-4");
  text.char_ngrams = "none";
  EXPECT_EQ(chosen(documents(5), text).char_ngrams, "none");
  text.ngrams.reset();
  EXPECT_EQ(chosen(documents(5), text).ngrams, 2);
  EXPECT_EQ(chosen(documents(5), text).char_ngrams, "none");
  text.char_ngrams = "2-5";
  EXPECT_EQ(chosen(documents(50), text).char_ngrams, "2-5");
}

// It is there once only.
TEST_F(ChooseTerms, StandardInputIsNotLookedAt) {
  const ChosenTerms terms = chosen("-");
  EXPECT_EQ(terms.ngrams, 2);
  EXPECT_EQ(terms.char_ngrams, "none");
}

TEST_F(ChooseTerms, NumbersHaveNoLength) {
  const std::string file = folder_.write("d.svm", "a 1:3 2:1\nb 2:1\n").string();
  EXPECT_EQ(chosen(file).char_ngrams, "none");
  EXPECT_EQ(chosen(file).reason, "");
}

}  // namespace
}  // namespace clade::detail
