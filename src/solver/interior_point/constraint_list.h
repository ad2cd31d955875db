// All constraints of a small problem one by one, with the groups that share a slack.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/problem/duals.h"
#include "solver/problem/problem.h"

namespace clade::detail {

struct ListedConstraint {
  Decision plus, minus;
  double scale;  // Delta^(1/p), above zero
};

struct SlackGroup {
  std::size_t begin, end;  // its constraints
  double C;
};

// Constraints without a loss and instances whose slack has no price are not there: they have no
// dual variables.
struct ConstraintList {
  std::vector<ListedConstraint> constraints;
  std::vector<SlackGroup> groups;
  // The groups of instance i begin at number i and end at the next.
  std::vector<std::size_t> first_group;

  std::size_t instances() const { return first_group.size() - 1; }
};

template <class Real>
ConstraintList list_constraints(const Problem<Real>& problem);

// The dual variables by instance, from beta by constraint; those at zero are left out.
Duals duals_of(const ConstraintList& list, const std::vector<double>& beta);

}  // namespace clade::detail
