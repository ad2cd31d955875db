#include "data/read.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/input_text.h"
#include "data/record_stream.h"
#include "data/weights.h"

namespace clade::detail {

Records read_records(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                     ThreadPool& pool) {
  return RecordStream(paths, options, pool).rest();
}

std::vector<std::string> absent_features(const ReadOptions& options,
                                         const std::vector<std::string>& columns) {
  const FeatureNames* known =
      options.known_names != nullptr ? options.known_names : options.first_names;
  if (options.missing == MissingValues::leave_out || known == nullptr) return {};
  std::vector<std::string> absent = absent_features(*known, columns);
  if (options.numeric_features == nullptr) return absent;
  for (const std::uint32_t index : *options.numeric_features) {
    if (index >= FeatureNames::first_index) break;
    std::string name = std::to_string(index);
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
      absent.push_back(std::move(name));
    }
  }
  return absent;
}

std::vector<double> read_weights(const std::filesystem::path& path, std::size_t records) {
  const InputText input(path);
  std::vector<double> weights;
  std::string_view rest = input.text();
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view word = trim(rest.substr(0, end));
    if (!word.empty()) {
      const auto weight = parse_double(word);
      if (!weight || !is_weight(*weight)) {
        fail(ErrorKind::input, "{}:{}:{}: expected {}, got {}", input.name(), line,
             word.data() - rest.data() + 1, weight_words, quoted(word));
      }
      weights.push_back(*weight);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (weights.size() != records) {
    fail(ErrorKind::input, "{}: expected {} weights, one for each example, got {}", input.name(),
         records, weights.size());
  }
  return weights;
}

}  // namespace clade::detail
