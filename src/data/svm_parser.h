// The lines of .svm text: `labelA,labelB index:value ...` (docs/DATA_FORMATS.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "data/record_block.h"

namespace clade {

// The whole text, so that messages can say line and column.
struct SvmText {
  std::string_view text;
  const std::string& name;
  bool counts_from_zero;  // below a header of the extreme-classification repository
};

// Error{input} at a byte of the text: file:line:column: message.
[[noreturn]] void fail_at(const SvmText& input, const char* where, const std::string& message);

// Parses one block, which begins and ends at line ends of the text.
template <class Real>
class SvmParser {
 public:
  explicit SvmParser(const SvmText& input) : input_(input) {}
  RecordBlock<Real> parse(std::string_view block);

 private:
  void parse_line();
  void parse_labels();
  void add_label(std::string_view label);
  void parse_features();
  std::uint32_t parse_index(std::uint32_t last);
  Real parse_value();

  std::string_view field_from(const char* begin) const;
  [[noreturn]] void fail_index(const char* field, std::uint64_t index, std::uint32_t last) const;
  Real unusual_value(std::string_view value) const;

  const SvmText& input_;
  RecordBlock<Real> block_;
  const char* line_ = nullptr;  // the line that is being parsed, without its end
  const char* end_ = nullptr;
  const char* at_ = nullptr;
};

extern template class SvmParser<float>;
extern template class SvmParser<double>;

}  // namespace clade
