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
#include "data/text_analyzer.h"
#include "data/text_chunks.h"

namespace clade {

// The index of a feature that is called by a number: k for "k" without leading zeros, up to the
// largest index of .svm; nothing for other names.
std::optional<std::uint32_t> feature_number(std::string_view name);

// Builds the records of one block. Parts arrive in any order between begin_record and end_record;
// texts are turned into counts at once and not kept.
class RecordMaker : private TermSink {
 public:
  RecordMaker(const TextChunk& chunk, std::string_view block, const ReadOptions& options)
      : chunk_(chunk),
        options_(options),
        hash_bits_(hash_bits_of(options)),
        counts_by_place_(can_count_by_place(options)),
        block_(options.precision),
        line_begin_(block.data()),
        counted_(block.data()) {}

  void begin_record();

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
  void add_value(std::uint32_t index, double value, const char* where);
  void add_text(std::string_view text, double weight);

  void end_record();

  // The lines of the block, up to its end.
  RecordBlock take(std::size_t lines) &&;

 private:
  struct Value {
    std::uint32_t index;
    double value;
    const char* where;
  };
  struct Count {
    std::uint32_t index;
    double count;
  };

  static int hash_bits_of(const ReadOptions& options) {
    return options.analyzer == nullptr ? 0 : options.analyzer->hash_bits();
  }
  static bool can_count_by_place(const ReadOptions& options);
  void add_characters(std::string_view text);
  void term(std::string_view term) override;
  std::uint32_t index_of_name(char mark, std::string_view name);
  void count_by_place(std::uint32_t index);
  void sum_counts();
  void check_values();
  void check_label(std::string_view label, std::string_view place) const;

  const TextChunk& chunk_;
  const ReadOptions& options_;
  int hash_bits_;
  bool counts_by_place_;
  RecordBlock block_;
  std::vector<Value> values_;
  std::vector<Count> counts_;
  std::vector<std::uint32_t> places_;  // by the term's number: where it was last in counts_
  std::size_t counts_limit_ = 0;       // sum_counts() when there are more
  double term_weight_ = 1;
  std::uint32_t letters_ = 0;  // of the record so far

  // Lines are counted on the way, as records may span several and have very many labels.
  const char* line_begin_;
  const char* counted_;
  std::size_t line_ = 0;
};

}  // namespace clade
