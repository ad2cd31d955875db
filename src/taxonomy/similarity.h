// `similarity:FILE`: a class kernel in place of class attributes (thesis after 4.17).
#pragma once

#include <filesystem>
#include <span>

#include "clade/taxonomy.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

// The problem knows attributes by their inner products alone, so the symmetric root of the table
// serves as the score map: M = S^(1/2), M M' = S, one unit for each class. Error{input} where S is
// not symmetric or not positive semi-definite.
ClassAttributes read_similarity(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

}  // namespace clade::detail
