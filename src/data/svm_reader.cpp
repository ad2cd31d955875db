#include "data/svm_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/svm_parser.h"

namespace clade {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 20;

// The end of the line that begins the text, its line feed included.
std::size_t after_line(std::string_view text, std::size_t from) {
  const std::size_t line_end = text.find('\n', from);
  return line_end == std::string_view::npos ? text.size() : line_end + 1;
}

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

std::vector<std::string_view> cut_at_line_ends(std::string_view text) {
  std::vector<std::string_view> blocks;
  while (!text.empty()) {
    const std::size_t end = after_line(text, std::min(block_size, text.size()) - 1);
    blocks.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return blocks;
}

}  // namespace

template <class Real>
void read_svm(const InputText& input, ThreadPool& pool, RecordsMerger<Real>& records) {
  const std::size_t first_line_end = after_line(input.text(), 0);
  const auto promised = records_of_header(input.text().substr(0, first_line_end));
  const SvmText text{input.text(), input.name(), promised.has_value()};
  const auto cuts = cut_at_line_ends(input.text().substr(promised ? first_line_end : 0));
  std::vector<RecordBlock<Real>> blocks(cuts.size());
  pool.for_blocks(cuts.size(),
                  [&](std::size_t b) { blocks[b] = SvmParser<Real>(text).parse(cuts[b]); });

  const std::size_t before = records.size();
  records.append(std::move(blocks), input.name(), promised ? 2 : 1);
  const std::size_t count = records.size() - before;
  if (count == 0) fail(ErrorKind::input, "{}: holds no example", input.name());
  if (promised && *promised != count) {
    fail(ErrorKind::input, "{}:1:1: expected {} examples, as this header says, got {}",
         input.name(), *promised, count);
  }
}

template void read_svm(const InputText&, ThreadPool&, RecordsMerger<float>&);
template void read_svm(const InputText&, ThreadPool&, RecordsMerger<double>&);

}  // namespace clade
