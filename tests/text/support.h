// Records from texts, as readers make them, and what a Reporter was told.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/error.h"
#include "clade/reporter.h"
#include "data/records.h"
#include "data/text_analyzer.h"
#include "text/tokenizer.h"

namespace clade::detail::testing {

inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  for (WordReader reader(text); reader.next();) out.emplace_back(reader.word());
  return out;
}

struct TermList final : TermSink {
  std::vector<std::string> terms;
  void term(std::string_view term) override { terms.emplace_back(term); }
};

inline std::vector<std::string> terms(const TextAnalyzer& analyzer, std::string_view text) {
  TermList list;
  analyzer.analyze(text, list);
  return list.terms;
}

// One document: its text, and features that are numbers.
struct Document {
  std::string text;
  std::vector<std::pair<std::string, double>> named;
  std::vector<std::pair<std::uint32_t, double>> numbered;
};

// As a reader would give them. With `known` names no others are taken; new ones come behind the
// `first`.
template <class Real = float>
Records read(const std::vector<Document>& documents, const TextAnalyzer& analyzer,
             const FeatureNames* known = nullptr, const FeatureNames* first = nullptr) {
  Records records;
  if (first != nullptr) records.names = *first;
  SparseRows<Real> rows;
  const auto index_of = [&](char mark, const std::string& name) {
    return known != nullptr ? known->find(mark, name) : records.names.add(mark, name);
  };
  for (const Document& document : documents) {
    std::map<std::uint32_t, double> row;
    for (const auto& [index, value] : document.numbered) row[index] += value;
    for (const auto& [name, value] : document.named) {
      row[index_of(FeatureNames::feature_mark, name)] += value;
    }
    for (const std::string& term : terms(analyzer, document.text)) {
      row[analyzer.hash_bits() > 0 ? hashed_term_index(term, analyzer.hash_bits())
                                   : index_of(FeatureNames::term_mark, term)] += 1;
    }
    row.erase(FeatureNames::unknown);
    for (const auto& [index, value] : row) rows.push({index, static_cast<Real>(value)});
    rows.end_row();
    records.label_offsets.push_back(0);
  }
  records.rows = std::move(rows);
  return records;
}

inline std::vector<Document> texts(const std::vector<std::string>& list) {
  std::vector<Document> documents;
  for (const std::string& text : list) documents.push_back({text, {}, {}});
  return documents;
}

inline std::vector<Document> counts(
    const std::vector<std::vector<std::pair<std::uint32_t, double>>>& list) {
  std::vector<Document> documents;
  for (const auto& row : list) documents.push_back({"", {}, row});
  return documents;
}

// A row with the features' names (or numbers) in place of their indices.
inline std::map<std::string, double> row(const Records& records, std::size_t i) {
  std::map<std::string, double> out;
  const auto show = [&](const auto& rows) {
    for (const auto& feature : rows.row(i)) {
      const std::size_t number = feature.index - FeatureNames::first_index;
      const bool is_named =
          feature.index >= FeatureNames::first_index && number < records.names.size();
      out[is_named ? std::string(records.names.name(number)) : std::to_string(feature.index)] =
          static_cast<double>(feature.value);
    }
  };
  std::visit(show, records.rows);
  return out;
}

inline std::vector<std::pair<std::uint32_t, double>> raw_row(const Records& records,
                                                             std::size_t i) {
  std::vector<std::pair<std::uint32_t, double>> out;
  std::visit(
      [&](const auto& rows) {
        for (const auto& f : rows.row(i)) out.emplace_back(f.index, static_cast<double>(f.value));
      },
      records.rows);
  return out;
}

struct Warnings final : Reporter {
  std::vector<std::string> messages;
  void on_warning(std::string_view message) override { messages.emplace_back(message); }
};

template <class Work>
std::string error_of(ErrorKind kind, Work work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

}  // namespace clade::detail::testing
