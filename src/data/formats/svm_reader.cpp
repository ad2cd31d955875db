// The lines of .svm text: `labelA,labelB index:value ...` (docs/DATA_FORMATS.md).
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/fingerprint.h"
#include "data/formats/format.h"
#include "data/number_text.h"
#include "data/record_block.h"
#include "data/text_chunks.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

// Parses one block of a chunk.
class SvmParser {
 public:
  // `counts_from_zero`: below a header of the extreme-classification repository.
  SvmParser(const TextChunk& chunk, bool counts_from_zero, const ReadOptions& options)
      : chunk_(chunk),
        counts_from_zero_(counts_from_zero),
        precision_(options.precision),
        makes_fingerprints_(options.fingerprints),
        missing_(options.missing),
        block_(options.precision) {}
  RecordBlock parse(std::string_view block);

 private:
  void parse_line();
  void parse_labels();
  void add_label(std::string_view label);
  template <class Real>
  void parse_features(SparseRows<Real>& rows);
  std::uint32_t parse_index(std::uint32_t last);
  double parse_value(std::uint32_t index);

  std::string_view field_from(const char* begin) const;
  bool is_field_end(const char* at) const {
    return at == end_ || (at < end_ && (*at == ' ' || *at == '\t'));
  }
  [[noreturn]] void fail_field(const char* field) const;
  [[noreturn]] void fail_index(const char* field, std::uint64_t index, std::uint32_t last) const;
  double unusual_value(std::string_view value) const;
  double missing_value(std::uint32_t index, const char* where);

  const TextChunk& chunk_;
  bool counts_from_zero_;
  Precision precision_;
  bool makes_fingerprints_;
  MissingValues missing_;
  RecordBlock block_;
  const char* line_ = nullptr;  // the line that is being parsed, without its end
  const char* end_ = nullptr;
  const char* at_ = nullptr;
};

constexpr std::uint64_t largest_index = 4294967294;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* skip_blanks(const char* at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
  return at;
}

// Digits, a colon and a number: what makes the first field a feature.
bool is_feature(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  if (!std::all_of(field.begin(), field.begin() + static_cast<std::ptrdiff_t>(colon), is_digit)) {
    return false;
  }
  return is_number(field.substr(colon + 1));
}

// From the block's beginning, with some room: pages that stay empty cost time, too.
std::size_t expected_features(std::string_view block) {
  constexpr std::size_t enough = std::size_t{1} << 14;
  const std::string_view part = block.substr(0, enough);
  const auto found = static_cast<std::size_t>(std::count(part.begin(), part.end(), ':'));
  const std::size_t parts = block.size() / enough + 1;
  return (found + found / 8 + 1) * parts;
}

}  // namespace

RecordBlock SvmParser::parse(std::string_view block) {
  block_.reserve_features(expected_features(block));
  while (!block.empty()) {
    const std::size_t length = std::min(block.find('\n'), block.size());
    line_ = at_ = block.data();
    end_ = line_ + length;
    if (end_ != line_ && end_[-1] == '\r') --end_;
    parse_line();
    ++block_.notes().lines;
    block.remove_prefix(std::min(length + 1, block.size()));
  }
  return std::move(block_);
}

void SvmParser::parse_line() {
  at_ = skip_blanks(line_, end_);
  const bool begins_blank = at_ != line_;
  // Below a header a line that begins with a blank is a record without a label, even without
  // features.
  const bool has_no_label = counts_from_zero_ && begins_blank;
  if (at_ == end_ && !has_no_label) return;
  if (at_ != end_ && *at_ == '#') return;
  if (!has_no_label) parse_labels();
  std::visit([this](auto& rows) { parse_features(rows); }, block_.rows());
  block_.end_record();
  if (!makes_fingerprints_) return;
  std::visit(
      [this](const auto& rows) {
        block_.add_fingerprint(Fingerprint::of_row(rows.row(rows.size() - 1)));
      },
      block_.rows());
}

