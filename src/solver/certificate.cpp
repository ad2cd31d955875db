#include "solver/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solver/linear_backend.h"
#include "solver/slack.h"

namespace clade {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

template <class Real>
InstanceSlack instance_slack(const Problem<Real>& problem, const LossScales& scales,
                             std::size_t instance, std::span<const Real> decision_scores,
                             std::span<double> scratch) {
  const ConstraintSet& constraints = problem.constraints;
  const Slack group{problem.C[instance], problem.slack_power};
  const bool shared = problem.groups == SlackGroups::instance;
  InstanceSlack result{0, 0, infinity};
  for (const ConstraintSet::Block& block : constraints.blocks(instance)) {
    const std::span<const double> row = scales.row(block.plus, scratch);
    const double plus =
        block.plus == constant_zero ? 0 : static_cast<double>(decision_scores[block.plus]);
    constraints.for_each_rival(instance, block, [&](Decision minus) {
      const bool zero = minus == constant_zero;
      const double margin = plus - (zero ? 0 : static_cast<double>(decision_scores[minus]));
      const double scale = zero ? 1 : row[minus];
      if (scale == 0) return;
      result.margin = std::min(result.margin, margin);
      const double slack = std::max(0.0, scale * (1 - margin));
      if (shared) {
        result.slack = std::max(result.slack, slack);
      } else {
        result.slack += slack;
        result.cost += group.cost(slack);
      }
    });
  }
  if (shared) result.cost = group.cost(result.slack);
  return result;
}

template <class Backend>
DualValue dual_value(const Problem<typename Backend::Real>& problem, const Backend& backend,
                     const Duals& duals) {
  double linear = 0;
  double slack_terms = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    const Slack slack{problem.C[i], problem.slack_power};
    double mass = 0;
    for (const DualVariable& v : duals[i]) {
      linear += v.scale * v.beta;
      if (problem.groups == SlackGroups::constraint) slack_terms += slack.dual_term(v.beta);
      mass += v.beta;
    }
    if (problem.groups == SlackGroups::instance) slack_terms += slack.dual_term(mass);
  }
  const double half_norm = 0.5 * backend.squared_norm();
  return {linear - (half_norm - 0.5 * backend.anchor_squared_norm()) - slack_terms,
          linear + half_norm + slack_terms};
}

template <class Backend>
Certificate certify(const Problem<typename Backend::Real>& problem, const LossScales& scales,
                    const Backend& backend, const Duals& duals, ThreadPool& pool) {
  using Real = typename Backend::Real;
  const std::size_t instances = problem.rows.size();
  const std::size_t decisions = problem.score_map.decisions();

  // Blocks follow from the data, so the sums are the same for any number of threads.
  constexpr std::size_t block_size = 128;
  std::vector<InstanceSlack> blocks((instances + block_size - 1) / block_size,
                                    InstanceSlack{0, 0, infinity});
  pool.for_ranges(instances, block_size, [&](std::size_t begin, std::size_t end) {
    std::vector<Real> raw(backend.raw_size()), scores(decisions);
    std::vector<double> scratch(decisions);
    InstanceSlack& sum = blocks[begin / block_size];
    for (std::size_t i = begin; i < end; ++i) {
      backend.score(i, raw);
      problem.score_map.apply(std::span<const Real>(raw), std::span<Real>(scores));
      const InstanceSlack one = instance_slack<Real>(problem, scales, i, scores, scratch);
      sum.slack += one.slack;
      sum.cost += one.cost;
      sum.margin = std::min(sum.margin, one.margin);
    }
  });
  InstanceSlack total{0, 0, infinity};
  for (const InstanceSlack& block : blocks) {
    total.slack += block.slack;
    total.cost += block.cost;
    total.margin = std::min(total.margin, block.margin);
  }

  const DualValue dual = dual_value(problem, backend, duals);
  const double half_distance = 0.5 * backend.squared_distance();
  Certificate result;
  result.dual = dual.value;
  result.lower_bound =
      dual.value - static_cast<double>(std::numeric_limits<Real>::epsilon()) * dual.magnitude;
  result.primal = half_distance + total.cost;
  result.mean_slack = instances > 0 ? total.slack / static_cast<double>(instances) : 0;

  const bool hard = std::isinf(*std::max_element(problem.C.begin(), problem.C.end()));
  if (hard && problem.anchor == nullptr && total.margin < infinity) {
    // Scaling w until the smallest margin is 1 gives a feasible point.
    result.feasible_scale = total.margin > 0 ? 1 / total.margin : 0;
    result.primal =
        total.margin > 0 ? half_distance * result.feasible_scale * result.feasible_scale : infinity;
    result.mean_slack = 0;
  }
  if (result.primal < infinity) {
    result.relative_gap =
        result.primal > 0 ? (result.primal - result.lower_bound) / result.primal : 0;
  }
  return result;
}

template InstanceSlack instance_slack(const Problem<float>&, const LossScales&, std::size_t,
                                      std::span<const float>, std::span<double>);
template InstanceSlack instance_slack(const Problem<double>&, const LossScales&, std::size_t,
                                      std::span<const double>, std::span<double>);
template DualValue dual_value(const Problem<float>&, const LinearBackend<float>&, const Duals&);
template DualValue dual_value(const Problem<double>&, const LinearBackend<double>&, const Duals&);
template Certificate certify(const Problem<float>&, const LossScales&, const LinearBackend<float>&,
                             const Duals&, ThreadPool&);
template Certificate certify(const Problem<double>&, const LossScales&,
                             const LinearBackend<double>&, const Duals&, ThreadPool&);

}  // namespace clade
