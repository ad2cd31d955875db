#include "taxonomy/attribute_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/class_index.h"
#include "taxonomy/text_lines.h"

namespace clade {

namespace {

struct NumberedValue {
  std::int64_t index;
  double value;
};

NumberedValue parse_entry(std::string_view text, const TextLines& lines) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto index = parse_int(text.substr(0, colon));
  const auto value = parse_double(text.substr(std::min(colon + 1, text.size())));
  if (!index || *index < 1 || !value || !std::isfinite(*value)) {
    fail(ErrorKind::input, "{}: expected index:value with an index from 1, got {}", lines.place(),
         quoted(text));
  }
  return {*index, *value};
}

// The entries after the class's name; zeros are left out.
std::vector<NumberedValue> parse_entries(std::string_view text, const TextLines& lines) {
  std::vector<NumberedValue> entries;
  std::int64_t last = 0;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    const NumberedValue entry = parse_entry(word, lines);
    if (entry.index <= last) {
      fail(ErrorKind::input, "{}: expected an index above {}, got {}", lines.place(), last,
           entry.index);
    }
    last = entry.index;
    if (entry.value != 0) entries.push_back(entry);
  }
  return entries;
}

// One list per class, in class order.
std::vector<std::vector<NumberedValue>> read_lists(TextLines& lines, const ClassIndex& index) {
  std::vector<std::vector<NumberedValue>> lists(index.size());
  std::vector<bool> seen(index.size());
  while (const auto line = lines.next()) {
    const std::size_t tab = std::min(line->find('\t'), line->size());
    const auto position = index.find(line->substr(0, tab), lines.place());
    auto entries = parse_entries(line->substr(std::min(tab + 1, line->size())), lines);
    if (!position) continue;  // an inner node that is no class
    if (seen[*position]) {
      fail(ErrorKind::input, "{}: class {} has a line already", lines.place(),
           quoted(index.name(*position)));
    }
    seen[*position] = true;
    lists[*position] = std::move(entries);
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    fail(ErrorKind::input, "{}: expected a line for every class, got none for {}", lines.name(),
         quoted(index.name(static_cast<std::size_t>(missing - seen.begin()))));
  }
  return lists;
}

std::vector<std::int64_t> used_indices(const std::vector<std::vector<NumberedValue>>& lists) {
  std::vector<std::int64_t> used;
  for (const auto& list : lists) {
    for (const NumberedValue& entry : list) used.push_back(entry.index);
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

}  // namespace

ClassAttributes read_attributes(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes) {
  const MappedFile content(file);
  TextLines lines(content.text(), file.string());
  const auto lists = read_lists(lines, ClassIndex(taxonomy, classes));
  const std::vector<std::int64_t> used = used_indices(lists);
  Csr<Attribute> rows;
  for (const auto& list : lists) {
    for (const NumberedValue& entry : list) {
      const auto unit = std::lower_bound(used.begin(), used.end(), entry.index) - used.begin();
      rows.push({static_cast<UnitId>(unit), entry.value});
    }
    rows.end_row();
  }
  std::vector<std::string> names;
  names.reserve(used.size());
  for (const std::int64_t index : used) names.push_back(fmt::format("attribute {}", index));
  return {ScoreMap(std::move(rows), used.size()), std::move(names)};
}

}  // namespace clade
