#include "solver/shared_slack_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clade {

void SharedSlackStep::ascend(const ClassGram& gram, double squared_length, Slack slack,
                             double tolerance) {
  const std::size_t size = variables.size();
  hessian_.resize(size * size);
  double mass = 0;
  for (std::size_t a = 0; a < size; ++a) {
    const DualVariable& va = variables[a];
    mass += va.beta;
    for (std::size_t b = 0; b <= a; ++b) {
      const DualVariable& vb = variables[b];
      const double h =
          squared_length * va.scale * vb.scale * gram.between(va.plus, va.minus, vb.plus, vb.minus);
      hessian_[a * size + b] = hessian_[b * size + a] = h;
    }
  }

  const std::size_t most_steps = 100 + 20 * size;
  for (std::size_t step = 0; step < most_steps; ++step) {
    const Pair pair = most_violating(slack, mass);
    if (pair.violation <= tolerance) break;
    const double available = pair.low == none ? slack.left(mass) : variables[pair.low].beta;
    const double bend = curvature(pair, slack);
    const double best = bend > 0 ? pair.violation / bend : std::numeric_limits<double>::infinity();
    const double amount = std::min(best, available);
    if (std::isinf(amount)) fail_without_margin();
    move(pair, amount);
    if (pair.low == none) mass += amount;
    if (pair.high == none) mass -= amount;
  }
}

SharedSlackStep::Pair SharedSlackStep::most_violating(Slack slack, double mass) const {
  const double slack_gradient = slack.gradient(mass);
  Pair pair{none, none, 0};
  double high = slack_gradient;
  double low = slack.left(mass) > 0 ? slack_gradient : std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < variables.size(); ++c) {
    if (gradient[c] > high) {
      high = gradient[c];
      pair.high = c;
    }
    if (variables[c].beta > 0 && gradient[c] < low) {
      low = gradient[c];
      pair.low = c;
    }
  }
  pair.violation = high - low;
  return pair;
}

double SharedSlackStep::curvature(Pair pair, Slack slack) const {
  if (pair.high == none) return entry(pair.low, pair.low) + slack.curvature();
  if (pair.low == none) return entry(pair.high, pair.high) + slack.curvature();
  return entry(pair.high, pair.high) - 2 * entry(pair.high, pair.low) + entry(pair.low, pair.low);
}

void SharedSlackStep::move(Pair pair, double amount) {
  if (pair.high != none) variables[pair.high].beta += amount;
  if (pair.low != none) {
    double& beta = variables[pair.low].beta;
    beta = amount < beta ? beta - amount : 0;
  }
  for (std::size_t c = 0; c < variables.size(); ++c) {
    if (pair.high != none) gradient[c] -= amount * entry(c, pair.high);
    if (pair.low != none) gradient[c] += amount * entry(c, pair.low);
  }
}

}  // namespace clade
