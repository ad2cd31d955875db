#include "data/read.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/input_text.h"
#include "data/record_block.h"
#include "data/svm_reader.h"

namespace clade {

namespace {

// A new format is one line here and its reader.
struct Format {
  std::string_view name;
  std::array<std::string_view, 2> other_names;  // taken as file endings and by --format as well
  void (*read_single)(const InputText&, ThreadPool&, RecordsMerger<float>&);
  void (*read_double)(const InputText&, ThreadPool&, RecordsMerger<double>&);

  bool is_called(std::string_view word) const {
    return word == name ||
           std::find(other_names.begin(), other_names.end(), word) != other_names.end();
  }
};

constexpr std::array formats{
    Format{"svm", {"libsvm", "svmlight"}, &read_svm<float>, &read_svm<double>},
};

std::string format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats) names.emplace_back(format.name);
  return join(names, "|");
}

const Format* find_format(std::string_view word) {
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [word](const Format& format) { return format.is_called(word); });
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

const Format& format_of(const std::filesystem::path& path, const std::string& asked) {
  if (!asked.empty()) {
    if (const Format* format = find_format(asked)) return *format;
    fail(ErrorKind::usage, "--format: expected {}, got {}", format_names(), clade::quoted(asked));
  }
  if (path == "-") return formats.front();
  if (const Format* format = find_format(ending(path))) return *format;
  fail(ErrorKind::usage, "{}: cannot tell the format from the name; use --format {}", path.string(),
       format_names());
}

template <class Real>
void read_one(const Format& format, const InputText& input, ThreadPool& pool,
              RecordsMerger<Real>& records) {
  if constexpr (std::is_same_v<Real, float>) {
    format.read_single(input, pool, records);
  } else {
    format.read_double(input, pool, records);
  }
}

template <class Real>
Records read_all(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                 ThreadPool& pool) {
  RecordsMerger<Real> records;
  for (const auto& path : paths) {
    read_one(format_of(path, options.format), InputText(path), pool, records);
  }
  return std::move(records).take();
}

}  // namespace

Records read_records(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                     ThreadPool& pool) {
  // A wrong call is reported before anything is read.
  if (paths.empty()) fail(ErrorKind::usage, "no data: expected one or more files, or -");
  for (const auto& path : paths) static_cast<void>(format_of(path, options.format));
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    fail(ErrorKind::usage, "-: standard input can be read once only");
  }
  return options.precision == Precision::single ? read_all<float>(paths, options, pool)
                                                : read_all<double>(paths, options, pool);
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
      if (!weight || !(*weight > 0) || !std::isfinite(*weight)) {
        fail(ErrorKind::input, "{}:{}:{}: expected a number above 0, got {}", input.name(), line,
             word.data() - rest.data() + 1, quoted(word));
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

}  // namespace clade
