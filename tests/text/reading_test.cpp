// Texts as readers take them, many at a time and by numbers, against terms taken one by one.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "base/threads.h"
#include "data/read.h"
#include "tests/text/support.h"
#include "text/vectoriser.h"

namespace clade::detail {
namespace {

using testing::Document;
using testing::raw_row;

std::vector<std::string> random_texts(std::size_t count) {
  const std::vector<std::string> words{"the",
                                       "cat",
                                       "sat",
                                       "Mat",
                                       "a",
                                       "b2",
                                       "running",
                                       "hypothesis",
                                       "x_y",
                                       "caf\xc3\xa9",
                                       "\xe4\xb8\xad\xe6\x96\x87",
                                       "internationalisation",
                                       "-",
                                       "!"};
  std::mt19937 random(11);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    for (std::size_t k = random() % 40; k > 0; --k) {
      text += words[random() % words.size()];
      if (random() % 4 == 0) text += std::to_string(random() % 50);
      text += random() % 5 == 0 ? ". " : " ";
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

class ReadTexts : public ::testing::Test {
 protected:
  ReadTexts() : texts_(random_texts(300)) {
    std::ofstream out(file_);
    for (const std::string& text : texts_) out << R"({"label": "x", "text": ")" << text << "\"}\n";
  }
  ~ReadTexts() override { std::filesystem::remove(file_); }

  Records read(const TextAnalyzer& analyzer, std::size_t block_size, unsigned threads,
               const FeatureNames* first = nullptr) const {
    ReadOptions options;
    options.first_names = first;
    options.analyzer = &analyzer;
    options.block_size = block_size;
    ThreadPool pool(threads);
    return read_records(std::array{file_}, options, pool);
  }

  std::vector<std::string> texts_;
  std::filesystem::path file_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("clade-reading-") +
       ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl");
};

std::vector<std::string> names_of(const Records& records) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < records.names.size(); ++n) names.emplace_back(records.names.name(n));
  return names;
}

void expect_same(const Records& a, const Records& b) {
  EXPECT_EQ(names_of(a), names_of(b));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(raw_row(a, i), raw_row(b, i)) << i;
}

TEST_F(ReadTexts, GivesTheTermsOneByOneInTheirOrder) {
  for (const int ngrams : {0, 1, 2, 4}) {
    for (const std::string chars : {"none", "3-4", "2-9"}) {
      if (ngrams == 0 && chars == "none") continue;
      TextParams params;
      params.ngrams = ngrams;
      params.char_ngrams = chars;
      params.stopwords = "english";
      const auto analyzer = make_analyzer(params);
      const Records expected = testing::read(testing::texts(texts_), *analyzer);
      for (const std::size_t block_size :
           {std::size_t{1}, std::size_t{700}, std::size_t{1} << 20}) {
        SCOPED_TRACE(chars + " " + std::to_string(ngrams) + " " + std::to_string(block_size));
        expect_same(read(*analyzer, block_size, 1), expected);
        expect_same(read(*analyzer, block_size, 2), expected);
      }
    }
  }
}

TEST_F(ReadTexts, IsFittedTheSameOnSeveralThreads) {
  TextParams params;
  params.ngrams = 2;
  params.max_df = "0.3";
  params.ngram_weight = 0.6;
  const auto analyzer = make_analyzer(params);
  Records one = read(*analyzer, 1000, 1), several = read(*analyzer, 1000, 1);
  Reporter quiet;
  ThreadPool pool(3);
  const Vectoriser alone = Vectoriser::fit(params, one, quiet);
  const Vectoriser together = Vectoriser::fit(params, several, quiet, &pool);
  expect_same(one, several);
  EXPECT_EQ(alone.fitted().features, together.fitted().features);
  EXPECT_EQ(alone.fitted().factors, together.fitted().factors);
  Records again = read(*analyzer, 1000, 1, &alone.fitted().names), once_more = again;
  const Vectoriser extended = alone.extended(again),
                   extended_together = together.extended(once_more, &pool);
  expect_same(again, once_more);
  EXPECT_EQ(extended.fitted().features, extended_together.fitted().features);
}

}  // namespace
}  // namespace clade::detail
