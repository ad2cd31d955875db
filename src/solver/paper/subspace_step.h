// The reduced quadratic program over one instance's working set (thesis Alg. 2, step 8a).
#pragma once

#include <span>
#include <vector>

#include "solver/ascent/shared_slack_step.h"
#include "solver/problem/class_gram.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/slack.h"

namespace clade::detail {

// The thesis leaves the choice of the QP solver open; here it is exact steps between two variables
// with a shared slack, and on one variable where each has its own.
class SubspaceStep {
 public:
  SubspaceStep(const ClassGram& gram, SlackGroups groups) : gram_(gram), groups_(groups) {}

  // Raises the dual objective over the betas of `working_set` until its psi is below `tolerance`;
  // `gradients` are the H of its variables.
  void run(std::vector<DualVariable>& working_set, std::span<const double> gradients,
           double squared_length, Slack slack, double tolerance);

 private:
  void run_own(std::vector<DualVariable>& working_set, double squared_length, Slack slack,
               double tolerance);
  double step_on(std::vector<DualVariable>& working_set, std::size_t c, double squared_length,
                 Slack slack);

  const ClassGram& gram_;
  SlackGroups groups_;
  SharedSlackStep<double> shared_;
  std::vector<double> gradients_;
};

}  // namespace clade::detail
