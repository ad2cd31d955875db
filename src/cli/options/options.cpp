#include "cli/options/options.h"

#include <fmt/core.h>

#include <system_error>
#include <variant>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"

namespace clade::cli {

std::vector<std::filesystem::path> paths_from(const Words& words, std::size_t first) {
  return {words.begin() + static_cast<std::ptrdiff_t>(first), words.end()};
}

void check_output_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others) {
  for (const std::filesystem::path& other : others) {
    std::error_code none;
    if (other == file || std::filesystem::equivalent(other, file, none)) {
      fail(ErrorKind::usage, "{}: {} is used for something else in this call", flag,
           clade::quoted(file));
    }
  }
}

void check_can_be_written(const std::string& flag, const std::string& file, const char* what) {
  if (file == "-") {
    fail(ErrorKind::usage, "{}: {} is a file, it cannot go to standard output", flag, what);
  }
  std::error_code none;
  if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none)) {
    fail(ErrorKind::environment, "{}: is a folder or a device, expected a file to write", file);
  }
  const AtomicFile probe(file);
}

std::size_t count_features(const Records& records) {
  return std::visit([](const auto& rows) { return rows.nonzeros(); }, records.rows);
}

std::string reading_warning(const Records& records) {
  if (records.replaced_bytes == 0) return "";
  return fmt::format("{} bytes are no UTF-8 and were read as '?'", records.replaced_bytes);
}

ReadOptions read_options(const DataOptions& options, Precision precision,
                         const char* default_split) {
  ReadOptions read;
  read.format = options.format;
  read.precision = precision;
  read.text_fields = options.text_fields;
  read.text_column = options.text_column;
  read.label_column = options.label_column;
  const std::string split_names = options.split.empty() ? default_split : options.split;
  if (split_names.empty() || split_names == "all") return read;
  for (const std::string_view name : split(split_names, ',')) read.splits.emplace_back(name);
  return read;
}

ReadOptions read_options(const DataOptions& options, Precision precision, const char* default_split,
                         const Vectoriser* trained) {
  ReadOptions read = read_options(options, precision, default_split);
  if (trained == nullptr) return read;
  const TextPlaces& places = trained->fitted().places;
  if (read.text_fields.empty()) read.text_fields = places.fields;
  if (read.text_column.empty()) read.text_column = places.column;
  return read;
}

TextPlaces text_places(const DataOptions& options) {
  return {options.text_fields, options.text_column};
}

}  // namespace clade::cli
