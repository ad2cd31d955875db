#include "measure/class_levels.h"

#include <algorithm>

#include "taxonomy/levels.h"

namespace clade::detail {

ClassLevels::ClassLevels(const Taxonomy& taxonomy, const AncestorSets& ancestors)
    : ancestors_(ancestors), level_(levels_of(taxonomy)) {
  nodes_.resize(*std::max_element(level_.begin(), level_.end()) + 1);
  for (const std::size_t level : level_) ++nodes_[level];

  // A node leaves the cut where the first of its children among the class's ancestors enters.
  std::vector<std::size_t> end(taxonomy.size());
  for (std::size_t c = 0; c < ancestors.size(); ++c) {
    for (const NodeId node : ancestors.of(c)) end[index_of(node)] = nodes_.size();
    for (const NodeId node : ancestors.of(c)) {
      for (const NodeId parent : taxonomy.parents(node)) {
        end[index_of(parent)] = std::min(end[index_of(parent)], level_[index_of(node)]);
      }
    }
    for (const NodeId node : ancestors.of(c)) ends_.push(end[index_of(node)]);
    ends_.end_row();
  }
}

void ClassLevels::mark_agreement(std::size_t a, std::size_t b, std::span<char> agree) const {
  const auto ancestors_a = ancestors_.of(a);
  const auto ancestors_b = ancestors_.of(b);
  std::size_t i = 0, j = 0;
  while (i < ancestors_a.size() && j < ancestors_b.size()) {
    if (ancestors_a[i] < ancestors_b[j]) {
      ++i;
    } else if (ancestors_b[j] < ancestors_a[i]) {
      ++j;
    } else {
      const std::size_t end = std::min(ends_.row(a)[i], ends_.row(b)[j]);
      for (std::size_t level = level_[index_of(ancestors_a[i])]; level < end; ++level) {
        agree[level] = 1;
      }
      ++i, ++j;
    }
  }
}

}  // namespace clade::detail
