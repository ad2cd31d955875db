#include "data/label_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>
#include <unordered_map>

#include "base/fail.h"
#include "base/text.h"
#include "data/input_text.h"
#include "data/utf8.h"

namespace clade::detail {

std::vector<std::filesystem::path> label_files(std::span<const std::filesystem::path> data,
                                               const std::string& asked) {
  if (!asked.empty()) return {asked};
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& path : data) {
    if (path.extension() != ".npy") return {};
    bool is_found = false;
    for (const char* ending : {".labels", ".labels.txt"}) {
      std::filesystem::path beside = path;
      beside.replace_extension(ending);
      std::error_code none;
      if (is_found || !std::filesystem::exists(beside, none)) continue;
      files.push_back(beside);
      is_found = true;
    }
    if (!is_found) return {};
  }
  return files;
}

namespace {

class LabelLines {
 public:
  LabelLines(Records& records, std::string_view separator)
      : records_(records), separator_(separator.empty() ? "|" : separator) {}

  void add(const std::filesystem::path& file) {
    const InputText input(file);
    std::string_view rest = input.text();
    for (std::size_t line = 1; !rest.empty(); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      for_each_label(rest.substr(0, end), separator_, [&](std::string_view label) {
        add(label, fmt::format("{}:{}:{}", input.name(), line, label.data() - rest.data() + 1));
      });
      offsets_.push_back(labels_.size());
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void finish(const std::string& name) {
    const std::size_t lines = offsets_.size() - 1;
    if (lines != records_.size()) {
      fail(ErrorKind::input, "{}: expected {} lines of labels, one for each record, got {}", name,
           records_.size(), lines);
    }
    records_.labels = std::move(labels_);
    records_.label_offsets = std::move(offsets_);
    records_.label_names = std::move(names_);
  }

 private:
  void add(std::string_view label, const std::string& place) {
    if (label.empty()) fail(ErrorKind::input, "{}: expected a label, got an empty one", place);
    if (has_control_character(label) || !is_utf8(label)) {
      fail(ErrorKind::input, "{}: expected a label in UTF-8 without control characters, got {}",
           place, quoted(label));
    }
    const auto next = static_cast<std::uint32_t>(names_.size());
    const auto [entry, is_new] = numbers_.try_emplace(std::string(label), next);
    if (is_new) names_.push_back({std::string(label), place});
    const auto begin = labels_.begin() + static_cast<std::ptrdiff_t>(offsets_.back());
    if (std::find(begin, labels_.end(), entry->second) == labels_.end()) {
      labels_.push_back(entry->second);
    }
  }

  Records& records_;
  std::string separator_;
  std::vector<LabelName> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> labels_;
  std::vector<std::size_t> offsets_{0};
};

}  // namespace

void read_labels(std::span<const std::filesystem::path> files, std::string_view separator,
                 Records& records) {
  if (!records.labels.empty()) {
    fail_parameter(ErrorKind::input, "labels_file", "the records have labels already");
  }
  LabelLines lines(records, separator);
  for (const std::filesystem::path& file : files) lines.add(file);
  lines.finish(files.front().string());
  if (!records.files.empty()) {
    records.files.front().fields.push_back({files.front().string(), FieldRole::label, 1});
  }
}

}  // namespace clade::detail
