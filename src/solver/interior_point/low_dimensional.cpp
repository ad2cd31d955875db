#include "solver/interior_point/low_dimensional.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include "base/train_context.h"
#include "solver/interior_point/constraint_list.h"
#include "solver/interior_point/dual_rounding.h"
#include "solver/interior_point/interior_bounds.h"
#include "solver/interior_point/interior_point.h"
#include "solver/problem/certificate.h"

namespace clade::detail {

namespace {

// More weights than this are no small matrix, more constraints no short list.
constexpr std::size_t most_weights = 1000;
constexpr std::size_t most_constraints = 1'000'000;
// What the iterations of the interior point method and the visits of an instance cost, in
// multiplications of the former.
constexpr double usual_iterations = 20;
constexpr double cost_of_visit = 150, cost_of_weight = 0.3, cost_of_constraint = 2;
constexpr double fewest_epochs = 10;
// The interior point is closer than the tolerance by this, so that rounding its duals is no matter.
constexpr double share_of_tolerance = 1e-5;
constexpr double closest = 1e-13;
// And rounding may take this part of the tolerance.
constexpr double share_for_rounding = 1e-2;

template <class Real>
std::shared_ptr<const WeightRows<double>> in_double(const WeightRows<Real>& weights) {
  auto wide = std::make_shared<WeightRows<double>>(weights.features(), weights.units());
  std::vector<Real> row(weights.units());
  for (std::size_t j = 0; j < weights.features(); ++j) {
    weights.view().copy_row(j, row);
    wide->set_row(j, std::vector<double>(row.begin(), row.end()));
  }
  return wide;
}

template <class Real>
Problem<double> in_double(const Problem<Real>& problem) {
  Problem<double> wide = without_rows(problem);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    for (const auto& f : problem.rows.row(i)) {
      wide.rows.push({f.index, static_cast<double>(f.value)});
    }
    wide.rows.end_row();
  }
  wide.features = problem.features;
  if (problem.anchor != nullptr) wide.anchor = in_double(*problem.anchor);
  return wide;
}

// Rows of weights that are given by feature and unit.
template <class Real>
WeightRows<Real> rows_of(std::span<const double> weights, std::size_t features, std::size_t units) {
  WeightRows<Real> rows(features, units);
  std::vector<Real> row(units);
  for (std::size_t j = 0; j < features; ++j) {
    const auto from = weights.subspan(j * units, units);
    std::transform(from.begin(), from.end(), row.begin(),
                   [](double weight) { return static_cast<Real>(weight); });
    rows.set_row(j, row);
  }
  return rows;
}

std::vector<double> by_feature_and_unit(const WeightRows<double>& rows) {
  std::vector<double> weights(rows.features() * rows.units());
  for (std::size_t j = 0; j < rows.features(); ++j) {
    rows.view().copy_row(j, std::span(weights).subspan(j * rows.units(), rows.units()));
  }
  return weights;
}

// Duals and the weights that are stored, with their bounds.
struct Solution {
  Duals duals;
  Certificate certificate;
  std::vector<double> weights;
};

// The weights are those of the duals, or those given where these are better by more than
// `accuracy`.
template <class Real>
Solution solution_of(std::vector<double> beta, std::span<const double> weights, double accuracy,
                     const Problem<double>& problem, InteriorBounds& bounds) {
  // What weights cost as they will be stored.
  const auto primal_at = [&](std::span<const double> at, const Duals& duals) {
    return bounds.at(*in_double(rows_of<Real>(at, problem.features, problem.score_map.units())),
                     duals);
  };
  InteriorBounds::Proof proof = bounds.prove(std::move(beta));
  Solution solution;
  solution.weights = by_feature_and_unit(bounds.weights());
  solution.certificate = primal_at(solution.weights, proof.duals);
  const Certificate given = primal_at(weights, proof.duals);
  if (given.primal < (1 - accuracy) * solution.certificate.primal) {
    solution.certificate = given;
    solution.weights.assign(weights.begin(), weights.end());
  }
  set_lower_bound(solution.certificate, proof, coarser_than_double<Real>);
  solution.duals = std::move(proof.duals);
  return solution;
}

}  // namespace