void SvmParser::parse_labels() {
  const std::string_view field = field_from(at_);
  if (is_feature(field)) return;
  at_ = field.data() + field.size();
  if (field == "?") return;
  std::string_view rest = field;
  while (true) {
    const std::size_t comma = rest.find(',');
    add_label(rest.substr(0, comma));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void SvmParser::add_label(std::string_view label) {
  if (label.empty()) fail_at(chunk_, label.data(), "expected a label, got an empty one");
  if (label == "?") {
    fail_at(chunk_, label.data(), "expected a label, got '?', which must stand alone");
  }
  const auto column = static_cast<std::size_t>(label.data() - line_) + 1;
  if (!block_.add_label(label, block_.notes().lines, column)) return;
  if (label.find('#') != std::string_view::npos) {
    fail_at(chunk_, label.data(), "expected a label without '#', got " + quoted(label));
  }
  if (!is_utf8(label)) {
    fail_at(chunk_, label.data(), "expected a label in UTF-8, got " + quoted(label));
  }
}

// For the number type of the rows: the one loop of reading in which a branch per value would show.
template <class Real>
void SvmParser::parse_features(SparseRows<Real>& rows) {
  constexpr Precision precision =
      std::is_same_v<Real, float> ? Precision::single : Precision::double_;
  std::uint32_t last = 0;
  while (true) {
    at_ = skip_blanks(at_, end_);
    if (at_ == end_ || *at_ == '#') break;
    last = parse_index(last);
    const char* behind = at_;
    double value = 0;
    if (read_plain_number(behind, precision, value) && is_field_end(behind)) {
      at_ = behind;
    } else {
      value = parse_value(last);
    }
    if (value != 0) rows.push({last, static_cast<Real>(value)});
  }
  block_.notes().largest_number = std::max(block_.notes().largest_number, last);
}

// Reads `digits:`; the feature's number counts from 1.
inline std::uint32_t SvmParser::parse_index(std::uint32_t last) {
  const char* field = at_;
  const char* at = at_;
  std::uint64_t index = 0;
  for (; at != end_ && is_digit(*at); ++at) {
    index = 10 * index + static_cast<std::uint64_t>(*at - '0');
    if (index > largest_index) index = 2 * largest_index;
  }
  at_ = at;
  if (at == field || at == end_ || *at != ':') fail_field(field);
  if (counts_from_zero_) ++index;
  if (index <= last || index > largest_index) fail_index(field, index, last);
  ++at_;
  return static_cast<std::uint32_t>(index);
}

// A value that is written in another than the plain way.
double SvmParser::parse_value(std::uint32_t index) {
  const char* begin = at_;
  if (at_ != end_ && *at_ == '+' && end_ - at_ > 1 && at_[1] != '-') ++at_;
  double value = 0;
  const auto [after, code] = read_number(at_, end_, precision_, value);
  at_ = after;
  if (code == std::errc{} && is_field_end(at_) && std::isfinite(value)) return value;
  const std::string_view field = field_from(begin);
  at_ = field.data() + field.size();
  if (is_nan_word(field)) return missing_value(index, begin);
  return unusual_value(field);
}

double SvmParser::missing_value(std::uint32_t index, const char* where) {
  const std::string name = std::to_string(index);
  if (missing_ == MissingValues::refuse) fail_at(chunk_, where, refused_missing(name));
  block_.notes().missing.add(name);
  return missing_ == MissingValues::keep ? std::numeric_limits<double>::quiet_NaN() : 0;
}

// A value out of range, or an error.
double SvmParser::unusual_value(std::string_view value) const {
  if (!is_number(value)) {
    const std::string got = value.empty() ? "nothing" : quoted(value);
    fail_at(chunk_, value.data(), "expected a number after the colon, got " + got);
  }
  std::string problem;
  const double known = finite_value(value, precision_, problem);
  if (!problem.empty()) fail_at(chunk_, value.data(), problem);
  return known;
}

// From `begin` to the next blank or the end of the line.
std::string_view SvmParser::field_from(const char* begin) const {
  return {begin, static_cast<std::size_t>(std::find_if(begin, end_, is_blank) - begin)};
}

void SvmParser::fail_field(const char* field) const {
  fail_at(chunk_, field, "expected index:value, got " + quoted(field_from(field)));
}

void SvmParser::fail_index(const char* field, std::uint64_t index, std::uint32_t last) const {
  const std::uint64_t base = counts_from_zero_ ? 1 : 0;
  const std::string_view digits(field, static_cast<std::size_t>(at_ - field));
  const std::string got = digits.size() <= 20 ? std::string(digits) : quoted(digits);
  if (index > largest_index) {
    fail_at(chunk_, field,
            fmt::format("expected index of at most {}, got {}", largest_index - base, got));
  }
  if (last == 0) fail_at(chunk_, field, fmt::format("expected index of at least 1, got {}", got));
  fail_at(chunk_, field, fmt::format("expected index above {}, got {}", last - base, got));
}

namespace {

// The number of records, if the first line is a header of the extreme-classification repository:
// records, features, labels.
std::optional<std::uint64_t> records_of_header(std::string_view line) {
  std::vector<std::string_view> numbers;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    numbers.push_back(line.substr(0, end));
    line.remove_prefix(end);
    const bool is_digits = numbers.back().find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_digits || numbers.size() > 3) return std::nullopt;
  }
  if (numbers.size() != 3) return std::nullopt;
  const auto records = parse_int(numbers[0]);
  return records ? std::optional(static_cast<std::uint64_t>(*records)) : std::nullopt;
}

class SvmReader : public FormatReader {
 public:
  explicit SvmReader(const ReadOptions& options) : options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    const std::size_t line_end = first.text.find('\n');
    const std::size_t length =
        line_end == std::string_view::npos ? first.text.size() : line_end + 1;
    promised_ = records_of_header(first.text.substr(0, length));
    return promised_ ? length : 0;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return SvmParser(chunk, promised_.has_value(), options_).parse(block);
  }

  void check(const FileSummary& file) const override {
    if (promised_ && *promised_ != file.records) {
      fail(ErrorKind::input, "{}:1:1: expected {} examples, as this header says, got {}", file.name,
           *promised_, file.records);
    }
  }

 private:
  const ReadOptions& options_;
  std::optional<std::uint64_t> promised_;
};

}  // namespace

std::unique_ptr<FormatReader> make_svm_reader(const ReadOptions& options,
                                              std::string_view /*beginning*/) {
  return std::make_unique<SvmReader>(options);
}

}  // namespace clade::detail
