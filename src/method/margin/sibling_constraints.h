// The nodes of a tree as methods compare them that go from the root down.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/params.h"
#include "clade/label_space.h"
#include "data/dataset.h"
#include "method/margin/margin_problem.h"
#include "method/sibling_units.h"
#include "solver/problem/constraint_set.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

// What several labels of an example mean.
enum class Multilabel {
  error,
  intersect,  // a category of their own (data/label_combinations.h)
};
template <>
struct EnumNames<Multilabel> {
  static constexpr std::array values{std::pair{"error", Multilabel::error},
                                     std::pair{"intersect", Multilabel::intersect}};
};
inline constexpr const char* multilabel_help =
    "intersect: labels that occur together are one new category, a child of the deepest node above "
    "them all";

// Error{input} for examples of several labels.
void check_one_label(const Dataset& data);

// Error{input} for a taxonomy that is not a tree and for examples of several labels, Error{usage}
// where every node is a class.
void check_one_path(const Dataset& data, const LabelSpace& labels);

// Every node but the root, in terms of the units of its path: strength(node, ancestor). Nodes are
// in the order of their units.
template <class Strength>
ScoreMap path_map(const Taxonomy& taxonomy, Strength&& strength) {
  const std::vector<Decision> units = sibling_units(taxonomy);
  Csr<Attribute> rows;
  for (const NodeId node : sibling_unit_nodes(taxonomy)) {
    std::vector<Attribute> row;
    for (const NodeId ancestor : taxonomy.ancestor_set(node)) {
      if (ancestor == taxonomy.root()) continue;
      row.push_back({UnitId{units[index_of(ancestor)]}, strength(node, ancestor)});
    }
    std::sort(row.begin(), row.end(),
              [](const Attribute& a, const Attribute& b) { return a.unit < b.unit; });
    for (const Attribute& a : row) rows.push(a);
    rows.end_row();
  }
  return ScoreMap(std::move(rows), taxonomy.size() - 1);
}

// The pattern of every example, by its one label: pattern_of(label) adds it to the set. An example
// without labels gets no constraints.
template <class PatternOf>
void add_examples_of_one_label(ConstraintSet& set, const Dataset& data, PatternOf&& pattern_of) {
  const std::uint32_t nothing = set.add_pattern({}, {});
  std::map<ClassId, std::uint32_t> patterns;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.labels(i).empty()) {
      set.add_instance(nothing);
      continue;
    }
    const ClassId label = data.labels(i).front();
    const auto [entry, is_new] = patterns.try_emplace(label, 0);
    if (is_new) entry->second = pattern_of(label);
    set.add_instance(entry->second);
  }
}

// A class as the units of its path, each of strength 1; units as in sibling_units.
ClassAttributes path_attributes(const LabelSpace& labels);

// Every node on the path to an example's label against its siblings (HPSI Eq. 2), each node a unit
// of its own, decoded from the root. Errors as check_one_path.
MarginDesign sibling_design(const Dataset& data, const LabelSpace& labels);

}  // namespace clade::detail