template <class Real>
std::uint64_t visits_before_interior_point(const Problem<Real>& problem) {
  const auto size = [](std::size_t n) { return static_cast<double>(n); };
  const std::size_t units = problem.score_map.units();
  const std::size_t weights = problem.features * units;
  if (weights > most_weights || weights == 0) return never;
  double epoch = 0, iteration = std::pow(size(weights), 3) / 6;
  std::size_t constraints = 0, instances = 0;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (std::isinf(problem.C[i])) return never;
    const std::size_t count = problem.constraints.count(i);
    if (count == 0) continue;
    constraints += count;
    const double touched = std::min(size(units), 2 * size(count));
    const double entries = size(problem.rows.row(i).size()) * touched;
    ++instances;
    epoch += cost_of_visit + cost_of_weight * entries + cost_of_constraint * size(count);
    const double pairs =
        problem.groups == SlackGroups::instance ? size(count * count) : size(count);
    iteration += 0.5 * entries * entries + 4 * pairs;
  }
  if (constraints > most_constraints || instances == 0) return never;
  const double epochs = std::max(fewest_epochs, usual_iterations * iteration / epoch);
  return static_cast<std::uint64_t>(epochs * size(instances));
}

template <class Real>
std::optional<SolverResult> solve_by_interior_point(const Problem<Real>& problem,
                                                    LinearBackend<Real>& backend,
                                                    const SolverParams& params, bool free_bias,
                                                    TrainContext& context) {
  Problem<double> wide = in_double(problem);
  const ConstraintList list = list_constraints(wide);
  const InteriorLimits limits{std::max(closest, share_of_tolerance * params.tolerance),
                              std::min(params.max_epochs, InteriorLimits{}.max_iterations)};
  InteriorPoint point = find_interior_point(wide, list, free_bias, limits, context);
  if (point.weights.empty()) return std::nullopt;
  const std::size_t units = problem.score_map.units();
  if (free_bias) {
    const auto biases = std::span(point.weights).first(units);
    std::ranges::copy(shortest_biases(biases, list, wide), biases.begin());
    hold_biases(wide, biases);
  }

  InteriorBounds bounds(wide, list, free_bias, context.pool);
  const double accuracy = share_for_rounding * params.tolerance;
  Solution solution = solution_of<Real>(rounded(point, list, problem.slack_power), point.weights,
                                        accuracy, wide, bounds);
  if (solution.certificate.relative_gap > accuracy) {
    Solution other = solution_of<Real>(point.beta, point.weights, accuracy, wide, bounds);
    if (other.certificate.relative_gap < solution.certificate.relative_gap) {
      solution = std::move(other);
    }
  }
  if (solution.certificate.relative_gap > params.tolerance) return std::nullopt;
  backend.assign(rows_of<Real>(solution.weights, problem.features, units));
  SolverResult result;
  result.certificate = solution.certificate;
  result.duals = std::move(solution.duals);
  for (const auto& of_instance : result.duals) result.nonzero_duals += of_instance.size();
  result.total_duals = problem.constraints.total();
  result.epochs = point.iterations;
  result.stopped = Stop::tolerance;
  return result;
}

template std::uint64_t visits_before_interior_point(const Problem<float>&);
template std::uint64_t visits_before_interior_point(const Problem<double>&);
template std::optional<SolverResult> solve_by_interior_point(const Problem<float>&,
                                                             LinearBackend<float>&,
                                                             const SolverParams&, bool,
                                                             TrainContext&);
template std::optional<SolverResult> solve_by_interior_point(const Problem<double>&,
                                                             LinearBackend<double>&,
                                                             const SolverParams&, bool,
                                                             TrainContext&);

}  // namespace clade::detail
