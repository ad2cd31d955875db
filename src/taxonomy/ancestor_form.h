// Quadratic forms on a tree: symmetric matrices over all nodes but the root that are zero between
// nodes of which neither is an ancestor of the other.
//
// Eliminating nodes from the leaves up changes entries between their ancestors only, which have
// theirs already: the factorisation has no fill and costs the sum of the squared depths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/taxonomy.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

// The pairs of a node and an ancestor of it, as units: all nodes but the root, in a given order.
class AncestorPairs {
 public:
  // `nodes`: those of the units.
  AncestorPairs(const Taxonomy& tree, std::span<const NodeId> nodes);

  std::size_t units() const { return ancestors_.size(); }
  std::size_t size() const { return ancestors_.values().size(); }
  // The unit's proper ancestors, its parent first.
  std::span<const std::uint32_t> ancestors(std::size_t unit) const { return ancestors_.row(unit); }
  // The number of the unit's first pair, that with its parent; the others follow.
  std::size_t first(std::size_t unit) const { return ancestors_.offsets()[unit]; }
  std::span<const std::uint32_t> top_down() const { return top_down_; }

 private:
  Csr<std::uint32_t> ancestors_;
  std::vector<std::uint32_t> top_down_;
};

struct AncestorForm {
  std::vector<double> diagonal;  // by unit
  std::vector<double> between;   // by pair
};

// Q = sum over the nodes v of pivot_v l_v l_v', where l_v is 1 at v and the pair's multiplier at
// each ancestor.
struct AncestorFactor {
  std::vector<double> pivots;
  std::vector<double> multipliers;  // by pair
};
// Nothing where the form is not positive definite.
std::optional<AncestorFactor> factorised(const AncestorPairs& pairs, AncestorForm form);

// M with M M' = Q^-1: the nodes' weights w = M u turn w'Qw into ||u||^2. A node's attributes are on
// its path.
ScoreMap attributes_of(const AncestorPairs& pairs, const AncestorFactor& factor);

// The comparison matrix (orthogonal sec. 3.1): minus the size of every entry off the diagonal.
AncestorForm comparison_form(AncestorForm form);

// To the last digits that bisection with factorisations gives.
double smallest_eigenvalue(const AncestorPairs& pairs, const AncestorForm& form);
// A bound from the sums of the rows (Gershgorin).
double largest_row_sum(const AncestorPairs& pairs, const AncestorForm& form);

}  // namespace clade::detail
