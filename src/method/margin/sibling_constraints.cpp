#include "method/margin/sibling_constraints.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

// One list for the children of each inner node.
std::vector<std::uint32_t> add_children(ConstraintSet& set, const Taxonomy& taxonomy,
                                        const std::vector<Decision>& units) {
  std::vector<std::uint32_t> lists(taxonomy.size());
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    std::vector<Decision> children;
    for (const NodeId child : taxonomy.children(NodeId(static_cast<std::uint32_t>(n)))) {
      children.push_back(units[index_of(child)]);
    }
    std::sort(children.begin(), children.end());
    lists[n] = set.add_list(children);
  }
  return lists;
}

ConstraintSet sibling_constraints(const Dataset& data, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::vector<Decision> units = sibling_units(taxonomy);
  ConstraintSet set(taxonomy.size() - 1);
  const std::vector<std::uint32_t> lists = add_children(set, taxonomy, units);
  add_examples_of_one_label(set, data, [&](ClassId label) {
    std::vector<ConstraintSet::Block> blocks;
    std::vector<Decision> path;
    for (const NodeId node : taxonomy.ancestor_set(labels.node(label))) {
      if (node == taxonomy.root()) continue;
      path.push_back(units[index_of(node)]);
      const NodeId parent = taxonomy.parents(node).front();
      if (taxonomy.children(parent).size() > 1) {
        blocks.push_back({units[index_of(node)], lists[index_of(parent)]});
      }
    }
    std::sort(path.begin(), path.end());
    return set.add_pattern(blocks, path);
  });
  return set;
}

}  // namespace

void check_one_label(const Dataset& data) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.labels(i).size() <= 1) continue;
    fail(ErrorKind::input,
         "example {} has {} labels, and this method takes one for each; `multilabel=intersect` "
         "makes a category of each set",
         quoted(data.id(i)), data.labels(i).size());
  }
}

void check_one_path(const Dataset& data, const LabelSpace& labels) {
  check_goes_down(labels);
  check_one_label(data);
}

ClassAttributes path_attributes(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::vector<Decision> units = sibling_units(taxonomy);
  ClassAttributes result;
  result.unit_names = sibling_unit_names(taxonomy);
  Csr<Attribute> rows;
  for (const NodeId node : labels.classes()) {
    std::vector<Decision> path;
    for (const NodeId ancestor : taxonomy.ancestor_set(node)) {
      if (units[index_of(ancestor)] != constant_zero) path.push_back(units[index_of(ancestor)]);
    }
    std::sort(path.begin(), path.end());
    for (const Decision unit : path) rows.push({UnitId{unit}, 1});
    rows.end_row();
  }
  result.map = ScoreMap(std::move(rows), result.unit_names.size());
  return result;
}

MarginDesign sibling_design(const Dataset& data, const LabelSpace& labels) {
  check_one_path(data, labels);
  MarginDesign result;
  result.attributes = path_attributes(labels);
  result.decisions = ScoreMap::identity(result.attributes.map.units());
  result.constraints = sibling_constraints(data, labels);
  result.decoding = Decoding::top_down_min_margin;
  return result;
}

}  // namespace clade::detail
