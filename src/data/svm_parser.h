// The lines of .svm text: `labelA,labelB index:value ...` (docs/DATA_FORMATS.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "data/record_block.h"
#include "data/text_chunks.h"

namespace clade {

// Parses one block of a chunk.
class SvmParser {
 public:
  // `counts_from_zero`: below a header of the extreme-classification repository.
  SvmParser(const TextChunk& chunk, bool counts_from_zero, Precision precision)
      : chunk_(chunk),
        counts_from_zero_(counts_from_zero),
        precision_(precision),
        block_(precision) {}
  RecordBlock parse(std::string_view block);

 private:
  void parse_line();
  void parse_labels();
  void add_label(std::string_view label);
  void parse_features();
  std::uint32_t parse_index(std::uint32_t last);
  double parse_value();

  std::string_view field_from(const char* begin) const;
  bool is_field_end(const char* at) const {
    return at == end_ || (at < end_ && (*at == ' ' || *at == '\t'));
  }
  [[noreturn]] void fail_field(const char* field) const;
  [[noreturn]] void fail_index(const char* field, std::uint64_t index, std::uint32_t last) const;
  double unusual_value(std::string_view value) const;

  const TextChunk& chunk_;
  bool counts_from_zero_;
  Precision precision_;
  RecordBlock block_;
  const char* line_ = nullptr;  // the line that is being parsed, without its end
  const char* end_ = nullptr;
  const char* at_ = nullptr;
};

}  // namespace clade
