#include "solver/interior_point/low_rank_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernel/low_rank.h"
#include "linear/unit_change.h"
#include "solver/interior_point/constraint_list.h"
#include "solver/interior_point/dual_rounding.h"
#include "solver/interior_point/interior_bounds.h"
#include "solver/interior_point/interior_point.h"

namespace clade::detail {

namespace {

// More weights than this are no small matrix, more constraints no short list, more numbers in L no
// small part of the kernel matrix.
constexpr std::size_t most_weights = 1500;
constexpr std::size_t most_constraints = 1'000'000;
constexpr std::size_t most_numbers = std::size_t{1} << 23;
// What the iterations of the interior point method and the visits of an instance cost, in
// multiplications of the former, which are those of dense matrices.
constexpr double usual_iterations = 25;
constexpr double cost_of_visit = 10000, cost_of_score = 8;
constexpr double fewest_epochs = 10;
// What R may do to a score if every dual variable were at its bound, as part of the tolerance.
constexpr double share_for_residual = 0.02;
// The interior point is closer than the tolerance by this.
constexpr double share_of_tolerance = 1e-6;
constexpr double closest = 1e-13;
// Other duals are tried where the bounds are further apart than this part of the tolerance.
constexpr double share_for_rounding = 0.1;

double size(std::size_t n) { return static_cast<double>(n); }

template <class Real>
std::optional<LowRank> factor_of(const Problem<Real>& problem, const KernelBackend<Real>& backend,
                                 double tolerance) {
  const std::size_t units = problem.score_map.units();
  double prices = 0;
  for (const double C : problem.C) prices += C;
  if (!(prices > 0)) return std::nullopt;
  const std::size_t most = std::min(most_weights / units, most_numbers / problem.rows.size());
  return low_rank(backend.gram(), share_for_residual * tolerance / prices, most);
}

// The rows of L and, where there is a constant, that as feature 0.
template <class Real>
Problem<double> linear_problem(const Problem<Real>& problem, const LowRank& low) {
  Problem<double> linear = without_rows(problem);
  const std::uint32_t shift = problem.constant != 0 ? 1 : 0;
  linear.features = low.rank + shift;
  linear.rows.reserve(problem.rows.size(), problem.rows.size() * linear.features);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (shift > 0) linear.rows.push({0, problem.constant});
    for (std::uint32_t k = 0; k < low.rank; ++k) linear.rows.push({k + shift, low.row(i)[k]});
    linear.rows.end_row();
  }
  return linear;
}

// weights += sum over instances of c_i (x) L_i; rows of weights have the constant in front.
template <class Real>
void add_weights(const WeightRows<Real>& coefficients, const LowRank& low, std::size_t shift,
                 std::vector<double>& weights) {
  const std::size_t units = coefficients.units(), instances = low.residual.size();
  for (std::size_t i = 0; i < instances; ++i) {
    const double* row = low.row(i);
    coefficients.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
      const auto c = static_cast<double>(value);
      double* to = weights.data() + shift * units + unit;
      for (std::size_t k = 0; k < low.rank; ++k) to[k * units] += c * row[k];
    });
  }
}

WeightRows<double> rows_of(std::span<const double> weights, std::size_t units) {
  WeightRows<double> rows(weights.size() / units, units);
  for (std::size_t j = 0; j < rows.features(); ++j) {
    rows.set_row(j, weights.subspan(j * units, units));
  }
  return rows;
}

// w0 over the columns of L, with the constant in front.
template <class Real>
std::vector<double> anchor_of(const Problem<Real>& problem, const LowRank& low) {
  const std::size_t units = problem.score_map.units(), shift = problem.constant != 0 ? 1 : 0;
  std::vector<double> weights((low.rank + shift) * units);
  if (problem.anchor == nullptr) return weights;
  add_weights(*problem.anchor, low, shift, weights);
  if (shift > 0) {
    problem.anchor->view().for_each_nonzero(problem.rows.size(), [&](std::size_t unit, Real value) {
      weights[unit] = static_cast<double>(value);
    });
  }
  return weights;
}

// As they are stored.
template <class Real>
WeightRows<Real> coefficients_of(const Duals& duals, const ScoreMap& map) {
  WeightRows<Real> coefficients(duals.size(), map.units());
  std::vector<double> sums(map.units());
  std::vector<Real> row(map.units());
  for (std::size_t i = 0; i < duals.size(); ++i) {
    if (duals[i].empty()) continue;
    std::fill(sums.begin(), sums.end(), 0.0);
    const auto add = [&](Decision decision, double amount) {
      if (decision == constant_zero) return;
      for (const Attribute& a : map.of(decision)) sums[index_of(a.unit)] += amount * a.strength;
    };
    for (const DualVariable& v : duals[i]) {
      add(v.plus, v.scale * v.beta);
      add(v.minus, -v.scale * v.beta);
    }
    std::transform(sums.begin(), sums.end(), row.begin(),
                   [](double sum) { return static_cast<Real>(sum); });
    coefficients.set_row(i, row);
  }
  return coefficients;
}

