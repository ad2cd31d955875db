// A taxonomy from the parts that a model file holds: nothing is taken on trust.
#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade {

using namespace detail;

namespace {

void check_names(const Taxonomy::Parts& parts, const std::string& where) {
  if (parts.names.empty()) fail(ErrorKind::model, "{}: the taxonomy has no node", where);
  if (parts.names.size() != parts.parents.size()) {
    fail(ErrorKind::model, "{}: the taxonomy has {} names but parents for {} nodes", where,
         parts.names.size(), parts.parents.size());
  }
  if (parts.names.size() >= TaxonomyGraph::none) {
    fail(ErrorKind::model, "{}: the taxonomy has too many nodes", where);
  }
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : parts.names) {
    if (!seen.insert(name).second) {
      fail(ErrorKind::model, "{}: the taxonomy has two nodes named {}", where, quoted(name));
    }
  }
}

void check_parents(const Taxonomy::Parts& parts, const std::string& where) {
  std::size_t roots = 0;
  for (std::size_t i = 0; i < parts.parents.size(); ++i) {
    std::vector<NodeId> parents = parts.parents[i];
    if (parents.empty()) ++roots;
    if (parts.names[i].empty() && !parents.empty()) {
      fail(ErrorKind::model, "{}: a taxonomy node below the root has no name", where);
    }
    std::sort(parents.begin(), parents.end());
    const bool repeats = std::adjacent_find(parents.begin(), parents.end()) != parents.end();
    if (repeats || (!parents.empty() && index_of(parents.back()) >= parts.names.size())) {
      fail(ErrorKind::model, "{}: the parents of taxonomy node {} are not distinct known nodes",
           where, quoted(parts.names[i]));
    }
  }
  if (roots > 1)
    fail(ErrorKind::model, "{}: the taxonomy has {} roots, expected one", where, roots);
}

Csr<NodeId> as_rows(const std::vector<std::vector<NodeId>>& lists) {
  Csr<NodeId> rows;
  for (const auto& list : lists) rows.push_row(list);
  return rows;
}

// Before the graph is made: it looks at the parent of every added node.
void check_added(const Taxonomy::Parts& parts, const std::string& where) {
  for (const NodeId node : parts.added) {
    const std::size_t i = index_of(node);
    const bool is_known = i < parts.names.size();
    if (!is_known || parts.parents[i].size() != 1 ||
        parts.names[i] != added_name(parts.names[index_of(parts.parents[i][0])])) {
      fail(ErrorKind::model, "{}: the added taxonomy node {} is not the added child of its parent",
           where, is_known ? quoted(parts.names[i]) : std::to_string(i));
    }
  }
}

void check_graph(const TaxonomyGraph& graph, const std::string& where) {
  const std::vector<NodeId> cycle = find_cycle(graph);
  if (!cycle.empty()) {
    fail(ErrorKind::model, "{}: taxonomy node {} is its own ancestor: {}", where,
         quoted(graph.names[index_of(cycle.front())]), cycle_text(graph, cycle));
  }
  for (const NodeId node : graph.added) {
    if (!graph.children.row(index_of(node)).empty()) {
      fail(ErrorKind::model, "{}: the added taxonomy node {} has children", where,
           quoted(graph.names[index_of(node)]));
    }
  }
  if (graph.added_child.size() != graph.added.size()) {
    fail(ErrorKind::model, "{}: an added taxonomy node is listed twice", where);
  }
}

}  // namespace

Taxonomy Taxonomy::from_parts(Parts parts, const std::string& name_for_messages) {
  check_names(parts, name_for_messages);
  check_parents(parts, name_for_messages);
  check_added(parts, name_for_messages);
  auto impl = std::make_shared<const Impl>(
      Impl{TaxonomyGraph(std::move(parts.names), as_rows(parts.parents), std::move(parts.added))});
  check_graph(impl->graph, name_for_messages);
  return Taxonomy(std::move(impl));
}

}  // namespace clade
