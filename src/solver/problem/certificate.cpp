#include "solver/problem/certificate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "solver/backend/hybrid_backend.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Real>
DualPart dual_part(const Problem<Real>& problem, std::size_t instance, const Real* scores,
                   std::span<const DualVariable> duals) {
  const Slack slack{problem.C[instance], problem.slack_power};
  const auto score = [&](Decision d) {
    return d == constant_zero ? 0 : static_cast<double>(scores[d]);
  };
  DualPart part;
  double mass = 0;
  for (const DualVariable& v : duals) {
    part.earned += v.beta * v.scale * (1 - score(v.plus) + score(v.minus));
    part.value += v.scale * v.beta;
    mass += v.beta;
    if (problem.groups == SlackGroups::constraint) part.slack_terms += slack.dual_term(v.beta);
  }
  if (problem.groups == SlackGroups::instance) part.slack_terms = slack.dual_term(mass);
  return part;
}

}  // namespace

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

void BoundParts::operator+=(const BoundParts& other) {
  slack.slack += other.slack.slack;
  slack.cost += other.slack.cost;
  slack.margin = std::min(slack.margin, other.slack.margin);
  dual.earned += other.dual.earned;
  dual.value += other.dual.value;
  dual.slack_terms += other.dual.slack_terms;
}

template <class Real>
Certificate bounds_of(const Problem<Real>& problem, std::span<const BoundParts> parts,
                      double half_distance, double drift, double multiple) {
  BoundParts sums;
  for (const BoundParts& part : parts) sums += part;
  sums.slack.cost *= multiple;
  const InstanceSlack& total = sums.slack;
  const DualPart dual{multiple * sums.dual.earned, multiple * sums.dual.value,
                      multiple * sums.dual.slack_terms};
  const std::size_t instances = problem.rows.size();
  const double magnitude = dual.value + half_distance + dual.slack_terms + std::abs(problem.offset);
  Certificate result;
  result.dual = half_distance + dual.earned - dual.slack_terms + problem.offset;
  result.lower_bound = result.dual - 0.5 * drift -
                       static_cast<double>(std::numeric_limits<Real>::epsilon()) * magnitude;
  // What duals of zero prove.
  if (problem.bias_terms.empty()) {
    result.lower_bound = std::max(result.lower_bound, problem.offset);
  }
  result.primal = half_distance + total.cost + problem.offset;
  result.mean_slack = instances > 0 ? total.slack / static_cast<double>(instances) : 0;

  const bool hard =
      std::any_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isinf(C); });
  if (hard && problem.anchor == nullptr && total.margin < infinity) {
    // Scaling w until the smallest margin is 1 gives a feasible point.
    result.weight_scale = total.margin > 0 ? 1 / total.margin : 0;
    result.primal =
        total.margin > 0 ? half_distance * result.weight_scale * result.weight_scale : infinity;
    result.mean_slack = 0;
  }
  if (result.primal < infinity) {
    result.relative_gap =
        result.primal > 0 ? (result.primal - result.lower_bound) / result.primal : 0;
  }
  return result;
}

template <class Backend>
std::vector<BoundParts> bound_parts(const Problem<typename Backend::Real>& problem,
                                    const ScanTables<typename Backend::Real>& tables,
                                    const DecisionScores<typename Backend::Real>& map,
                                    const Backend& backend, const Duals& duals, ThreadPool& pool) {
  using Real = typename Backend::Real;
  const std::size_t instances = problem.rows.size();
  std::vector<BoundParts> parts((instances + instances_per_part - 1) / instances_per_part);
  const auto add_range = [&](std::size_t begin, std::size_t end, auto raw_of) {
    AlignedArray<Real> buffer(map.padded_size());
    SlackScan<Real> slack_of(problem, tables);
    for (std::size_t i = begin; i < end; ++i) {
      Real* raw = raw_of(i);
      Real* scores = map(raw, buffer.data()) == raw ? raw : buffer.data();
      parts[begin / instances_per_part] +=
          {slack_of(i, scores), dual_part(problem, i, scores, duals[i])};
    }
  };
  backend.with_scores(instances_per_part, pool, add_range);
  return parts;
}

template <class Backend>
Certificate certify(const Problem<typename Backend::Real>& problem,
                    const ScanTables<typename Backend::Real>& tables,
                    const DecisionScores<typename Backend::Real>& map, const Backend& backend,
                    const Duals& duals, double drift, ThreadPool& pool, double multiple) {
  const std::vector<BoundParts> parts = bound_parts(problem, tables, map, backend, duals, pool);
  return bounds_of(problem, std::span<const BoundParts>(parts), 0.5 * backend.squared_distance(),
                   drift, multiple);
}

