#include "data/formats/format.h"

#include <algorithm>
#include <vector>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"
#include "data/formats/table_cells.h"

namespace clade::detail {

namespace {

using Kind = DataFormat::Kind;

// A new format is one line here and its reader.
constexpr std::array formats{
    DataFormat{"svm", {"libsvm", "svmlight"}, Kind::text, false, false, &make_svm_reader, true},
    DataFormat{"jsonl", {"ndjson", "json"}, Kind::text, true, true, &make_jsonl_reader, true},
    DataFormat{"tsv", {}, Kind::text, true, true, &make_tsv_reader},
    DataFormat{"csv", {}, Kind::text, true, true, &make_csv_reader},
    DataFormat{"arff", {}, Kind::text, true, true, &make_arff_reader},
    DataFormat{"fasttext", {"ft"}, Kind::text, false, true, &make_fasttext_reader, true},
    DataFormat{"text", {}, Kind::text, false, true, &make_text_reader, true},
    DataFormat{"pack", {}, Kind::pack, false, false, nullptr},
    DataFormat{"npy", {}, Kind::numpy, false, false, nullptr},
    DataFormat{"npz", {}, Kind::numpy, false, false, nullptr},
};

std::string format_names() {
  std::vector<std::string> names;
  names.reserve(formats.size());
  for (const DataFormat& format : formats) names.emplace_back(format.name);
  return join(names, "|");
}

bool is_called(const DataFormat& format, std::string_view word) {
  const auto& others = format.other_names;
  return !word.empty() &&
         (word == format.name || std::find(others.begin(), others.end(), word) != others.end());
}

const DataFormat* find_format(std::string_view word) {
  const auto found = std::find_if(formats.begin(), formats.end(), [word](const DataFormat& format) {
    return is_called(format, word);
  });
  return found != formats.end() ? &*found : nullptr;
}

// The ending that tells the format: svm for train.svm.gz.
std::string ending(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  const std::string last = lower_case(name.extension().string());
  if (last == ".gz" || last == ".zst") name = name.stem();
  const std::string extension = lower_case(name.extension().string());
  return extension.empty() ? "" : extension.substr(1);
}

// Lines that are neither blank nor comments, some of the first ones; the last may be cut.
std::vector<std::string_view> first_lines(std::string_view text) {
  constexpr std::size_t most = 20;
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    if (!line.empty() && line.front() != '#' && line.front() != '%') lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool is_feature(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  const bool has_number = word.substr(0, colon).find_first_not_of("0123456789") == word.npos;
  return has_number && parse_double(word.substr(colon + 1)).has_value();
}

// Labels, then index:value.
bool is_svm_line(std::string_view line) {
  bool is_first = true, has_feature = false;
  for (const std::string_view word : split(line, ' ')) {
    if (trim(word).empty()) continue;
    if (word.front() == '#') break;
    const bool fits = is_feature(trim(word));
    if (!fits && !is_first) return false;
    has_feature = has_feature || fits;
    is_first = false;
  }
  return has_feature;
}

bool is_arff(std::string_view line) {
  const std::string word = lower_case(line.substr(0, 10));
  return word.starts_with("@relation") || word.starts_with("@attribute");
}

const DataFormat* find_by_text(std::string_view beginning, const ReadOptions& options) {
  const std::vector<std::string_view> lines = first_lines(beginning);
  if (lines.empty()) return nullptr;
  const std::string_view first = lines.front();
  if (first.front() == '{' || first.front() == '[') return find_format("jsonl");
  if (is_arff(first)) return find_format("arff");
  if (first.starts_with("__label__")) return find_format("fasttext");
  if (std::any_of(lines.begin(), std::min(lines.begin() + 3, lines.end()), is_svm_line)) {
    return find_format("svm");
  }
  if (const auto delimiter = find_delimiter(beginning, options.fields, options.remembered)) {
    const bool has_quotes = beginning.find("\t\"") != std::string_view::npos ||
                            beginning.find("\n\"") != std::string_view::npos;
    return find_format(*delimiter == '\t' && !has_quotes ? "tsv" : "csv");
  }
  return find_format(options.analyzer != nullptr ? "text" : "svm");
}

}  // namespace

const DataFormat* format_by_name(const std::filesystem::path& path, const std::string& asked) {
  if (asked.empty()) return path == "-" ? nullptr : find_format(ending(path));
  if (const DataFormat* format = find_format(asked)) return format;
  fail_parameter("format", "expected {}, got {}", format_names(), quoted(asked));
}

const DataFormat& format_of_text(std::string_view name, std::string_view beginning,
                                 const ReadOptions& options) {
  if (const DataFormat* format = find_by_text(beginning, options)) return *format;
  fail(ErrorKind::input, "{}: holds no example", name);
}

void check_is_text(std::string_view name, std::string_view beginning, bool is_named) {
  if (beginning.starts_with("PK\x03\x04")) {
    fail(ErrorKind::input,
         "{}: is an Excel workbook or another zip archive, no text: save it as .csv", name);
  }
  if (beginning.starts_with("%PDF")) fail(ErrorKind::input, "{}: is a PDF, no text", name);
  if (beginning.starts_with("\x89"
                            "CLADE")) {
    fail(ErrorKind::input, "{}: is a model or a pack of clade, no data to read here", name);
  }
  if (!is_named && beginning.substr(0, 4096).find('\0') != std::string_view::npos) {
    fail(ErrorKind::input, "{}: holds zero bytes, so it is no text; say what it is with `format`",
         name);
  }
}

void check_no_fields(const DataFormat& format, std::string_view file, const FieldOptions& fields) {
  FieldOptions asked = fields;
  for (const Parameter& parameter : parameters_of(asked)) {
    if (parameter.get().empty()) continue;
    fail_parameter(parameter.name, "{} is read as {}, which has no named fields", file,
                   format.name);
  }
}

}  // namespace clade::detail
