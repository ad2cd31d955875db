// What one block of text gives.
//
// Readers cut their text into blocks that follow from the text alone and parse them on all cores;
// merging in block order (RecordsMerger) then gives the same Records for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "data/records.h"

namespace clade::detail {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
using NameNumbers = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

// What a block says beside its records.
struct BlockNotes {
  std::size_t lines = 0;
  std::size_t unknown_features = 0;
  MissingCounts missing;
  bool has_text = false;
  std::uint32_t largest_number = 0;  // of the numbered features
  std::vector<std::string> splits;   // distinct; some of them where there are very many
  std::size_t without_split = 0;     // left out for that

  void add_split(std::string_view split);
};

class RecordBlock {
 public:
  struct Name {
    std::string name;
    std::size_t line, column;  // of the first appearance; the line counts from 0 in this block
  };

  RecordBlock() = default;
  explicit RecordBlock(Precision precision) : rows_(make_rows(precision)) {}

  // Parts of the record that is being built. A label is taken once; true for a name that is new.
  bool add_label(std::string_view name, std::size_t line, std::size_t column);
  // Narrows the value to the precision of the block.
  void add_feature(std::uint32_t index, double value) {
    if (auto* rows = std::get_if<SparseRows<float>>(&rows_)) {
      rows->push({index, static_cast<float>(value)});
    } else {
      std::get_if<SparseRows<double>>(&rows_)->push({index, value});
    }
  }
  void set_id(std::string_view id);
  void set_weight(double weight);
  // Texts of a record follow each other; what is beyond `most` bytes is cut off.
  void add_snippet(std::string_view text, std::size_t most);
  void end_record();
  // Of the record that was ended last: for every record, or for none.
  void add_fingerprint(std::uint64_t fingerprint) { fingerprints_.push_back(fingerprint); }
  // In the place of a record that was not chosen: it keeps its number.
  void leave_out();
  void reserve_features(std::size_t count) {
    std::visit([count](auto& rows) { rows.reserve(0, count); }, rows_);
  }

  std::size_t size() const { return label_offsets_.size() - 1; }
  std::size_t seen() const { return size() + left_out_; }
  bool has_ids() const { return !ids_.empty(); }
  bool has_weights() const { return !weights_.empty(); }
  // Empty for a record without an id.
  std::string_view id(std::size_t i) const {
    return ids_.empty() ? std::string_view() : std::string_view(ids_[i]);
  }
  double weight(std::size_t i) const { return weights_.empty() ? 1.0 : weights_[i]; }
  bool has_snippets() const { return !snippets_.empty(); }
  // Empty for a record without a text.
  TextSnippet snippet(std::size_t i) const {
    return snippets_.empty() ? TextSnippet() : snippets_[i];
  }
  // The record's number among all of the block.
  std::size_t number(std::size_t i) const { return left_out_ == 0 ? i : numbers_[i]; }

  Rows& rows() { return rows_; }
  const Rows& rows() const { return rows_; }
  FeatureNames& feature_names() { return feature_names_; }
  const FeatureNames& feature_names() const { return feature_names_; }
  const std::vector<Name>& names() const { return names_; }
  const std::vector<std::size_t>& label_offsets() const { return label_offsets_; }
  const std::vector<std::uint32_t>& labels() const { return labels_; }
  const std::vector<std::uint64_t>& fingerprints() const { return fingerprints_; }
  BlockNotes& notes() { return notes_; }
  const BlockNotes& notes() const { return notes_; }

 private:
  Rows rows_;
  FeatureNames feature_names_;
  std::vector<Name> names_;
  NameNumbers numbers_of_names_;
  std::vector<std::size_t> last_record_;  // by name: the last record that has it
  std::vector<std::size_t> label_offsets_{0};
  std::vector<std::uint32_t> labels_;
  std::vector<double> weights_;              // empty: all 1
  std::vector<std::string> ids_;             // empty: none
  std::vector<TextSnippet> snippets_;        // empty: none
  std::vector<std::uint64_t> fingerprints_;  // empty: none
  std::vector<std::size_t> numbers_;         // where records were left out
  std::size_t left_out_ = 0;
  BlockNotes notes_;
};

}  // namespace clade::detail
