// The nodes and edges behind a Taxonomy, with everything that follows from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/csr.h"
#include "clade/taxonomy.h"

namespace clade::detail {

constexpr NodeId node_at(std::size_t index) { return static_cast<NodeId>(index); }

struct TaxonomyGraph {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Names differ; parents are in range and without duplicates; exactly one node has no parent. An
  // added node has one parent and no child. Whether the edges are free of cycles is asked
  // afterwards, with find_cycle.
  TaxonomyGraph(std::vector<std::string> node_names, Csr<NodeId> node_parents,
                std::vector<NodeId> added_nodes);
  // by_name looks into names: a move leaves the strings where they are, a copy would not.
  TaxonomyGraph(TaxonomyGraph&&) = default;
  TaxonomyGraph& operator=(TaxonomyGraph&&) = default;

  std::size_t size() const { return names.size(); }

  std::vector<std::string> names;
  Csr<NodeId> parents;
  Csr<NodeId> children;       // in node order
  std::vector<NodeId> added;  // terminal children for labels at inner nodes
  NodeId root{};
  bool is_tree = false;
  std::vector<NodeId> top_down;  // parents before children; nodes on or below a cycle are missing
  std::vector<std::uint32_t> rank;                       // a node's position in top_down
  std::vector<std::uint32_t> tree_depth;                 // by node, empty unless is_tree
  std::unordered_map<std::string_view, NodeId> by_name;  // without an unnamed root
  std::unordered_map<NodeId, NodeId> added_child;        // by parent

 private:
  void order_nodes();
  void measure_depths();
};

// The name of the terminal child that is added for labels at the inner node `name`.
std::string added_name(std::string_view name);

// The lists of the children, in node order, from those of the parents.
Csr<NodeId> children_of(const Csr<NodeId>& parents);

// The nodes of one cycle, each the parent of the next and the last that of the first; empty where
// there is none.
std::vector<NodeId> find_cycle(const TaxonomyGraph& graph);

// For messages: the cycle as "a -> b -> a", cut where it is long.
std::string cycle_text(const TaxonomyGraph& graph, const std::vector<NodeId>& cycle);

}  // namespace clade::detail

namespace clade {

struct Taxonomy::Impl {
  detail::TaxonomyGraph graph;
};

}  // namespace clade
