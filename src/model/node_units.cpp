#include "model/node_units.h"

#include <string_view>
#include <unordered_map>

namespace clade::detail {

std::vector<std::uint32_t> units_of_nodes(const Model::Impl& model) {
  std::unordered_map<std::string_view, std::uint32_t> unit_of;
  for (std::size_t u = 0; u < model.unit_names.size(); ++u) {
    unit_of.emplace(model.unit_names[u], static_cast<std::uint32_t>(u));
  }
  const Taxonomy& taxonomy = model.label_space.taxonomy();
  std::vector<std::uint32_t> units(taxonomy.size(), no_unit);
  for (std::size_t n = 0; n < units.size(); ++n) {
    const auto found = unit_of.find(taxonomy.name(static_cast<NodeId>(n)));
    if (found != unit_of.end()) units[n] = found->second;
  }
  return units;
}

}  // namespace clade::detail
