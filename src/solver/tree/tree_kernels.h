// The vector loops of the exact step on a tree (tree_step.h has the mathematics).
#pragma once

#include <cstddef>
#include <cstdint>

#include "linear/aligned_array.h"
#include "solver/problem/slack.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

// One instance, and what the loops keep of it.
template <class Real>
struct TreeScratch {
  using Index = typename TreeTables<Real>::Index;

  explicit TreeScratch(const TreeTables<Real>& tables);

  Decision plus = 0;
  Real raw_of_plus = 0;  // of its own unit
  Slack slack{1, 1};
  double squared_length = 0;
  typename TreeTables<Real>::Scales scales{};

  // By lane; with whole blocks a vector, the first lane of a node has the sum of its neighbours.
  AlignedArray<Real> count, sum;  // of the values above the bound
  AlignedArray<Real> flow;        // sum of alpha
  // By place.
  AlignedArray<Real> beta, values;
  AlignedArray<Index> changed;  // out: the places with mass before or after
  std::size_t changed_count = 0;

  // What all classes together have before the step.
  double highest = 0;  // gradient
  double mass = 0;     // sum of beta
  double earned = 0;   // sum of beta times the gradient
  double flows = 0;    // sum of alpha

  // By node.
  AlignedArray<Real> path;  // the part of the score that all classes below have
  AlignedArray<Real> bound;
  AlignedArray<Real> flow_before, G, S, T, U, w, potential;
};

// Reads the raw scores of the units and sums up what the step starts from.
template <class Real>
void look_at_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, const Real* raw);
// Finds the bounds of all nodes; false where that takes more rounds.
template <class Real>
bool solve_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, int most_rounds);
// The new dual variables, in `values`, and the list `changed`.
template <class Real>
void list_changes_of_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch);

}  // namespace clade::detail
