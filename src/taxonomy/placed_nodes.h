// Nodes by where they stand. In formats that nest nodes, or know them by ids, the same name at
// another place is another node.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "taxonomy/taxonomy_draft.h"

namespace clade::detail {

class PlacedNodes {
 public:
  using Place = std::size_t;
  static constexpr Place top = ~Place{0};  // above the nodes without a parent

  // The node of that name below `parent`, made where there is none.
  Place child(Place parent, std::string_view name, std::size_t line);
  // A node of its own, whatever others are called. `code` tells it from one of the same path.
  Place add(std::string_view name, std::string_view code, std::size_t line);
  void add_edge(Place parent, Place child, std::size_t line);

  std::size_t size() const { return nodes_.size(); }
  const std::string& name(Place node) const { return nodes_[node].name; }

  // Puts the nodes into the draft, in their order, and the edges. A name that is not unique becomes
  // the path from below the root, joined by '/'. Returns the node of each place. Error{input} where
  // such a path would be too long.
  std::vector<NodeId> add_to(TaxonomyDraft& draft) const;

 private:
  struct Node {
    std::string name, code;
    std::size_t line;
    Place first_parent = top;
  };
  struct Key {
    Place parent;
    std::string_view name;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.name) * 31 + key.parent;
    }
  };

  std::vector<std::string> names_for(const TaxonomyDraft& draft) const;
  // "" where the way up is longer than any path may be.
  std::string path_of(Place node, Place root) const;
  Place root_of(const TaxonomyDraft& draft) const;

  std::deque<Node> nodes_;  // stay where they are: children_ looks into them
  std::unordered_map<Key, Place, KeyHash> children_;
  std::vector<TaxonomyDraft::Edge> edges_;  // by place
};

}  // namespace clade::detail
