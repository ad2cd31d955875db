#include "clade/taxonomy.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade {

using namespace detail;

std::size_t Taxonomy::size() const { return impl_->graph.size(); }
NodeId Taxonomy::root() const { return impl_->graph.root; }
bool Taxonomy::is_tree() const { return impl_->graph.is_tree; }

std::string_view Taxonomy::name(NodeId node) const { return impl_->graph.names[index_of(node)]; }

std::optional<NodeId> Taxonomy::find(std::string_view name) const {
  const auto found = impl_->graph.by_name.find(name);
  return found != impl_->graph.by_name.end() ? std::optional(found->second) : std::nullopt;
}

std::span<const NodeId> Taxonomy::parents(NodeId node) const {
  return impl_->graph.parents.row(index_of(node));
}

std::span<const NodeId> Taxonomy::children(NodeId node) const {
  return impl_->graph.children.row(index_of(node));
}

std::vector<NodeId> Taxonomy::terminals() const {
  std::vector<NodeId> terminals;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_terminal(node_at(i))) terminals.push_back(node_at(i));
  }
  return terminals;
}

std::span<const NodeId> Taxonomy::top_down() const { return impl_->graph.top_down; }

std::vector<NodeId> Taxonomy::ancestor_set(NodeId node) const {
  std::vector<NodeId> set{node};
  if (is_tree()) {
    for (auto above = parents(node); !above.empty(); above = parents(set.back())) {
      set.push_back(above[0]);
    }
    std::reverse(set.begin(), set.end());
    return set;
  }
  std::unordered_set<NodeId> seen{node};
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (const NodeId parent : parents(set[i])) {
      if (seen.insert(parent).second) set.push_back(parent);
    }
  }
  const auto& rank = impl_->graph.rank;
  std::sort(set.begin(), set.end(),
            [&](NodeId a, NodeId b) { return rank[index_of(a)] < rank[index_of(b)]; });
  return set;
}

std::size_t Taxonomy::depth(NodeId node) const {
  return is_tree() ? impl_->graph.tree_depth[index_of(node)] : ancestor_set(node).size() - 1;
}

Taxonomy Taxonomy::with_added_terminals(std::span<const NodeId> inner) const {
  std::vector<NodeId> hosts(inner.begin(), inner.end());
  std::sort(hosts.begin(), hosts.end());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  std::erase_if(hosts, [&](NodeId m) { return is_terminal(m) || added_child(m).has_value(); });
  if (hosts.empty()) return *this;
  const TaxonomyGraph& graph = impl_->graph;
  std::vector<std::string> names = graph.names;
  Csr<NodeId> parents = graph.parents;
  std::vector<NodeId> added = graph.added;
  for (const NodeId host : hosts) {
    std::string added_node = added_name(name(host));
    if (find(added_node)) {
      fail(ErrorKind::input,
           "the taxonomy has a node {}, but labels at the inner node {} need that name: rename it",
           quoted(added_node), quoted(name(host)));
    }
    added.push_back(node_at(names.size()));
    names.push_back(std::move(added_node));
    parents.push(host);
    parents.end_row();
  }
  return Taxonomy(std::make_shared<const Impl>(
      Impl{TaxonomyGraph(std::move(names), std::move(parents), std::move(added))}));
}

std::optional<NodeId> Taxonomy::added_child(NodeId node) const {
  const auto found = impl_->graph.added_child.find(node);
  return found != impl_->graph.added_child.end() ? std::optional(found->second) : std::nullopt;
}

bool Taxonomy::is_added(NodeId node) const {
  const auto above = parents(node);
  return above.size() == 1 && added_child(above[0]) == node;
}

std::string_view Taxonomy::class_name(NodeId node) const {
  return name(is_added(node) ? parents(node)[0] : node);
}

std::string Taxonomy::suggestion(std::string_view unknown_name) const {
  constexpr std::size_t compared_at_most = 200'000;  // names: a message must not take seconds
  return size() <= compared_at_most ? did_you_mean(unknown_name, impl_->graph.names) : "";
}

}  // namespace clade
