// How far an instance is from optimality: psi_i of thesis 4.32.
//
// With H_c = scale_c (1 - a_c'F), which is the gradient of the dual in beta_c,
//   l_i = max(max over c of H_c, 0),   u_i = min over beta_c > 0 of H_c, and 0 where B_i < C_i,
//   psi_i = l_i - u_i >= 0             (thesis 4.24, 4.29, 4.30, 4.32),
// and the duals are optimal where all are zero (thesis Prop. 3). A squared slack has B/(2C) in the
// place of both zeros. Where every constraint has its own slack, each has its own psi, and the
// instance has the largest of them.
//
// What psi says of the objective: an instance's part of the duality gap is cost - sum beta_c H_c
// (+ B^2/(4C)), so at most C psi, or C psi^2 + B psi with a squared slack.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"
#include "solver/problem/slack.h"

namespace clade::detail {

// H of one constraint.
double gradient_of(const DualVariable& v, const double* scores);

// psi of a variable with a slack of its own.
double own_psi(const DualVariable& v, double gradient, Slack slack);

// The variables of `working_set` alone.
double psi_within(std::span<const DualVariable> working_set, const double* scores, Slack slack,
                  SlackGroups groups);

// All constraints of an instance; one object for each thread. Scores are as InstanceScan wants
// them.
class PsiScan {
 public:
  PsiScan(const ScanTables<double>& tables, SlackGroups groups) : scan_(tables), groups_(groups) {}

  double psi(std::size_t instance, double* scores, std::span<const DualVariable> working_set,
             Slack slack);

  // Step 6 of thesis Alg. 2: the constraint with the largest H (or psi, where it has its own
  // slack), unless it is in the working set.
  std::optional<DualVariable> most_violated(std::size_t instance, double* scores,
                                            std::span<const DualVariable> working_set, Slack slack);

  // Calls fn(variable) for every constraint whose loss is not zero, with no mass.
  template <class Fn>
  void for_each_constraint(std::size_t instance, double* scores, Fn&& fn) {
    scan_.run(instance, scores);
    for (const auto& block : scan_.blocks()) {
      for (std::size_t r = 0; r < block.gradients.size(); ++r) {
        if (block.gradients[r] > lowest) fn(variable(block, r));
      }
    }
  }

 private:
  static constexpr double lowest = -std::numeric_limits<double>::infinity();

  DualVariable variable(const InstanceScan<double>::Block& block, std::size_t r);
  double scan_others(std::size_t instance, double* scores,
                     std::span<const DualVariable> working_set);

  InstanceScan<double> scan_;
  SlackGroups groups_;
};

}  // namespace clade::detail
