// Paths of nodes as people read and write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clade/taxonomy.h"

namespace clade::detail {

// What stands between the parts of a path where people read it.
inline constexpr std::string_view shown_path_separator = " > ";

// The names along a path from below the root down, each without the path above it where it repeats
// that (A, A/01, A/01/B becomes A, 01, B), joined by `separator`, '/' or " > ".
std::vector<std::string> path_parts(std::vector<std::string> names,
                                    std::string_view separator = "/");

// The node whose whole path the label is: the parts joined by `separator`, '/' or " > ", from below
// the root or from the root, where it has a name. Empty where there is none.
std::optional<NodeId> node_at_path(const Taxonomy& taxonomy, std::string_view label,
                                   std::string_view separator = "/");

// Why a label that names no node cannot be used: "is not in the taxonomy (did you mean 'x'?)", or
// "is the name of 2 nodes; ...". `where` is said in the place of "the taxonomy".
std::string unknown_label_text(const Taxonomy& taxonomy, std::string_view label,
                               std::string_view where = "the taxonomy");

}  // namespace clade::detail
