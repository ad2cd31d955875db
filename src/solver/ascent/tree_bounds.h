// What instances add to the bounds of a problem on a tree, from the classes' own weights and dual
// variables in the order of their places, as TreeVisits keeps them.
#pragma once

#include <vector>

#include "base/threads.h"
#include "linear/weight_view.h"
#include "solver/problem/certificate.h"
#include "solver/problem/problem.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

// By `instances_per_part` instances. `weights` are as look_at_places (tree_kernels.h) wants them,
// `beta` has a row of places for each instance.
template <class Real>
std::vector<BoundParts> bounds_by_place(const Problem<Real>& problem, const TreeTables<Real>& tree,
                                        const WeightView<Real>& weights, Real* beta,
                                        ThreadPool& pool);

}  // namespace clade::detail
