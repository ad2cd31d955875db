#include "taxonomy/ancestor_sets.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/fail.h"

namespace clade::detail {

namespace {

// Goes up from one node after the other; each node of a set is met once.
class AncestorWalk {
 public:
  explicit AncestorWalk(const Taxonomy& taxonomy)
      : taxonomy_(taxonomy), met_in_(taxonomy.size(), 0) {}

  // The ancestor set of `node` in no particular order; valid until the next call.
  std::vector<NodeId>& from(NodeId node) {
    ++walk_;
    set_.assign(1, node);
    for (std::size_t i = 0; i < set_.size(); ++i) {
      for (const NodeId parent : taxonomy_.parents(set_[i])) {
        if (met_in_[index_of(parent)] == walk_) continue;
        met_in_[index_of(parent)] = walk_;
        set_.push_back(parent);
      }
    }
    return set_;
  }

 private:
  const Taxonomy& taxonomy_;
  std::vector<std::uint64_t> met_in_;  // by node: the last walk that came by
  std::uint64_t walk_ = 0;
  std::vector<NodeId> set_;
};

[[noreturn]] void fail_too_deep(std::size_t nodes, std::size_t largest) {
  fail(ErrorKind::input,
       "the taxonomy is too deep: the ancestor sets of its {} classes hold more than {} nodes",
       nodes, largest);
}

// The nodes on the longest path from the root to each node: on a tree the size of its ancestor set,
// in a DAG at most that.
std::vector<std::uint32_t> longest_paths(const Taxonomy& taxonomy) {
  std::vector<std::uint32_t> length(taxonomy.size(), 1);
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId child : taxonomy.children(node)) {
      length[index_of(child)] = std::max(length[index_of(child)], length[index_of(node)] + 1);
    }
  }
  return length;
}

// The size of all sets together, found before memory is used for them.
std::size_t checked_total(const Taxonomy& taxonomy, std::span<const NodeId> nodes) {
  constexpr std::size_t largest = std::size_t{1} << 30;  // 4 GB of node ids
  const std::vector<std::uint32_t> length = longest_paths(taxonomy);
  std::size_t total = 0;
  for (const NodeId node : nodes) total += length[index_of(node)];
  if (total > largest) fail_too_deep(nodes.size(), largest);
  if (taxonomy.is_tree()) return total;
  AncestorWalk walk(taxonomy);
  total = 0;
  for (const NodeId node : nodes) {
    total += walk.from(node).size();
    if (total > largest) fail_too_deep(nodes.size(), largest);
  }
  return total;
}

}  // namespace

AncestorSets::AncestorSets(const Taxonomy& taxonomy, std::span<const NodeId> nodes) {
  sets_.reserve(nodes.size(), checked_total(taxonomy, nodes));
  AncestorWalk walk(taxonomy);
  for (const NodeId node : nodes) {
    std::vector<NodeId>& set = walk.from(node);
    std::sort(set.begin(), set.end());
    sets_.push_row(set);
  }
}

std::size_t common_size(std::span<const NodeId> a, std::span<const NodeId> b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const NodeId x = a[i], y = b[j];
    common += x == y ? 1 : 0;
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
  return common;
}

std::span<const NodeId> ClassAncestors::of(NodeId node, std::vector<NodeId>& room) const {
  if (const auto position = index_.position(node)) return sets_.of(*position);
  room = taxonomy_.ancestor_set(node);
  std::sort(room.begin(), room.end());
  return room;
}

}  // namespace clade::detail