template <class Backend>
void try_longer_weights(const Problem<typename Backend::Real>& problem,
                        const ScanTables<typename Backend::Real>& tables,
                        const DecisionScores<typename Backend::Real>& map, const Backend& backend,
                        ThreadPool& pool, Certificate& bounds) {
  using Real = typename Backend::Real;
  constexpr auto& scales = longer_scales;
  constexpr std::size_t block_size = 128;
  const std::size_t instances = problem.rows.size();
  struct Sums {
    std::array<InstanceSlack, scales.size()> of{};
  };
  std::vector<Sums> blocks((instances + block_size - 1) / block_size);
  backend.with_scores(block_size, pool, [&](std::size_t begin, std::size_t end, auto raw_of) {
    AlignedArray<Real> buffer(map.padded_size()), longer(map.padded_size());
    SlackScan<Real> slack_of(problem, tables);
    for (std::size_t i = begin; i < end; ++i) {
      const Real* scores = map(raw_of(i), buffer.data());
      for (std::size_t k = 0; k < scales.size(); ++k) {
        const auto scale = static_cast<Real>(scales[k]);
        std::transform(scores, scores + map.size(), longer.data(),
                       [scale](Real score) { return scale * score; });
        const InstanceSlack found = slack_of(i, longer.data());
        InstanceSlack& sum = blocks[begin / block_size].of[k];
        sum.slack += found.slack;
        sum.cost += found.cost;
      }
    }
  });
  const double half_distance = 0.5 * backend.squared_distance();
  for (std::size_t k = 0; k < scales.size(); ++k) {
    double slack = 0, cost = 0;
    for (const Sums& block : blocks) {
      slack += block.of[k].slack;
      cost += block.of[k].cost;
    }
    const double primal = scales[k] * scales[k] * half_distance + cost + problem.offset;
    if (!(primal < bounds.primal)) continue;
    bounds.primal = primal;
    bounds.mean_slack = slack / static_cast<double>(instances);
    bounds.weight_scale = scales[k];
  }
  bounds.relative_gap =
      bounds.primal > 0 ? (bounds.primal - bounds.lower_bound) / bounds.primal : 0;
}

template class SlackScan<float>;
template class SlackScan<double>;
template Certificate bounds_of(const Problem<float>&, std::span<const BoundParts>, double, double,
                               double);
template Certificate bounds_of(const Problem<double>&, std::span<const BoundParts>, double, double,
                               double);
template void try_longer_weights(const Problem<float>&, const ScanTables<float>&,
                                 const DecisionScores<float>&, const LinearBackend<float>&,
                                 ThreadPool&, Certificate&);
template void try_longer_weights(const Problem<double>&, const ScanTables<double>&,
                                 const DecisionScores<double>&, const LinearBackend<double>&,
                                 ThreadPool&, Certificate&);
template void try_longer_weights(const Problem<float>&, const ScanTables<float>&,
                                 const DecisionScores<float>&, const KernelBackend<float>&,
                                 ThreadPool&, Certificate&);
template void try_longer_weights(const Problem<double>&, const ScanTables<double>&,
                                 const DecisionScores<double>&, const KernelBackend<double>&,
                                 ThreadPool&, Certificate&);
template std::vector<BoundParts> bound_parts(const Problem<float>&, const ScanTables<float>&,
                                             const DecisionScores<float>&,
                                             const LinearBackend<float>&, const Duals&,
                                             ThreadPool&);
template std::vector<BoundParts> bound_parts(const Problem<double>&, const ScanTables<double>&,
                                             const DecisionScores<double>&,
                                             const LinearBackend<double>&, const Duals&,
                                             ThreadPool&);
template Certificate certify(const Problem<float>&, const ScanTables<float>&,
                             const DecisionScores<float>&, const LinearBackend<float>&,
                             const Duals&, double, ThreadPool&, double);
template Certificate certify(const Problem<double>&, const ScanTables<double>&,
                             const DecisionScores<double>&, const LinearBackend<double>&,
                             const Duals&, double, ThreadPool&, double);
template Certificate certify(const Problem<float>&, const ScanTables<float>&,
                             const DecisionScores<float>&, const KernelBackend<float>&,
                             const Duals&, double, ThreadPool&, double);
template Certificate certify(const Problem<double>&, const ScanTables<double>&,
                             const DecisionScores<double>&, const KernelBackend<double>&,
                             const Duals&, double, ThreadPool&, double);
template Certificate certify(const Problem<float>&, const ScanTables<float>&,
                             const DecisionScores<float>&, const HybridBackend&, const Duals&,
                             double, ThreadPool&, double);

}  // namespace clade::detail
