#include "taxonomy/normalized_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

namespace {

// By node, how many nodes the longest way down to a class has, the node included; 0 where no class
// is below.
std::vector<std::uint32_t> longest_ways(const Taxonomy& taxonomy, std::span<const NodeId> classes) {
  std::vector<std::uint32_t> ways(taxonomy.size(), 0);
  for (const NodeId node : classes) ways[index_of(node)] = 1;
  const auto order = taxonomy.top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const std::uint32_t way = ways[index_of(*node)];
    if (way == 0) continue;
    for (const NodeId parent : taxonomy.parents(*node)) {
      std::uint32_t& above = ways[index_of(parent)];
      above = std::max(above, way + 1);
    }
  }
  return ways;
}

void scale_to_length_one(std::span<Attribute> row) {
  double squared = 0;
  for (const Attribute& a : row) squared += a.strength * a.strength;
  for (Attribute& a : row) a.strength /= std::sqrt(squared);
}

}  // namespace

NormalizedShares normalized_shares(const Taxonomy& taxonomy, std::span<const NodeId> classes) {
  const std::vector<std::uint32_t> ways = longest_ways(taxonomy, classes);
  NormalizedShares result{std::vector<double>(taxonomy.size(), 0),
                          std::vector<double>(taxonomy.size(), 1)};
  for (const NodeId node : taxonomy.top_down()) {
    const std::size_t i = index_of(node);
    if (ways[i] == 0 || node == taxonomy.root()) continue;
    for (const NodeId parent : taxonomy.parents(node)) {
      const std::size_t p = index_of(parent);
      result.rest[i] = std::min(result.rest[i], result.rest[p] - result.share[p]);
    }
    result.share[i] = result.rest[i] / ways[i];
  }
  return result;
}

Csr<Attribute> normalized_rows(const Taxonomy& taxonomy, std::span<const NodeId> classes) {
  const NormalizedShares shares = normalized_shares(taxonomy, classes);
  const AncestorSets sets(taxonomy, classes);
  Csr<Attribute> rows;
  for (std::size_t c = 0; c < sets.size(); ++c) {
    for (const NodeId node : sets.of(c)) {
      const std::size_t i = index_of(node);
      const double share = node == classes[c] ? shares.rest[i] : shares.share[i];
      if (share > 0) rows.push({static_cast<UnitId>(node), std::sqrt(share)});
    }
    rows.end_row();
    if (!taxonomy.is_tree()) scale_to_length_one(rows.row(c));
  }
  return rows;
}

}  // namespace clade::detail
