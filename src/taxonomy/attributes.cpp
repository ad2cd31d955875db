#include "taxonomy/attributes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/class_index.h"
#include "taxonomy/normalized_shares.h"
#include "taxonomy/similarity.h"
#include "taxonomy/taxonomy_graph.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

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

// `file:FILE`: class attributes that a user gives, `class<TAB>index:value ...` per line.
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

constexpr std::string_view leaf_prefix = "leaf:", text_prefix = "text:", file_prefix = "file:",
                           similarity_prefix = "similarity:";

// How strongly a class is scored by the three kinds of nodes in its ancestor set.
struct Strengths {
  double root = 0;
  double between = 0;  // proper ancestors but the root
  double own = 0;      // the class's own node, where it is not the root
};

double inverse_root(std::size_t depth) { return 1.0 / std::sqrt(static_cast<double>(depth)); }

// `share` of the squared length belongs to the class's own node (leaf:S).
Strengths leaf_strengths(double share, std::size_t depth) {
  if (depth <= 1) return {0, 0, 1};
  return {0, std::sqrt((1 - share) / static_cast<double>(depth - 1)), std::sqrt(share)};
}

// For a class at `depth` in a taxonomy whose deepest class is at `deepest`; a class that is the
// root itself uses the root's strength only (depths of 0 divide nothing that is used).
Strengths strengths_of(const std::string& spec, std::size_t depth, std::size_t deepest) {
  if (spec == "unit") return {1, 1, 1};
  if (spec == "depth+root") {
    const double each = inverse_root(deepest + 1);
    return {each, each, each};
  }
  if (depth == 0) return {};
  if (spec == "depth") return {0, inverse_root(deepest), inverse_root(deepest)};
  if (spec == "class-depth") return {0, inverse_root(depth), inverse_root(depth)};
  return leaf_strengths(*parse_double(std::string_view(spec).substr(leaf_prefix.size())), depth);
}

// Gives a number to every unit that is used, in node order.
class UnitNumbers {
 public:
  explicit UnitNumbers(const Csr<Attribute>& rows, std::size_t nodes) : number_(nodes, none) {
    for (const Attribute& a : rows.values()) number_[index_of(a.unit)] = 0;
    for (std::uint32_t& number : number_) {
      if (number != none) number = static_cast<std::uint32_t>(count_++);
    }
  }
  std::size_t count() const { return count_; }
  bool is_used(std::size_t node) const { return number_[node] != none; }
  UnitId of(UnitId node) const { return static_cast<UnitId>(number_[index_of(node)]); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> number_;
  std::size_t count_ = 0;
};

std::string unit_name(const Taxonomy& taxonomy, NodeId node) {
  const std::string_view name = taxonomy.name(node);
  return name.empty() ? "(root)" : std::string(name);
}

// Rows over all nodes: the unit of a node is its number.
Csr<Attribute> node_rows(const std::string& spec, const Taxonomy& taxonomy,
                         std::span<const NodeId> classes) {
  const AncestorSets sets(taxonomy, classes);
  std::size_t deepest = 0;
  for (std::size_t c = 0; c < sets.size(); ++c) deepest = std::max(deepest, sets.of(c).size() - 1);
  Csr<Attribute> rows;
  for (std::size_t c = 0; c < sets.size(); ++c) {
    const Strengths strengths = strengths_of(spec, sets.of(c).size() - 1, deepest);
    for (const NodeId node : sets.of(c)) {
      const double strength = node == taxonomy.root() ? strengths.root
                              : node == classes[c]    ? strengths.own
                                                      : strengths.between;
      if (strength != 0) rows.push({static_cast<UnitId>(node), strength});
    }
    rows.end_row();
  }
  return rows;
}

ClassAttributes node_attributes(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes) {
  Csr<Attribute> rows = spec == "normalized" ? normalized_rows(taxonomy, classes)
                                             : node_rows(spec, taxonomy, classes);
  const UnitNumbers numbers(rows, taxonomy.size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (Attribute& attribute : rows.row(c)) attribute.unit = numbers.of(attribute.unit);
  }
  std::vector<std::string> names;
  names.reserve(numbers.count());
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (numbers.is_used(i)) names.push_back(unit_name(taxonomy, node_at(i)));
  }
  return {ScoreMap(std::move(rows), numbers.count()), std::move(names)};
}

}  // namespace

std::string attributes_problem(std::string_view spec) {
  const std::vector<std::string> known{
      "depth", "depth+root", "class-depth", "unit",       "normalized",
      "leaf:", "text:",      "file:",       "similarity:"};
  if (std::find(known.begin(), known.begin() + 5, spec) != known.begin() + 5) return "";
  for (const std::string_view prefix : {text_prefix, file_prefix, similarity_prefix}) {
    if (!spec.starts_with(prefix)) continue;
    return spec.size() > prefix.size() ? "" : "expected a file's name after " + std::string(prefix);
  }
  if (spec.starts_with(leaf_prefix)) {
    const auto share = parse_double(spec.substr(leaf_prefix.size()));
    return share && *share > 0 && *share <= 1 ? "" : "expected leaf:S with S above 0 and at most 1";
  }
  return std::string("expected ") + attributes_spec.expects +
         did_you_mean(spec.substr(0, spec.find(':')), known);
}

ClassAttributes make_attributes(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes) {
  const std::string problem = attributes_problem(spec);
  if (!problem.empty()) fail_parameter("attributes", "{}, got {}", problem, quoted(spec));
  if (spec.starts_with(text_prefix)) {
    fail_parameter("attributes", "descriptions are for methods to read, got {}", quoted(spec));
  }
  if (spec.starts_with(file_prefix)) {
    return read_attributes(spec.substr(file_prefix.size()), taxonomy, classes);
  }
  if (spec.starts_with(similarity_prefix)) {
    return read_similarity(spec.substr(similarity_prefix.size()), taxonomy, classes);
  }
  return node_attributes(spec, taxonomy, classes);
}

ClassAttributes identity_attributes(const Taxonomy& taxonomy, std::span<const NodeId> classes) {
  std::vector<std::string> names;
  names.reserve(classes.size());
  for (const NodeId node : classes) names.push_back(unit_name(taxonomy, node));
  return {ScoreMap::identity(classes.size()), std::move(names)};
}

}  // namespace clade::detail