// How far R may move both bounds. With e_u = sum_i |c_iu| sqrt(R_ii), over the coefficients of unit
// u, the norm grows by at most the sum of e_u^2, and a raw score of i moves by at most sqrt(R_ii)
// e_u.
struct Allowance {
  double primal, dual;
};

template <class Real>
Allowance allowance_for(const WeightRows<Real>& coefficients, const Problem<Real>& problem,
                        const LowRank& low, const ConstraintList& list, double primal) {
  const ScoreMap& map = problem.score_map;
  std::vector<double> own(map.units());
  const auto add = [&](const WeightRows<Real>& rows, std::vector<double>& sums) {
    for (std::size_t i = 0; i < low.residual.size(); ++i) {
      rows.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
        sums[unit] += std::abs(static_cast<double>(value)) * std::sqrt(low.residual[i]);
      });
    }
  };
  add(coefficients, own);
  std::vector<double> all = own;
  if (problem.anchor != nullptr) add(*problem.anchor, all);
  const auto half_square = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += 0.5 * value * value;
    return sum;
  };

  double of_decision = 0, scale = 0, prices = 0;
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    double sum = 0;
    for (const Attribute& a : map.of(d)) {
      sum += std::abs(static_cast<double>(a.strength)) * all[index_of(a.unit)];
    }
    of_decision = std::max(of_decision, sum);
  }
  for (const ListedConstraint& c : list.constraints) scale = std::max(scale, c.scale);
  for (const SlackGroup& group : list.groups) prices += group.C;
  const double worst = *std::max_element(low.residual.begin(), low.residual.end());
  // By how much any slack can grow, and what that costs.
  const double more = 2 * scale * std::sqrt(worst) * of_decision;
  const double cost = std::max(0.0, primal - problem.offset);
  const double price = problem.slack_power == 1
                           ? prices * more
                           : 2 * more * std::sqrt(prices * cost) + prices * more * more;
  return {half_square(own) + price, half_square(all)};
}

template <class Real>
struct Solution {
  Duals duals;
  Certificate certificate;
  WeightRows<Real> coefficients;
  std::vector<double> weights;  // over the columns of L, the constant in front
};

template <class Real>
class Solver {
 public:
  Solver(const Problem<Real>& problem, const LowRank& low, bool free_bias)
      : problem_(problem),
        low_(low),
        free_bias_(free_bias),
        units_(problem.score_map.units()),
        shift_(problem.constant != 0 ? 1 : 0),
        linear_(linear_problem(problem, low)),
        anchor_(anchor_of(problem, low)) {
    if (problem.anchor != nullptr) {
      linear_.anchor = std::make_shared<WeightRows<double>>(rows_of(anchor_, units_));
    }
    list_ = list_constraints(linear_);
  }

  std::optional<SolverResult> run(KernelBackend<Real>& backend, const SolverParams& params,
                                  TrainContext& context) {
    const InteriorLimits limits{std::max(closest, share_of_tolerance * params.tolerance),
                                std::min(params.max_epochs, InteriorLimits{}.max_iterations)};
    const InteriorPoint point = find_interior_point(linear_, list_, free_bias_, limits, context);
    if (point.weights.empty()) return std::nullopt;
    if (free_bias_) {
      biases_ = shortest_biases(std::span(point.weights).first(units_), list_, linear_);
      for (double& bias : biases_) bias = static_cast<double>(static_cast<Real>(bias));
      hold_biases(linear_, biases_);
    }
    InteriorBounds bounds(linear_, list_, free_bias_, context.pool);
    Solution<Real> solution = solution_of(rounded(point, list_, problem_.slack_power), bounds);
    if (solution.certificate.relative_gap > share_for_rounding * params.tolerance) {
      Solution<Real> other = solution_of(point.beta, bounds);
      if (other.certificate.relative_gap < solution.certificate.relative_gap) {
        solution = std::move(other);
      }
    }
    if (solution.certificate.relative_gap > params.tolerance) return std::nullopt;
    backend.assign(solution.coefficients, biases_, scores_of(solution.weights));

    SolverResult result;
    result.certificate = solution.certificate;
    result.duals = std::move(solution.duals);
    for (const auto& of_instance : result.duals) result.nonzero_duals += of_instance.size();
    result.total_duals = problem_.constraints.total();
    result.epochs = point.iterations;
    result.stopped = Stop::tolerance;
    return result;
  }

