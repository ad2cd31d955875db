// Short ways to speak of nodes in tests.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/taxonomy.h"

namespace clade::detail::test {

inline NodeId at(const Taxonomy& taxonomy, std::string_view name) {
  return taxonomy.find(name).value();
}

inline std::vector<NodeId> nodes(const Taxonomy& taxonomy,
                                 std::initializer_list<std::string_view> names) {
  std::vector<NodeId> found;
  for (const std::string_view name : names) found.push_back(at(taxonomy, name));
  return found;
}

inline std::vector<std::string> names(const Taxonomy& taxonomy, std::span<const NodeId> list) {
  std::vector<std::string> found;
  for (const NodeId node : list) found.emplace_back(taxonomy.name(node));
  return found;
}

inline std::vector<NodeId> all_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> list;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) list.push_back(static_cast<NodeId>(i));
  return list;
}

inline std::vector<std::string> all_names(const Taxonomy& taxonomy) {
  return names(taxonomy, all_nodes(taxonomy));
}

}  // namespace clade::detail::test
