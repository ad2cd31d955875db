#include "solver/interior_point/interior_bounds.h"

#include <limits>
#include <utility>

#include "linear/unit_change.h"
#include "solver/backend/kernel_backend.h"
#include "solver/interior_point/dual_rounding.h"
#include "solver/outer/balanced_duals.h"

namespace clade::detail {

template <class Real>
Problem<double> without_rows(const Problem<Real>& problem) {
  Problem<double> wide;
  wide.constant = problem.constant;
  wide.score_map = problem.score_map;
  wide.constraints = problem.constraints;
  wide.groups = problem.groups;
  wide.slack_power = problem.slack_power;
  wide.C = problem.C;
  wide.bias_terms = problem.bias_terms;
  wide.offset = problem.offset;
  return wide;
}

void hold_biases(Problem<double>& problem, std::span<const double> biases) {
  const std::size_t units = problem.score_map.units();
  std::vector<double> term(units), row(units);
  for (std::size_t d = 0; d < problem.bias_terms.size(); ++d) {
    for (const Attribute& a : problem.score_map.of(d)) {
      term[index_of(a.unit)] += problem.constant * a.strength * problem.bias_terms[d];
    }
  }
  auto anchor = std::make_shared<WeightRows<double>>(problem.features, units);
  if (problem.anchor != nullptr) anchor->assign(*problem.anchor);
  for (std::size_t u = 0; u < units; ++u) {
    row[u] = biases[u] - term[u];
    problem.offset += term[u] * (biases[u] - 0.5 * term[u]);
  }
  anchor->set_row(0, row);
  problem.anchor = std::move(anchor);
}

InteriorBounds::InteriorBounds(const Problem<double>& problem, const ConstraintList& list,
                               bool free_bias, ThreadPool& pool)
    : problem_(problem),
      list_(list),
      free_bias_(free_bias),
      pool_(pool),
      tables_(problem.constraints, problem.slack_power),
      map_(problem.score_map),
      backend_(problem) {}

InteriorBounds::Proof InteriorBounds::prove(std::vector<double> beta) {
  if (free_bias_) balance(beta, list_, problem_);
  if (problem_.slack_power == 1) fit_boxes(beta, list_);
  Proof proof;
  proof.holds = set_duals(proof, duals_of(list_, beta));
  build(proof.duals);
  proof.certificate = certify(problem_, tables_, map_, backend_, proof.duals, 0, pool_);
  return proof;
}

Certificate InteriorBounds::at(const WeightRows<double>& weights, const Duals& duals) {
  backend_.assign(weights);
  return certify(problem_, tables_, map_, backend_, duals, 0, pool_);
}

bool InteriorBounds::set_duals(Proof& proof, Duals duals) const {
  bool holds = true;
  if (free_bias_ && !problem_.bias_terms.empty()) {
    BalancedDuals met =
        balanced(std::move(duals), problem_.constraints, problem_.C, problem_.bias_terms);
    holds = met.holds;
    proof.duals = std::move(met.duals);
  } else if (free_bias_) {
    proof.duals = balanced(std::move(duals), problem_.score_map.decisions());
  } else {
    proof.duals = std::move(duals);
  }
  return holds;
}

void InteriorBounds::build(const Duals& duals) {
  backend_.reset();
  UnitChange<double> change(problem_.score_map.units());
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (const DualVariable& v : duals[i]) {
      const double alpha = v.scale * v.beta;
      if (v.plus != constant_zero) change.add(problem_.score_map, v.plus, alpha);
      if (v.minus != constant_zero) change.add(problem_.score_map, v.minus, -alpha);
    }
    if (!change.empty()) backend_.add(i, change);
    change.clear();
  }
}

void set_lower_bound(Certificate& certificate, const InteriorBounds::Proof& proof,
                     double allowance) {
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  const Certificate& of_duals = proof.certificate;
  certificate.dual = proof.holds ? of_duals.dual : nothing;
  certificate.lower_bound =
      proof.holds ? of_duals.dual - allowance * (of_duals.dual - of_duals.lower_bound) : nothing;
  certificate.relative_gap = 0;
  if (!(certificate.primal > 0)) return;
  certificate.relative_gap =
      proof.holds ? (certificate.primal - certificate.lower_bound) / certificate.primal : 1;
}

template Problem<double> without_rows(const Problem<float>&);
template Problem<double> without_rows(const Problem<double>&);

}  // namespace clade::detail
