#include "taxonomy/levels.h"

#include <algorithm>

namespace clade::detail {

std::vector<std::size_t> levels_of(const Taxonomy& taxonomy) {
  std::vector<std::size_t> level(taxonomy.size(), 0);
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId parent : taxonomy.parents(node)) {
      level[index_of(node)] = std::max(level[index_of(node)], level[index_of(parent)] + 1);
    }
  }
  return level;
}

}  // namespace clade::detail
