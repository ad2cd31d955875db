// .svm text to records.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/format_reader.h"
#include "data/svm_parser.h"

namespace clade {

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
  explicit SvmReader(Precision precision) : precision_(precision) {}

  std::size_t read_header(const TextChunk& first) override {
    const std::size_t line_end = first.text.find('\n');
    const std::size_t length =
        line_end == std::string_view::npos ? first.text.size() : line_end + 1;
    promised_ = records_of_header(first.text.substr(0, length));
    return promised_ ? length : 0;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return SvmParser(chunk, promised_.has_value(), precision_).parse(block);
  }

  void check(const FileSummary& file) const override {
    if (promised_ && *promised_ != file.records) {
      fail(ErrorKind::input, "{}:1:1: expected {} examples, as this header says, got {}", file.name,
           *promised_, file.records);
    }
  }

 private:
  Precision precision_;
  std::optional<std::uint64_t> promised_;
};

}  // namespace

std::unique_ptr<FormatReader> make_svm_reader(const ReadOptions& options) {
  return std::make_unique<SvmReader>(options.precision);
}

}  // namespace clade
