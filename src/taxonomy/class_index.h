// The classes among the nodes of a taxonomy: from a node or a name to the class's position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/taxonomy.h"

namespace clade::detail {

class ClassIndex {
 public:
  ClassIndex(const Taxonomy& taxonomy, std::span<const NodeId> classes);

  std::size_t size() const { return classes_.size(); }
  NodeId node(std::size_t position) const { return classes_[position]; }
  std::string_view name(std::size_t position) const {
    return taxonomy_.class_name(classes_[position]);
  }
  std::optional<std::size_t> position(NodeId node) const {
    const std::uint32_t found = position_of_node_[index_of(node)];
    return found != none ? std::optional<std::size_t>(found) : std::nullopt;
  }
  // The class that a file means by `name`, the added child of m being `m` or `m__misc`; nothing
  // where the name is that of a node which is no class. Error{input} at `place` for a name that
  // the taxonomy does not have.
  std::optional<std::size_t> find(std::string_view name, const std::string& place) const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  Taxonomy taxonomy_;
  std::vector<NodeId> classes_;
  std::vector<std::uint32_t> position_of_node_;
};

}  // namespace clade::detail
