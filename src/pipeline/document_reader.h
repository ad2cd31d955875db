// One document after the other to rows that a model can score, without files and threads.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "clade/model.h"
#include "data/read.h"

namespace clade::detail {

// What a document holds: one of the three. NaN is a missing value.
struct DocumentContent {
  enum class Kind { text, features, vector };
  Kind kind = Kind::text;
  std::string_view text;
  std::span<const std::pair<std::string_view, double>> features;
  std::span<const double> vector;  // the k-th number is feature k, counted from 1
};

// Safe to use from several threads.
class DocumentReader {
 public:
  explicit DocumentReader(Model model);
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  // What documents of the model are made of, and whether it has use for another kind.
  DocumentContent::Kind takes() const { return takes_; }
  bool has_use_for(DocumentContent::Kind kind) const;

  // A record of one row behind the model's vectoriser. Error{input} for a value that is not finite
  // in the model's precision, for a feature that occurs twice, for a kind that the model has no use
  // for.
  Records read(const DocumentContent& content) const;
  const TextAnalyzer* analyzer() const { return analyzer_.get(); }

 private:
  Model model_;
  std::unique_ptr<TextAnalyzer> analyzer_;
  ReadOptions options_;
  DocumentContent::Kind takes_ = DocumentContent::Kind::vector;
  bool takes_text_ = false, takes_names_ = false, takes_numbers_ = false;
};

}  // namespace clade::detail
