// The exact step on one instance of a problem on a tree: over all its classes at once.
//
// Instance i has the label y, h = ||x||^2, the slack's price C. With alpha_c = scale_c beta_c for
// the rivals c, B the sum of beta, and l_c = 1 - F(y) + F(c) before the step, the block of its dual
// variables is
//
//   max  sum_c l_c dalpha_c - h/2 sum over units v of (net change through v)^2 - [p = 2] B^2/(4C)
//   with beta >= 0, [p = 1] B <= C.
//
// Take y as one more leaf, whose flow is minus the sum of all others. The net change through an
// inner unit v is a_v times the sum of the flows below, and all flows sum to zero: a network. An
// edge above node v resists with a_v^2; the leaf c resists with a_c^2, is a diode, and has a source
//
//   t_c = r_c - theta e_c,   r_c = l_c + a_c^2 h alpha_c (before),   e_c = 1/scale_c,
//
// where theta is the multiplier of the slack. With pi_v the change of the potential of inner nodes
// against the far end of y,
//
//   h alpha_c = max(0, t_c - pi_parent(c)) / a_c^2.
//
// For a known set of active leaves all equations are linear, and a tree is eliminated without
// fill-in: one pass up carries a conductance G and the sums S of sources and T of e_c,
//
//   leaf c active: G += 1/a_c^2, S += r_c/a_c^2, T += e_c/a_c^2;  y: G += 1/a_y^2
//   all leaves:    S -= h alpha_c (before)
//   up:            w = 1/(1 + a_v^2 G);  (G, S, T) of the parent += w (G, S, T)
//
// and ends in h B = e0 - ee theta, from which theta follows in closed form; one pass down gives the
// potentials pi = w (a_v^2 (S - theta T) + pi above), the root's being (S - theta T)/G. A class is
// active where its source is above the potential; rounds of Newton's method go on until the set
// stays. Where theta moves, too, they are not proved to end; whoever calls has another way then.
//
// Where the factors kappa_c of classes differ, flows are counted as kappa_c alpha_c. Then the root
// is grounded and one more multiplier mu balances the flows: the sources become t_c + mu, the pass
// up carries the sum U of kappa_c/a_c^2, and ends in two equations for theta and mu.
//
// All sources, and theta, are counted from the largest gradient: what matters lies near it, and hC
// may be small against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "linear/unit_change.h"
#include "solver/problem/duals.h"
#include "solver/tree/tree_kernels.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

template <class Real>
class TreeStep {
 public:
  // The tables must outlive the step.
  explicit TreeStep(const TreeTables<Real>& tables)
      : tables_(tables), scratch_(tables), beta_(tables.places) {}

  // The instance's variables. Best called some time before look(), which reads them as vectors and
  // would wait for them to be written.
  void load(std::span<const DualVariable> duals);
  // Reads the raw scores of an instance, by unit. `left_out` are decisions that are no rivals.
  typename TreeScratch<Real>::Seen look(Decision plus, std::span<const Decision> left_out,
                                        Slack slack, const Real* raw);

  // After look(): replaces the instance's variables by those that solve the block, and adds what
  // that changes to `change`. The number of variables that differ; none where the rounds do not
  // suffice, and then nothing is changed.
  static constexpr int most_rounds = 20;
  std::optional<std::size_t> solve(double squared_length, const ScoreMap& map,
                                   std::vector<DualVariable>& duals, UnitChange<Real>& change,
                                   int rounds = most_rounds);

 private:
  void solve_without_features();

  const TreeTables<Real>& tables_;
  TreeScratch<Real> scratch_;
  AlignedArray<Real> beta_;          // of the instance, by place
  std::vector<std::uint32_t> used_;  // the places where it is above zero
};

}  // namespace clade::detail
