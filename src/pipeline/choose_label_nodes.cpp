#include "pipeline/choose_label_nodes.h"

#include <algorithm>
#include <vector>

#include "data/label_nodes.h"

namespace clade::detail {

namespace {

// The share of labels that are inner nodes, and of examples that have several labels, from which on
// they are those of an ontology.
constexpr double many_inner = 0.25;
constexpr double many_with_several = 0.1;
// The share of labels below the first level that come with a node above them.
constexpr double nearly_all = 0.95;

struct LabelCounts {
  std::size_t labels = 0, inner = 0;
  std::size_t records = 0, with_several = 0;
  std::size_t deep = 0, with_parent = 0;  // labels below the first level; a parent is a label, too
};

LabelCounts count(const Taxonomy& taxonomy, const std::vector<NodeId>& nodes,
                  const Records& records) {
  LabelCounts counts;
  std::vector<NodeId> own;
  for (std::size_t i = 0; i < records.size(); ++i) {
    own.clear();
    for (const std::uint32_t label : records.labels_of(i)) own.push_back(nodes[label]);
    ++counts.records;
    counts.with_several += own.size() > 1;
    counts.labels += own.size();
    for (const NodeId node : own) {
      counts.inner += !taxonomy.is_terminal(node);
      const auto parents = taxonomy.parents(node);
      if (parents.empty() || parents.front() == taxonomy.root()) continue;
      ++counts.deep;
      counts.with_parent += std::find_first_of(parents.begin(), parents.end(), own.begin(),
                                               own.end()) != parents.end();
    }
  }
  return counts;
}

bool is_at_least(std::size_t part, double share, std::size_t whole) {
  return static_cast<double>(part) >= share * static_cast<double>(whole);
}

}  // namespace

std::optional<LabelNodes> usual_label_nodes(const MethodTraits& traits) {
  if (traits.adapts_to_data) return std::nullopt;
  return traits.default_label_nodes;
}

LabelNodes choose_label_nodes(const TaxonomySource& taxonomy, const Records& records,
                              Communicator& peers) {
  if (taxonomy.kind == TaxonomySource::Kind::flat || !peers.any(records.size() > 0)) {
    return LabelNodes::terminal;
  }
  const Taxonomy nodes = make_taxonomy(taxonomy, records.label_names);
  LabelCounts counts =
      count(nodes, nodes_of_labels(nodes, records.label_names, taxonomy.separator), records);
  for (std::size_t* sum : {&counts.labels, &counts.inner, &counts.records, &counts.with_several,
                           &counts.deep, &counts.with_parent}) {
    *sum = peers.sum(std::uint64_t{*sum});
  }
  if (!is_at_least(counts.with_several, many_with_several, counts.records)) {
    return LabelNodes::terminal;
  }
  const bool is_listed =
      counts.deep > 0 && is_at_least(counts.with_parent, nearly_all, counts.deep);
  const bool is_inner = is_at_least(counts.inner, many_inner, counts.labels);
  return is_listed || is_inner ? LabelNodes::closed : LabelNodes::terminal;
}

}  // namespace clade::detail
