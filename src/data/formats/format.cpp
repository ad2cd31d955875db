#include "data/formats/format.h"

#include <algorithm>
#include <vector>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

// A new format is one line here and its reader.
constexpr std::array formats{
    DataFormat{"svm", {"libsvm", "svmlight"}, &cut_lines, false, &make_svm_reader},
    DataFormat{"jsonl", {"ndjson"}, &cut_lines, true, &make_jsonl_reader},
    DataFormat{"tsv", {}, &cut_lines, true, &make_tsv_reader},
    DataFormat{"csv", {}, &cut_csv, true, &make_csv_reader},
    DataFormat{"arff", {}, &cut_arff, true, &make_arff_reader},
    DataFormat{"pack", {}, nullptr, false, nullptr},
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

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// The ending that tells the format: svm for train.svm.gz.
std::string ending(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  const std::string last = lower_case(name.extension().string());
  if (last == ".gz" || last == ".zst") name = name.stem();
  const std::string extension = lower_case(name.extension().string());
  return extension.empty() ? "" : extension.substr(1);
}

}  // namespace

const DataFormat& format_of(const std::filesystem::path& path, const std::string& asked) {
  if (!asked.empty()) {
    if (const DataFormat* format = find_format(asked)) return *format;
    fail_parameter("format", "expected {}, got {}", format_names(), quoted(asked));
  }
  if (path == "-") return formats.front();
  if (const DataFormat* format = find_format(ending(path))) return *format;
  fail(ErrorKind::usage, "{}: cannot tell the format from the name; use `format={}`", path.string(),
       format_names());
}

}  // namespace clade::detail
