#include "generate/text_output.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iterator>

#include "generate/text_words.h"

namespace clade::detail {
namespace {

// About a megabyte of text.
constexpr std::size_t words_per_block = std::size_t{1} << 16;
constexpr std::size_t blocks_per_round = 32;

// What one document adds to the text of its block; called from several threads.
using Visit =
    std::function<void(std::size_t document, std::vector<WordId>& words, std::string& text)>;

std::size_t documents_per_block(const TextCorpus& corpus) {
  const double documents = static_cast<double>(words_per_block) / corpus.mean_length();
  return std::max<std::size_t>(1, static_cast<std::size_t>(documents));
}

// Documents that go to one file.
struct Part {
  const char* file;
  std::size_t begin, end;
};

// Visits the documents of a part by blocks and writes what they add in order. A round that adds
// nothing is written as well: the sink may want to stop the work.
void visit_documents(const TextCorpus& corpus, const Part& part, ThreadPool& pool, FileSink& out,
                     const Visit& visit) {
  const std::size_t grain = documents_per_block(corpus);
  const std::size_t round = grain * blocks_per_round;
  std::vector<std::string> texts(blocks_per_round);
  for (std::size_t begin = part.begin; begin < part.end; begin += round) {
    const std::size_t size = std::min(round, part.end - begin);
    for (std::string& text : texts) text.clear();
    pool.for_ranges(size, grain, [&](std::size_t first, std::size_t last) {
      std::vector<WordId> words;
      for (std::size_t k = first; k < last; ++k) {
        corpus.draw(begin + k, words);
        visit(begin + k, words, texts[first / grain]);
      }
    });
    for (const std::string& text : texts) out.write(part.file, text);
  }
}

Part training_part(const TextCorpus& corpus, const char* file) { return {file, 0, corpus.size()}; }

Part test_part(const TextCorpus& corpus, const char* file) {
  return {file, corpus.size(), corpus.size() + corpus.tests()};
}

// In how many training documents each word occurs.
std::vector<std::atomic<std::uint32_t>> document_frequencies(const TextCorpus& corpus,
                                                             ThreadPool& pool, FileSink& out) {
  std::vector<std::atomic<std::uint32_t>> frequencies(corpus.vocabulary());
  visit_documents(corpus, training_part(corpus, "data.svm"), pool, out,
                  [&](std::size_t, std::vector<WordId>& words, std::string&) {
                    std::sort(words.begin(), words.end());
                    const auto end = std::unique(words.begin(), words.end());
                    std::for_each(words.begin(), end, [&](WordId word) {
                      frequencies[word].fetch_add(1, std::memory_order_relaxed);
                    });
                  });
  return frequencies;
}

std::vector<double> word_weights(const TextCorpus& corpus, ThreadPool& pool, FileSink& out) {
  const auto frequencies = document_frequencies(corpus, pool, out);
  const double documents = 1 + static_cast<double>(corpus.size());
  std::vector<double> weights(frequencies.size());
  std::transform(frequencies.begin(), frequencies.end(), weights.begin(), [&](const auto& df) {
    return std::log(documents / (1 + static_cast<double>(df.load()))) + 1;
  });
  return weights;
}

struct WeightedWord {
  WordId word;
  double value;
};

std::vector<WeightedWord> unit_row(std::vector<WordId>& words, std::span<const double> weights) {
  std::sort(words.begin(), words.end());
  std::vector<WeightedWord> row;
  double squared = 0;
  for (auto word = words.begin(); word != words.end();) {
    const auto next = std::find_if(word, words.end(), [&](WordId other) { return other != *word; });
    const double value = (1 + std::log(static_cast<double>(next - word))) * weights[*word];
    row.push_back({*word, value});
    squared += value * value;
    word = next;
  }
  for (WeightedWord& entry : row) entry.value /= std::sqrt(squared);
  return row;
}

// Documents are numbered within their own file.
void write_texts(const TextCorpus& corpus, const Part& part, ThreadPool& pool, FileSink& out) {
  visit_documents(corpus, part, pool, out,
                  [&](std::size_t document, std::vector<WordId>& words, std::string& text) {
                    fmt::format_to(std::back_inserter(text),
                                   R"({{"id":"{}","labels":["{}"],"text":")", document - part.begin,
                                   corpus.tree().name(corpus.leaf(document)));
                    for (std::size_t k = 0; k < words.size(); ++k) {
                      if (k > 0) text += ' ';
                      text += made_up_word(words[k]);
                    }
                    text += "\"}\n";
                  });
}

void write_vectors(const TextCorpus& corpus, const Part& part, std::span<const double> weights,
                   ThreadPool& pool, FileSink& out) {
  visit_documents(corpus, part, pool, out,
                  [&](std::size_t document, std::vector<WordId>& words, std::string& text) {
                    text += corpus.tree().name(corpus.leaf(document));
                    for (const WeightedWord& entry : unit_row(words, weights)) {
                      fmt::format_to(std::back_inserter(text), FMT_COMPILE(" {}:{:.6g}"),
                                     entry.word + 1, entry.value);
                    }
                    text += '\n';
                  });
}

}  // namespace

void write_jsonl(const TextCorpus& corpus, ThreadPool& pool, FileSink& out) {
  write_texts(corpus, training_part(corpus, "data.jsonl"), pool, out);
  write_texts(corpus, test_part(corpus, "test.jsonl"), pool, out);
}

void write_svm(const TextCorpus& corpus, ThreadPool& pool, FileSink& out) {
  const std::vector<double> weights = word_weights(corpus, pool, out);
  write_vectors(corpus, training_part(corpus, "data.svm"), weights, pool, out);
  write_vectors(corpus, test_part(corpus, "test.svm"), weights, pool, out);
}

}  // namespace clade::detail
