#include "data/label_nodes.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/taxonomy_file.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/node_paths.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade::detail {

namespace {

// m for m__misc, else nothing.
std::string_view stem_of_added(std::string_view label) {
  const std::string suffix = added_name("");
  if (!label.ends_with(suffix)) return {};
  return label.substr(0, label.size() - suffix.size());
}

[[noreturn]] void fail_label(const LabelName& label, const std::string& problem) {
  const std::string place = label.place.empty() ? "" : label.place + ": ";
  fail(ErrorKind::input, "{}label {} {}", place, clade::detail::quoted(label.name), problem);
}

// The ends of the prefixes of a path: 1, 4, 6 for A/01/B.
std::vector<std::size_t> prefix_ends(const LabelName& label, const std::string& separator) {
  std::vector<std::size_t> ends;
  const std::string& name = label.name;
  for (std::size_t begin = 0; begin <= name.size(); begin = ends.back() + separator.size()) {
    if (ends.size() == most_path_parts) {
      fail_label(label, fmt::format("is a path of more than {} parts", most_path_parts));
    }
    const std::size_t end = std::min(name.find(separator, begin), name.size());
    if (end == begin) {
      fail_label(label,
                 fmt::format("has an empty part, expected a path like A{0}B{0}C", separator));
    }
    ends.push_back(end);
  }
  return ends;
}

std::vector<std::string> names_of(std::span<const LabelName> labels) {
  std::vector<std::string> names;
  for (const LabelName& label : labels) names.push_back(label.name);
  return names;
}

// Labels m__misc are left out where m is an inner node: there they mean m, not a node of their own.
Taxonomy taxonomy_of_paths(std::span<const LabelName> labels, const std::string& separator) {
  std::vector<std::string> plain;
  for (const LabelName& label : labels) {
    static_cast<void>(prefix_ends(label, separator));
    if (stem_of_added(label.name).empty()) plain.push_back(label.name);
  }
  Taxonomy without_added = Taxonomy::from_paths(plain, separator);
  if (plain.size() == labels.size()) return without_added;
  std::vector<std::string> names = names_of(labels);
  std::erase_if(names, [&](const std::string& name) {
    return !without_added.find(name) && node_of_label(without_added, name).has_value();
  });
  return Taxonomy::from_paths(names, separator);
}

// Collects the parts of a taxonomy that grows.
class GrowingTaxonomy {
 public:
  explicit GrowingTaxonomy(const Taxonomy& taxonomy) {
    for (std::size_t i = 0; i < taxonomy.size(); ++i) {
      const auto node = static_cast<NodeId>(i);
      const auto parents = taxonomy.parents(node);
      parts_.names.emplace_back(taxonomy.name(node));
      parts_.parents.emplace_back(parents.begin(), parents.end());
      if (taxonomy.is_added(node)) parts_.added.push_back(node);
      numbers_.emplace(taxonomy.name(node), node);
    }
  }

  // The node of that name, made below `parent` where there is none.
  NodeId node(const std::string& name, NodeId parent) {
    const auto [entry, is_new] =
        numbers_.try_emplace(name, static_cast<NodeId>(parts_.names.size()));
    if (is_new) {
      parts_.names.push_back(name);
      parts_.parents.push_back({parent});
    }
    return entry->second;
  }

  Taxonomy take() && { return Taxonomy::from_parts(std::move(parts_), "labels"); }

 private:
  Taxonomy::Parts parts_;
  std::unordered_map<std::string, NodeId> numbers_;
};

}  // namespace

std::optional<NodeId> node_of_label(const Taxonomy& taxonomy, std::string_view label,
                                    std::string_view separator) {
  if (label.empty()) return std::nullopt;  // an unnamed root is no label
  if (const auto node = taxonomy.find(label)) {
    return taxonomy.is_added(*node) ? taxonomy.parents(*node).front() : *node;
  }
  const std::string_view stem = stem_of_added(label);
  const auto host = stem.empty() ? std::nullopt : taxonomy.find(stem);
  if (host && !taxonomy.is_terminal(*host)) return host;
  return node_at_path(taxonomy, label, separator);
}

std::vector<NodeId> nodes_of_labels(const Taxonomy& taxonomy, std::span<const LabelName> labels,
                                    std::string_view separator) {
  std::vector<NodeId> nodes;
  nodes.reserve(labels.size());
  for (const LabelName& label : labels) {
    const auto node = node_of_label(taxonomy, label.name, separator);
    if (!node) fail_label(label, unknown_label_text(taxonomy, label.name));
    nodes.push_back(*node);
  }
  return nodes;
}

std::optional<NodeId> terminal_for(const Taxonomy& taxonomy, NodeId node) {
  if (taxonomy.is_terminal(node)) return node;
  if (const auto child = taxonomy.added_child(node)) return child;
  // The taxonomy's file may list the child itself.
  const auto child = taxonomy.find(added_name(taxonomy.name(node)));
  if (!child || !taxonomy.is_terminal(*child)) return std::nullopt;
  const auto parents = taxonomy.parents(*child);
  return std::find(parents.begin(), parents.end(), node) != parents.end() ? child : std::nullopt;
}

Taxonomy make_taxonomy(const TaxonomySource& source, std::span<const LabelName> labels) {
  if (source.kind == TaxonomySource::Kind::given) {
    if (source.taxonomy) return *source.taxonomy;
    return read_taxonomy_document(source.file, source.read_options).taxonomy;
  }
  if (labels.empty()) {
    fail(ErrorKind::input, "no labels: expected at least one labelled example");
  }
  if (source.kind == TaxonomySource::Kind::paths) {
    return taxonomy_of_paths(labels, source.separator);
  }
  return Taxonomy::flat(names_of(labels));
}

Taxonomy with_nodes_for(const Taxonomy& taxonomy, const TaxonomySource& source,
                        std::span<const LabelName> labels) {
  GrowingTaxonomy growing(taxonomy);
  for (const LabelName& label : labels) {
    if (node_of_label(taxonomy, label.name, source.separator)) continue;
    if (source.kind == TaxonomySource::Kind::flat) {
      growing.node(label.name, taxonomy.root());
      continue;
    }
    NodeId parent = taxonomy.root();
    for (const std::size_t end : prefix_ends(label, source.separator)) {
      parent = growing.node(label.name.substr(0, end), parent);
      if (index_of(parent) < taxonomy.size() && taxonomy.is_added(parent)) {
        fail_label(label, fmt::format("lies below {}, the class of labels at an inner node",
                                      clade::detail::quoted(taxonomy.name(parent))));
      }
    }
  }
  return std::move(growing).take();
}

}  // namespace clade::detail
