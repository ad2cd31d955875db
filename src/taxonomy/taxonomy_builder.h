// Collects named nodes and edges in the order of their appearance and makes a taxonomy of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade {

class TaxonomyBuilder {
 public:
  // `source` names the file in messages. Names given to the builder must outlive it.
  explicit TaxonomyBuilder(std::string source) : source_(std::move(source)) {}

  // The node of that name, made where there is none. Names are not empty.
  NodeId node(std::string_view name);
  // Repeated edges count once. `line` is where messages will point to.
  void add_edge(NodeId parent, NodeId child, std::size_t line);
  std::size_t size() const { return names_.size(); }
  // Several parentless nodes, or `unnamed_root`, put an unnamed root in front as node 0.
  // Error{input} with the nodes of a cycle.
  TaxonomyGraph build(bool unnamed_root) const;

 private:
  struct Edge {
    NodeId parent, child;
    std::size_t line;
  };
  bool has_several_roots() const;
  std::vector<Edge> distinct_edges() const;  // by child, then by appearance
  [[noreturn]] void fail_on_cycle(const TaxonomyGraph& graph, std::vector<NodeId> cycle,
                                  const std::vector<Edge>& edges, std::size_t shift) const;

  std::string source_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, NodeId> by_name_;
  std::vector<Edge> edges_;
};

}  // namespace clade
