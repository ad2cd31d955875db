#include "cli/commands/info_angles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "clade/method.h"
#include "model/model_parts.h"
#include "taxonomy/ancestor_form.h"

namespace clade::detail::cli {

namespace {

// Feature by feature; the constant is feature 0.
template <class Real>
AncestorForm products_of(const WeightView<Real>& weights, const AncestorPairs& pairs,
                         std::size_t first) {
  AncestorForm sums{std::vector<double>(pairs.units()), std::vector<double>(pairs.size())};
  std::vector<Real> row(weights.units);
  for (std::size_t j = first; j < weights.features; ++j) {
    weights.copy_row(j, row);
    for (std::size_t v = 0; v < pairs.units(); ++v) {
      const auto own = static_cast<double>(row[v]);
      if (own == 0) continue;
      sums.diagonal[v] += own * own;
      double* between = sums.between.data() + pairs.first(v);
      for (const std::uint32_t above : pairs.ancestors(v)) {
        *between++ += own * static_cast<double>(row[above]);
      }
    }
  }
  return sums;
}

// Where every unit is another node but the root, these. A file may hold anything.
std::vector<NodeId> nodes_of_units(const Model& model) {
  const Taxonomy& taxonomy = model.label_space().taxonomy();
  const auto& units = model.unit_names();
  if (model.decoding() == Decoding::best_class || ModelParts(model).support() != nullptr ||
      !taxonomy.is_tree() || units.size() + 1 != taxonomy.size()) {
    return {};
  }
  std::vector<NodeId> nodes;
  std::vector<bool> seen(taxonomy.size());
  for (const std::string& unit : units) {
    const auto node = taxonomy.find(unit);
    if (!node || *node == taxonomy.root() || seen[index_of(*node)]) return {};
    seen[index_of(*node)] = true;
    nodes.push_back(*node);
  }
  return nodes;
}

}  // namespace

bool has_node_weights(const Model& model) { return !nodes_of_units(model).empty(); }

std::vector<Angle> angles_of(const Model& model) {
  const std::vector<NodeId> nodes = nodes_of_units(model);
  if (nodes.empty()) return {};
  const AncestorPairs pairs(model.label_space().taxonomy(), nodes);
  const std::size_t first = traits_of(model).has_free_bias ? 1 : 0;
  const AncestorForm products =
      std::visit([&](const auto& weights) { return products_of(weights, pairs, first); },
                 ModelParts(model).weights());
  const auto& names = model.unit_names();
  std::vector<Angle> angles;
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    std::size_t p = pairs.first(v);
    for (const std::uint32_t above : pairs.ancestors(v)) {
      const double lengths = std::sqrt(products.diagonal[v] * products.diagonal[above]);
      const double product = products.between[p++];
      angles.push_back({names[v], names[above], product, lengths > 0 ? product / lengths : 0});
    }
  }
  return angles;
}

}  // namespace clade::detail::cli
