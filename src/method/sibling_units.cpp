#include "method/sibling_units.h"

#include "base/fail.h"
#include "data/enum_names.h"

namespace clade::detail {

void check_goes_down(const LabelSpace& labels) {
  if (!labels.taxonomy().is_tree()) {
    fail(ErrorKind::input,
         "the taxonomy is no tree: a method that goes from the root down needs one path to each "
         "class");
  }
  if (labels.mode() == LabelNodes::all || labels.mode() == LabelNodes::closed) {
    fail_parameter("label_nodes",
                   "expected terminal or path for a method that goes from the root down, got {}",
                   enum_name(labels.mode()));
  }
}

std::vector<Decision> sibling_units(const Taxonomy& taxonomy) {
  std::vector<Decision> units(taxonomy.size(), constant_zero);
  Decision next = 0;
  for (const NodeId parent : taxonomy.top_down()) {
    for (const NodeId child : taxonomy.children(parent)) {
      // In a DAG the first parent counts.
      if (units[index_of(child)] == constant_zero) units[index_of(child)] = next++;
    }
  }
  return units;
}

std::vector<NodeId> sibling_unit_nodes(const Taxonomy& taxonomy) {
  const std::vector<Decision> units = sibling_units(taxonomy);
  std::vector<NodeId> nodes(taxonomy.size() - 1);
  for (std::size_t n = 0; n < units.size(); ++n) {
    if (units[n] != constant_zero) nodes[units[n]] = NodeId(static_cast<std::uint32_t>(n));
  }
  return nodes;
}

std::vector<std::string> sibling_unit_names(const Taxonomy& taxonomy) {
  std::vector<std::string> names;
  for (const NodeId node : sibling_unit_nodes(taxonomy)) names.emplace_back(taxonomy.name(node));
  return names;
}

}  // namespace clade::detail
