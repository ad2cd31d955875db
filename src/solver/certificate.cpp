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
InstanceSlack SlackScan<Real>::operator()(std::size_t instance, Real* scores) {
  const Slack group{problem_.C[instance], problem_.slack_power};
  InstanceSlack result;
  if (std::isinf(group.C)) result.margin = smallest_margin(instance, scores);
  const auto top = static_cast<double>(scan_.run(instance, scores));
  if (problem_.groups == SlackGroups::instance) {
    result.slack = std::max(0.0, top);
    result.cost = group.cost(result.slack);
    return result;
  }
  for (const auto& block : scan_.blocks()) {
    PositivePart part;
    if (block.is_zero) {
      part.sum = std::max(0.0, static_cast<double>(block.gradients[0]));
      part.squares = part.sum * part.sum;
    } else {
      part = positive_part<Real>(block.gradients);
    }
    result.slack += part.sum;
    result.cost += group.cost_of(part.sum, part.squares);
  }
  return result;
}

template <class Real>
double SlackScan<Real>::smallest_margin(std::size_t instance, const Real* scores) {
  double margin = infinity;
  for (const ConstraintSet::Block& block : problem_.constraints.blocks(instance)) {
    const double plus = block.plus == constant_zero ? 0 : static_cast<double>(scores[block.plus]);
    problem_.constraints.for_each_rival(instance, block, [&](Decision minus) {
      if (!(scan_.scale(block.plus, minus) > 0)) return;
      margin = std::min(margin,
                        plus - (minus == constant_zero ? 0 : static_cast<double>(scores[minus])));
    });
  }
  return margin;
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
Certificate certify(const Problem<typename Backend::Real>& problem,
                    const ScanTables<typename Backend::Real>& tables,
                    const DecisionScores<typename Backend::Real>& map, const Backend& backend,
                    const Duals& duals, ThreadPool& pool) {
  using Real = typename Backend::Real;
  const std::size_t instances = problem.rows.size();

  // Blocks follow from the data, so the sums are the same for any number of threads.
  constexpr std::size_t block_size = 128;
  std::vector<InstanceSlack> blocks((instances + block_size - 1) / block_size, InstanceSlack{});
  pool.for_ranges(instances, block_size, [&](std::size_t begin, std::size_t end) {
    AlignedArray<Real> raw(backend.raw_size()), buffer(map.padded_size());
    SlackScan<Real> slack_of(problem, tables);
    InstanceSlack& sum = blocks[begin / block_size];
    for (std::size_t i = begin; i < end; ++i) {
      backend.score(i, raw.data());
      const Real* scores = map(raw.data(), buffer.data());
      const InstanceSlack one = slack_of(i, scores == raw.data() ? raw.data() : buffer.data());
      sum.slack += one.slack;
      sum.cost += one.cost;
      sum.margin = std::min(sum.margin, one.margin);
    }
  });
  InstanceSlack total;
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

template class SlackScan<float>;
template class SlackScan<double>;
template DualValue dual_value(const Problem<float>&, const LinearBackend<float>&, const Duals&);
template DualValue dual_value(const Problem<double>&, const LinearBackend<double>&, const Duals&);
template Certificate certify(const Problem<float>&, const ScanTables<float>&,
                             const DecisionScores<float>&, const LinearBackend<float>&,
                             const Duals&, ThreadPool&);
template Certificate certify(const Problem<double>&, const ScanTables<double>&,
                             const DecisionScores<double>&, const LinearBackend<double>&,
                             const Duals&, ThreadPool&);

}  // namespace clade
