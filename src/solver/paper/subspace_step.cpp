#include "solver/paper/subspace_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/paper/psi.h"

namespace clade::detail {

namespace {
// A step that ends before its tolerance is taken up again when its instance is selected again.
constexpr int most_rounds = 1000;
}  // namespace

void SubspaceStep::run(std::vector<DualVariable>& working_set, std::span<const double> gradients,
                       double squared_length, Slack slack, double tolerance) {
  if (groups_ == SlackGroups::constraint) {
    gradients_.assign(gradients.begin(), gradients.end());
    run_own(working_set, squared_length, slack, tolerance);
    return;
  }
  shared_.clear();
  for (std::size_t c = 0; c < working_set.size(); ++c) shared_.add(working_set[c], gradients[c]);
  shared_.ascend(gram_, squared_length, slack, tolerance);
  working_set = shared_.variables;
}

void SubspaceStep::run_own(std::vector<DualVariable>& working_set, double squared_length,
                           Slack slack, double tolerance) {
  for (int round = 0; round < most_rounds; ++round) {
    double largest = 0;
    for (std::size_t c = 0; c < working_set.size(); ++c) {
      const double violation = own_psi(working_set[c], gradients_[c], slack);
      largest = std::max(largest, violation);
      if (!(violation > 0)) continue;
      const double step = step_on(working_set, c, squared_length, slack);
      const DualVariable& own = working_set[c];
      for (std::size_t b = 0; b < working_set.size(); ++b) {
        const DualVariable& v = working_set[b];
        gradients_[b] -= step * squared_length * own.scale * v.scale *
                         gram_.between(own.plus, own.minus, v.plus, v.minus);
      }
    }
    if (largest <= tolerance) return;
  }
}

// The exact step on one variable: 0 <= beta <= C, or the quadratic term of a squared slack.
double SubspaceStep::step_on(std::vector<DualVariable>& working_set, std::size_t c,
                             double squared_length, Slack slack) {
  DualVariable& v = working_set[c];
  const double pull = gradients_[c] - slack.gradient(v.beta);
  const double bend = squared_length * v.scale * v.scale * gram_.squared_length(v.plus, v.minus) +
                      slack.curvature();
  const double room = pull > 0 ? slack.left(v.beta) : v.beta;
  const double wanted = bend > 0 ? std::abs(pull) / bend : std::numeric_limits<double>::infinity();
  const double amount = std::min(wanted, room);
  if (std::isinf(amount)) fail_without_margin();
  const double before = v.beta;
  v.beta = pull > 0 ? before + amount : std::max(0.0, before - amount);
  return v.beta - before;
}

}  // namespace clade::detail
