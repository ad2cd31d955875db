// From labels, as data write them, to nodes of a taxonomy.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "clade/label_space.h"
#include "clade/taxonomy.h"

namespace clade::detail {

// The node that a label names. The added child of m is called m or m__misc: both mean m here. A
// label that is no name may be the whole path of a node (taxonomy/node_paths.h).
std::optional<NodeId> node_of_label(const Taxonomy& taxonomy, std::string_view label,
                                    std::string_view separator = "/");

// The same for many labels; one that the taxonomy does not have is an Error{input} at its place.
std::vector<NodeId> nodes_of_labels(const Taxonomy& taxonomy, std::span<const LabelName> labels,
                                    std::string_view separator = "/");

// Where examples of `node` live when classes are terminal nodes: the node itself, or the child
// m__misc of an inner node m, if it has one.
std::optional<NodeId> terminal_for(const Taxonomy& taxonomy, NodeId node);

// The taxonomy that the source and the labels of the training data make.
Taxonomy make_taxonomy(const TaxonomySource& source, std::span<const LabelName> labels);

// `taxonomy` with nodes for those labels that name none, behind the old ones. For a source that
// made the taxonomy from labels.
Taxonomy with_nodes_for(const Taxonomy& taxonomy, const TaxonomySource& source,
                        std::span<const LabelName> labels);

}  // namespace clade::detail
