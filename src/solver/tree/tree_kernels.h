// The vector loops of the exact step on a tree (tree_step.h has the mathematics).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/problem/slack.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

// One instance, and what the loops keep of it.
template <class Real>
struct TreeScratch {
  using Index = typename TreeTables<Real>::Index;

  explicit TreeScratch(const TreeTables<Real>& tables);

  // Another instance. `left_out` are decisions that are no rivals, besides the label.
  void begin(const TreeTables<Real>& tables, Decision label, std::span<const Decision> left_out,
             Slack its_slack);
  // After a look: the instance's part of the gap, as in VisitReport.
  struct Seen {
    double gap = 0, cost = 0, value = 0;
  };
  Seen seen() const;

  Decision plus = 0;
  Slack slack{1, 1};
  double squared_length = 0;
  typename TreeTables<Real>::Scales scales{};

  // By lane; with whole blocks a vector, the first lane of a node has the sum of its neighbours.
  AlignedArray<Real> count, sum;  // of the values above the bound
  AlignedArray<Real> flow;        // sum of alpha
  // By place.
  Real* beta = nullptr;
  AlignedArray<Real> allowed;  // as in the tables, less what is no rival of this instance
  std::vector<std::uint32_t> left_out;
  AlignedArray<Real> values;
  AlignedArray<Index> changed;  // out: the places with mass before or after
  std::size_t changed_count = 0;

  // What all classes together have before the step.
  double highest = 0;  // gradient
  double mass = 0;     // sum of beta
  double earned = 0;   // sum of beta times the gradient
  double flows = 0;    // sum of alpha

  // By node.
  AlignedArray<Real> below;  // sum of share times raw score over the classes below
  AlignedArray<Real> path;   // the part of the score that all classes below have
  AlignedArray<Real> bound;
  AlignedArray<Real> flow_before, G, S, T, U, w, potential;
};

// Reads the raw scores of the units and sums up what the step starts from.
template <class Real>
void look_at_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, const Real* raw);
// The same where `raw` has the scores of the classes' own units alone, by place, and the weights of
// an inner unit are its strength times the sum of share times weights over the classes below.
template <class Real>
void look_at_places(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, const Real* raw);
// Sums up `below` alone, of weights by place. The squared length of all weights, inner units'
// included.
template <class Real>
double squared_norm_of_places(const TreeTables<Real>& tables, TreeScratch<Real>& scratch,
                              const Real* weights);
// Finds the bounds of all nodes; false where that takes more rounds.
template <class Real>
bool solve_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, int most_rounds);
// The new dual variables, in `values`, and the list `changed`.
template <class Real>
void list_changes_of_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch);

// Sets the new dual variables in place. `change` gets the change of the weights of the classes' own
// units, by place, but for that of the label itself, and `blocks` the blocks of places that
// changed, the label's own included.
struct TreeMove {
  double moved = 0;  // growth of the sum of alpha
  std::size_t changes = 0;
  std::size_t touched = 0;         // blocks
  std::ptrdiff_t new_support = 0;  // growth of the number of variables above zero
};
template <class Real>
TreeMove move_on_tree(const TreeTables<Real>& tables, TreeScratch<Real>& scratch, Real* change,
                      std::uint32_t* blocks);

}  // namespace clade::detail
