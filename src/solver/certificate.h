// Both sides of the optimum: what the solver's stopping rule and every reported objective rest on.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "solver/duals.h"
#include "solver/loss_scales.h"
#include "solver/problem.h"

namespace clade {

struct Certificate {
  double primal = 0;
  double dual = 0;
  double lower_bound = 0;   // dual less an allowance for the rounding of weights
  double relative_gap = 1;  // (primal - lower_bound) / primal
  double mean_slack = 0;    // over instances; the sum over its groups where an instance has several
  double feasible_scale =
      1;  // hard margin: the weights times this meet every constraint; 0: none do
};

// The dual objective at the backend's weights.
struct DualValue {
  double value = 0;
  double magnitude = 0;  // of all its terms together
};
template <class Backend>
DualValue dual_value(const Problem<typename Backend::Real>& problem, const Backend& backend,
                     const Duals& duals);

// The largest slack of an instance (or the sum over its groups), what it costs, and its smallest
// margin a_c'F.
struct InstanceSlack {
  double slack = 0;
  double cost = 0;
  double margin = 0;
};
template <class Real>
InstanceSlack instance_slack(const Problem<Real>& problem, const LossScales& scales,
                             std::size_t instance, std::span<const Real> decision_scores,
                             std::span<double> scratch);

// Primal value, dual value and bounds at the backend's weights, which must be those of the duals
// (up to rounding, which the allowance in the lower bound covers). With a hard margin the primal
// value is that of the weights times feasible_scale.
template <class Backend>
Certificate certify(const Problem<typename Backend::Real>& problem, const LossScales& scales,
                    const Backend& backend, const Duals& duals, ThreadPool& pool);

}  // namespace clade
