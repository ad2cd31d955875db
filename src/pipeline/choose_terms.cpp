#include "pipeline/choose_terms.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "text/open_options.h"

namespace clade::detail {

namespace {

// Words of the median document. Found on folds of the training parts of public sets
// (docs/lab/DEFAULTS.md).
constexpr double short_document = 20;
// Bytes of text above which pairs would cost too much time and memory.
constexpr std::uintmax_t most_for_pairs = std::uintmax_t{300} << 20;

// Words of each document that has some.
std::vector<double> lengths_of(const Records& records) {
  std::vector<double> lengths;
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          double words = 0;
          for (const auto& feature : rows.row(i)) words += static_cast<double>(feature.value);
          if (words > 0) lengths.push_back(words);
        }
      },
      records.rows);
  return lengths;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Words alone, so that a row tells how long its document is; without numbers that stand beside it.
Records sample_of(const TextParams& text, const RecordSource& source, ThreadPool& pool) {
  TextParams words = text;
  words.ngrams = 1;
  words.char_ngrams = "none";
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(words);
  ReadOptions read = source.options(Precision::single, nullptr);
  read.analyzer = analyzer.get();
  read.needs_splits = false;
  read.block_size = std::size_t{1} << 17;  // the first documents will do
  return source.sample(read, pool);
}

}  // namespace

ChosenTerms choose_terms(const TextParams& text, const RecordSource& source, ThreadPool& pool) {
  ChosenTerms terms;
  terms.ngrams = text.ngrams.value_or(2);
  terms.char_ngrams = text.char_ngrams == "auto" ? "none" : text.char_ngrams;
  if (text.ngrams && text.char_ngrams != "auto") return terms;
  if (!text.ngrams && source.bytes() > most_for_pairs) {
    terms.ngrams = 1;
    terms.reason = "no pairs, to save time: there is much text";
    return terms;
  }
  const Records sample = sample_of(text, source, pool);
  const double length = sample.has_text ? median(lengths_of(sample)) : 0;
  if (sample.size() == 0) terms.reason = "how long documents are is not known beforehand";
  if (text.char_ngrams == "auto" && length > 0 && length <= short_document) {
    terms.char_ngrams = "3-4";
    terms.reason = fmt::format("documents are short: median {:.0f} words", length);
  }
  return terms;
}

}  // namespace clade::detail
