// Records of the formats that have named features and text: .jsonl, .tsv, .csv.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/read.h"
#include "data/record_block.h"
#include "data/row_maker.h"
#include "data/text_chunks.h"

namespace clade::detail {

// The index of a feature that is called by a number: k for "k" without leading zeros, up to the
// largest index of .svm; nothing for other names.
std::optional<std::uint32_t> feature_number(std::string_view name);

// Builds the records of one block. Parts arrive in any order between begin_record and end_record;
// texts are turned into counts at once and not kept.
class RecordMaker {
 public:
  RecordMaker(const TextChunk& chunk, std::string_view block, const ReadOptions& options)
      : chunk_(chunk),
        options_(options),
        rows_(options),
        line_begin_(block.data()),
        counted_(block.data()) {}

  void begin_record() { rows_.begin(); }

  // Whether the record is to be taken; it is left out where not. `file_has_splits` is what the
  // file's first record says; a split that comes up later, at `where`, is an Error{input}.
  bool is_chosen(std::optional<std::string_view> split, const char* where, bool file_has_splits);

  // `place` is the part of the chunk that the label was read from.
  void add_label(std::string_view label, std::string_view place);
  void set_id(std::string_view id, std::string_view place);
  void set_weight(std::string_view number, const char* where);

  // The feature's index, by number or by name; FeatureNames::unknown (and counted) for a name
  // that is not among the known ones.
  std::uint32_t index_of(std::string_view feature, const char* where);
  // Once per index; nothing happens for `unknown` and for zeros.
  void add_value(std::uint32_t index, double value, const char* where) {
    rows_.add_value(index, value, where);
  }
  // A feature without a value. Error{input} where that is refused; nothing happens for a name that
  // is not among the known ones.
  void add_missing(std::string_view feature, const char* where);
  void add_text(std::string_view text, double weight) { rows_.add_text(text, weight); }

  void end_record();

  // The lines of the block, up to its end.
  RecordBlock take(std::size_t lines) &&;

 private:
  void check_label(std::string_view label, std::string_view place) const;

  const TextChunk& chunk_;
  const ReadOptions& options_;
  RowMaker rows_;

  // Lines are counted on the way, as records may span several and have very many labels.
  const char* line_begin_;
  const char* counted_;
  std::size_t line_ = 0;
};

}  // namespace clade::detail
