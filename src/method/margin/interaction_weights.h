// The prices K of orthogonal transfer: those of Eq. 6 or a file's, and the test of convexity.
#pragma once

#include <filesystem>
#include <span>

#include "clade/taxonomy.h"
#include "taxonomy/ancestor_form.h"

namespace clade::detail {

// Eq. 6: the number of nodes of the subtree for a node with itself, alpha between a node and each
// of its ancestors.
AncestorForm subtree_prices(const AncestorPairs& pairs, double alpha);

// The largest factor on what stands off the diagonal, to three digits and a tenth less than what
// would just not do, that leaves the comparison matrix positive definite.
double largest_factor(const AncestorPairs& pairs, const AncestorForm& prices);

// 1 where Eq. 6 is convex with it, else the largest that is safe.
double chosen_alpha(const AncestorPairs& pairs);

// A table as of similarity:FILE over all nodes but the root. Error{input} where it is not
// symmetric, has a price below zero, or one between nodes of which neither is an ancestor of the
// other. `nodes`: those of the units.
AncestorForm read_prices(const std::filesystem::path& file, const Taxonomy& tree,
                         std::span<const NodeId> nodes, const AncestorPairs& pairs);

}  // namespace clade::detail
