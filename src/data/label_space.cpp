#include "clade/label_space.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/label_nodes.h"
#include "taxonomy/node_paths.h"

namespace clade {

using namespace detail;

namespace {

constexpr std::uint32_t no_class = ~std::uint32_t{0};

// Inner nodes of `nodes` that need an added child to have examples of their own.
std::vector<NodeId> nodes_without_terminal(const Taxonomy& taxonomy,
                                           std::span<const NodeId> nodes) {
  std::vector<NodeId> inner;
  for (const NodeId node : nodes) {
    if (!terminal_for(taxonomy, node)) inner.push_back(node);
  }
  return inner;
}

// A root that has no name was put there by us: no label can mean it, so it is no class.
std::vector<NodeId> named_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const auto node = static_cast<NodeId>(i);
    if (!taxonomy.name(node).empty()) nodes.push_back(node);
  }
  return nodes;
}

void sort_unique(std::vector<NodeId>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

// These nodes and all above them but the root, which is above everything and says nothing, unless
// it is one of them.
std::vector<NodeId> with_ancestors(const Taxonomy& taxonomy, std::span<const NodeId> nodes) {
  std::vector<NodeId> closed;
  for (const NodeId node : nodes) {
    for (const NodeId above : taxonomy.ancestor_set(node)) {
      if (above != taxonomy.root() || above == node) closed.push_back(above);
    }
  }
  sort_unique(closed);
  return closed;
}

std::vector<NodeId> class_nodes(const Taxonomy& taxonomy, LabelNodes mode,
                                std::span<const NodeId> used) {
  switch (mode) {
    case LabelNodes::all:
      return named_nodes(taxonomy);
    case LabelNodes::closed:
      return with_ancestors(taxonomy, used);
    case LabelNodes::terminal:
    case LabelNodes::path:
      break;
  }
  return taxonomy.terminals();
}

LabelSpace::Parts make_parts(const TaxonomySource& source, LabelNodes mode,
                             std::span<const LabelName> labels) {
  Taxonomy taxonomy = make_taxonomy(source, labels);
  std::vector<NodeId> used = nodes_of_labels(taxonomy, labels, source.separator);
  std::vector<NodeId> inner;  // classes that only train
  if (mode == LabelNodes::terminal) {
    taxonomy = taxonomy.with_added_terminals(nodes_without_terminal(taxonomy, used));
  } else if (mode == LabelNodes::path) {
    std::erase_if(used, [&](NodeId node) { return taxonomy.is_terminal(node); });
    sort_unique(used);
    inner = std::move(used);
  }
  std::vector<NodeId> classes = class_nodes(taxonomy, mode, used);
  std::vector<bool> predictable(classes.size(), true);
  classes.insert(classes.end(), inner.begin(), inner.end());
  predictable.resize(classes.size(), false);
  return {std::move(taxonomy), std::move(classes), std::move(predictable), mode, source};
}

// Error{model}: parts that were not made by make_parts come from a model file.
std::vector<std::uint32_t> classes_by_node(const LabelSpace::Parts& parts) {
  if (parts.classes.empty() || parts.classes.size() != parts.predictable.size()) {
    fail(ErrorKind::model, "the label space has {} classes, {} of them marked",
         parts.classes.size(), parts.predictable.size());
  }
  std::vector<std::uint32_t> class_of_node(parts.taxonomy.size(), no_class);
  for (std::size_t c = 0; c < parts.classes.size(); ++c) {
    const std::size_t node = index_of(parts.classes[c]);
    if (node >= class_of_node.size() || class_of_node[node] != no_class) {
      fail(ErrorKind::model, "class {} is not a node of its own in the taxonomy", c);
    }
    class_of_node[node] = static_cast<std::uint32_t>(c);
  }
  return class_of_node;
}

// The nodes from the root down to `node` whose scores have the largest sum; on ties, and without
// scores, the first parent.
std::vector<NodeId> best_path(const Taxonomy& taxonomy, NodeId node,
                              std::span<const double> scores) {
  const std::vector<NodeId> ancestors = taxonomy.ancestor_set(node);  // parents come first
  const bool is_choice = !taxonomy.is_tree() && !scores.empty();
  std::vector<double> sum(is_choice ? taxonomy.size() : 0);
  const auto best_parent = [&](NodeId of) {
    const auto parents = taxonomy.parents(of);
    NodeId best = parents.front();
    for (const NodeId parent : parents) {
      if (is_choice && sum[index_of(parent)] > sum[index_of(best)]) best = parent;
    }
    return best;
  };
  for (const NodeId ancestor : ancestors) {
    if (!is_choice) break;
    const std::size_t i = index_of(ancestor);
    const double above = ancestor == taxonomy.root() ? 0 : sum[index_of(best_parent(ancestor))];
    sum[i] = above + (i < scores.size() ? scores[i] : 0);
  }
  std::vector<NodeId> path{node};
  while (path.back() != taxonomy.root()) path.push_back(best_parent(path.back()));
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

TaxonomySource TaxonomySource::from_option(const std::string& option) {
  TaxonomySource source;
  if (option.empty()) return source;
  if (option == "paths" || option.starts_with("paths:")) {
    source.kind = Kind::paths;
    if (option != "paths") source.separator = option.substr(6);
    if (source.separator.empty()) {
      fail_parameter("taxonomy", "expected a separator after 'paths:', got nothing");
    }
    return source;
  }
  source.kind = Kind::given;
  source.file = option;
  return source;
}

LabelSpace::LabelSpace(const TaxonomySource& source, LabelNodes mode,
                       std::span<const LabelName> labels)
    : LabelSpace(make_parts(source, mode, labels)) {}

LabelSpace::LabelSpace(Parts parts)
    : parts_(std::move(parts)), class_of_node_(classes_by_node(parts_)) {
  parts_.source.file.clear();
  parts_.source.taxonomy.reset();
}

std::optional<ClassId> LabelSpace::class_at(NodeId node) const {
  const std::uint32_t found = class_of_node_[index_of(node)];
  return found != no_class ? std::optional(static_cast<ClassId>(found)) : std::nullopt;
}

std::optional<ClassId> LabelSpace::find(std::string_view label) const {
  const auto node = node_of_label(parts_.taxonomy, label, parts_.source.separator);
  if (!node) return std::nullopt;
  std::uint32_t found = class_of_node_[index_of(*node)];
  if (found == no_class && parts_.mode == LabelNodes::terminal) {
    const auto terminal = terminal_for(parts_.taxonomy, *node);
    if (terminal) found = class_of_node_[index_of(*terminal)];
  }
  return found != no_class ? std::optional(static_cast<ClassId>(found)) : std::nullopt;
}

LabelSpace LabelSpace::extended(std::span<const LabelName> labels) const {
  std::vector<LabelName> unknown;
  for (const LabelName& label : labels) {
    if (!find(label.name)) unknown.push_back(label);
  }
  if (unknown.empty()) return *this;

  Parts parts = parts_;
  if (parts.source.kind != TaxonomySource::Kind::given) {
    parts.taxonomy = with_nodes_for(parts.taxonomy, parts.source, unknown);
  }
  std::vector<NodeId> nodes = nodes_of_labels(parts.taxonomy, unknown, parts.source.separator);
  if (parts.mode == LabelNodes::terminal) {
    parts.taxonomy =
        parts.taxonomy.with_added_terminals(nodes_without_terminal(parts.taxonomy, nodes));
    for (NodeId& node : nodes) node = *terminal_for(parts.taxonomy, node);
  } else if (parts.mode == LabelNodes::all) {
    nodes = named_nodes(parts.taxonomy);
    std::erase_if(nodes, [&](NodeId node) { return index_of(node) < taxonomy().size(); });
  } else if (parts.mode == LabelNodes::closed) {
    nodes = with_ancestors(parts.taxonomy, nodes);
    std::erase_if(nodes, [&](NodeId node) {
      return index_of(node) < taxonomy().size() && class_at(node).has_value();
    });
  }
  sort_unique(nodes);
  parts.classes.insert(parts.classes.end(), nodes.begin(), nodes.end());
  parts.predictable.resize(parts.classes.size(), false);
  return LabelSpace(std::move(parts));
}

std::vector<std::string> LabelSpace::path(ClassId c, std::span<const double> node_scores) const {
  const Taxonomy& taxonomy = parts_.taxonomy;
  const bool is_added = taxonomy.is_added(node(c));
  const NodeId last = is_added ? taxonomy.parents(node(c)).front() : node(c);
  // The added child of the root lies below the root and shows its name.
  std::vector<std::string> names;
  if (last == taxonomy.root()) {
    if (is_added) names.emplace_back(taxonomy.name(last));
    return names;
  }
  for (const NodeId step : best_path(taxonomy, last, node_scores)) {
    if (step != taxonomy.root()) names.emplace_back(taxonomy.name(step));
  }
  return path_parts(std::move(names), parts_.source.separator);
}

}  // namespace clade