 private:
  Solution<Real> solution_of(std::vector<double> beta, InteriorBounds& bounds) const {
    InteriorBounds::Proof proof = bounds.prove(std::move(beta));
    Solution<Real> solution;
    solution.coefficients = coefficients_of<Real>(proof.duals, problem_.score_map);
    solution.weights = anchor_;
    add_weights(solution.coefficients, low_, shift_, solution.weights);
    if (free_bias_) {
      std::copy(biases_.begin(), biases_.end(), solution.weights.begin());
    } else if (shift_ > 0) {
      for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
        solution.coefficients.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
          solution.weights[unit] += problem_.constant * static_cast<double>(value);
        });
      }
    }
    solution.certificate = bounds.at(rows_of(solution.weights, units_), proof.duals);
    set_lower_bound(solution.certificate, proof, coarser_than_double<Real>);
    add_allowance(solution);
    solution.duals = std::move(proof.duals);
    return solution;
  }

  void add_allowance(Solution<Real>& solution) const {
    Certificate& certificate = solution.certificate;
    const Allowance allowance =
        allowance_for(solution.coefficients, problem_, low_, list_, certificate.primal);
    certificate.primal += allowance.primal;
    certificate.lower_bound -= allowance.dual;
    if (certificate.primal > 0) {
      certificate.relative_gap =
          (certificate.primal - certificate.lower_bound) / certificate.primal;
    }
  }

  // By instance and unit.
  std::vector<double> scores_of(std::span<const double> weights) const {
    std::vector<double> scores(problem_.rows.size() * units_);
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      double* to = scores.data() + i * units_;
      for (const auto& f : linear_.rows.row(i)) {
        const double* from = weights.data() + f.index * units_;
        for (std::size_t u = 0; u < units_; ++u) to[u] += f.value * from[u];
      }
    }
    return scores;
  }

  const Problem<Real>& problem_;
  const LowRank& low_;
  bool free_bias_;
  std::size_t units_, shift_;
  Problem<double> linear_;
  std::vector<double> anchor_, biases_;
  ConstraintList list_;
};

}  // namespace

template <class Real>
std::uint64_t visits_before_rank(const Problem<Real>& problem, const KernelBackend<Real>& backend) {
  if (!backend.gram().is_semidefinite() || problem.score_map.units() > most_weights) return never;
  std::size_t constraints = 0, instances = 0;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (std::isinf(problem.C[i])) return never;
    constraints += problem.constraints.count(i);
    if (problem.constraints.count(i) > 0) ++instances;
  }
  if (constraints > most_constraints || instances == 0) return never;
  return static_cast<std::uint64_t>(fewest_epochs * size(instances));
}

template <class Real>
std::uint64_t visits_before_interior_point(const Problem<Real>& problem,
                                           const KernelBackend<Real>& backend,
                                           const SolverParams& params) {
  const auto low = factor_of(problem, backend, params.tolerance);
  if (!low) return never;
  const double units = size(problem.score_map.units()), instances = size(problem.rows.size());
  const double rank = size(low->rank) + 1;
  const double iteration = instances * rank * rank * units * (units + 1) / 4 +
                           std::pow(rank * units, 3) / 6 + 20 * instances * rank * units;
  const double visit = cost_of_visit + cost_of_score * instances * units;
  return static_cast<std::uint64_t>(usual_iterations * iteration / visit);
}

template <class Real>
std::optional<SolverResult> solve_by_interior_point(const Problem<Real>& problem,
                                                    KernelBackend<Real>& backend,
                                                    const SolverParams& params, bool free_bias,
                                                    TrainContext& context) {
  const auto low = factor_of(problem, backend, params.tolerance);
  if (!low || low->rank == 0) return std::nullopt;
  return Solver<Real>(problem, *low, free_bias).run(backend, params, context);
}

template std::uint64_t visits_before_rank(const Problem<float>&, const KernelBackend<float>&);
template std::uint64_t visits_before_rank(const Problem<double>&, const KernelBackend<double>&);
template std::uint64_t visits_before_interior_point(const Problem<float>&,
                                                    const KernelBackend<float>&,
                                                    const SolverParams&);
template std::uint64_t visits_before_interior_point(const Problem<double>&,
                                                    const KernelBackend<double>&,
                                                    const SolverParams&);
template std::optional<SolverResult> solve_by_interior_point(const Problem<float>&,
                                                             KernelBackend<float>&,
                                                             const SolverParams&, bool,
                                                             TrainContext&);
template std::optional<SolverResult> solve_by_interior_point(const Problem<double>&,
                                                             KernelBackend<double>&,
                                                             const SolverParams&, bool,
                                                             TrainContext&);

}  // namespace clade::detail
