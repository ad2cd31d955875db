#include "solver/visit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/linear_backend.h"
#include "solver/slack.h"

namespace clade {

namespace {

// New constraints that one visit may take up: eight need a third of the epochs that one does.
constexpr std::size_t most_new = 8;
// A block is solved until its violation is this part of what it was: the scores of the other
// instances move on anyway.
constexpr double inner_tolerance = 0.1;
// Violations below this are rounding.
constexpr double negligible = 1e-14;

}  // namespace

template <class Backend>
Visitor<Backend>::Visitor(const Problem<Real>& problem, const LossScales& scales, Backend& backend)
    : problem_(problem),
      scales_(scales),
      backend_(backend),
      gram_(problem.score_map),
      raw_(backend.raw_size()),
      scores_(problem.score_map.decisions()),
      scale_scratch_(problem.score_map.decisions()),
      unit_change_(problem.score_map.units()),
      is_touched_(problem.score_map.units()) {}

// ---- One slack for the whole instance

template <class Backend>
VisitReport Visitor<Backend>::visit_shared(std::size_t i, std::vector<DualVariable>& duals) {
  backend_.score(i, raw_);
  problem_.score_map.apply(std::span<const Real>(raw_), std::span<Real>(scores_));
  const Slack slack{problem_.C[i], problem_.slack_power};

  step_.clear();
  double mass = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (const DualVariable& v : duals) {
    step_.variables.push_back(v);
    step_.gradient.push_back(gradient(v));
    lowest = std::min(lowest, step_.gradient.back());
    mass += v.beta;
  }
  if (slack.left(mass) > 0) lowest = std::min(lowest, slack.gradient(mass));
  const double top = scan(i);
  const double highest = std::max(top, slack.gradient(mass));

  VisitReport report{highest - lowest, slack.cost(std::max(0.0, top)), 0};
  if (!(report.violation > negligible)) return report;
  add_most_violated(i, lowest + 0.5 * report.violation);
  old_beta_.assign(step_.variables.size(), 0);
  for (std::size_t c = 0; c < duals.size(); ++c) old_beta_[c] = duals[c].beta;
  step_.ascend(gram_, backend_.squared_length(i), slack, inner_tolerance * report.violation);

  duals.clear();
  for (std::size_t c = 0; c < step_.variables.size(); ++c) {
    const DualVariable& v = step_.variables[c];
    const double change = v.beta - old_beta_[c];
    if (change != 0) {
      change_units(v.plus, v.minus, v.scale * change);
      ++report.changes;
    }
    if (v.beta > 0) duals.push_back(v);
  }
  apply_changes(i);
  return report;
}

template <class Backend>
double Visitor<Backend>::gradient(const DualVariable& v) const {
  const double plus = v.plus == constant_zero ? 0 : static_cast<double>(scores_[v.plus]);
  const double minus = v.minus == constant_zero ? 0 : static_cast<double>(scores_[v.minus]);
  return v.scale * (1 - plus + minus);
}

// Fills gradients_ in the order of enumeration and returns the largest.
template <class Backend>
double Visitor<Backend>::scan(std::size_t i) {
  gradients_.clear();
  double top = -std::numeric_limits<double>::infinity();
  for (const ConstraintSet::Block& block : problem_.constraints.blocks(i)) {
    const std::span<const double> scale = scales_.row(block.plus, scale_scratch_);
    problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      const double s = minus == constant_zero ? 1 : scale[minus];
      const double g =
          s > 0 ? gradient({block.plus, minus, s, 0}) : -std::numeric_limits<double>::infinity();
      gradients_.push_back(g);
      top = std::max(top, g);
    });
  }
  return top;
}

template <class Backend>
void Visitor<Backend>::add_most_violated(std::size_t i, double threshold) {
  candidates_.clear();
  const std::size_t known = step_.variables.size();
  const auto is_known = [&](Decision plus, Decision minus) {
    return std::any_of(step_.variables.begin(),
                       step_.variables.begin() + static_cast<std::ptrdiff_t>(known),
                       [&](const DualVariable& v) { return v.plus == plus && v.minus == minus; });
  };
  std::size_t position = 0;
  for (const ConstraintSet::Block& block : problem_.constraints.blocks(i)) {
    const std::span<const double> scale = scales_.row(block.plus, scale_scratch_);
    problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      const double g = gradients_[position++];
      if (g < threshold || is_known(block.plus, minus)) return;
      const double s = minus == constant_zero ? 1 : scale[minus];
      candidates_.push_back({{block.plus, minus, s, 0}, g});
    });
  }
  const auto by_gradient = [](const Candidate& a, const Candidate& b) {
    return a.gradient > b.gradient;
  };
  const std::size_t taken = std::min(most_new, candidates_.size());
  if (candidates_.size() > taken) {
    std::nth_element(candidates_.begin(), candidates_.begin() + most_new, candidates_.end(),
                     by_gradient);
  }
  for (std::size_t c = 0; c < taken; ++c) {
    step_.variables.push_back(candidates_[c].variable);
    step_.gradient.push_back(candidates_[c].gradient);
  }
}

// ---- Every constraint with a slack of its own
//
// The block splits into one variable per slack, coupled only by the scores: one round of exact
// coordinate steps over all constraints, the raw scores of the instance kept up to date, costs no
// more than the scan itself.

template <class Backend>
VisitReport Visitor<Backend>::visit_own(std::size_t i, std::vector<DualVariable>& duals) {
  backend_.score(i, raw_);
  const double length = backend_.squared_length(i);
  const double C = problem_.C[i];
  const Slack slack{C, problem_.slack_power};
  VisitReport report;
  next_duals_.clear();
  auto known = duals.cbegin();
  for (const ConstraintSet::Block& block : problem_.constraints.blocks(i)) {
    const std::span<const double> scales = scales_.row(block.plus, scale_scratch_);
    problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      DualVariable v{block.plus, minus, minus == constant_zero ? 1 : scales[minus], 0};
      if (known != duals.cend() && known->plus == v.plus && known->minus == v.minus) {
        v.beta = (known++)->beta;
      }
      if (v.scale == 0) return;
      const double g =
          v.scale * (1 - decision_score(v.plus, length) + decision_score(v.minus, length));
      report.cost += slack.cost(std::max(0.0, g));
      const double curvature = length * v.scale * v.scale * gram_.squared_length(v.plus, v.minus);
      const double step = own_step(g, v.beta, curvature, C, report);
      if (step != 0) {
        v.beta = std::max(0.0, v.beta + step);
        change_units(v.plus, v.minus, v.scale * step);
        ++report.changes;
      }
      if (v.beta > 0) next_duals_.push_back(v);
    });
  }
  duals.swap(next_duals_);
  apply_changes(i);
  return report;
}

// The exact step on one variable with its own slack (CIKM 22: 0 <= beta <= C, or the quadratic
// term of a squared slack).
template <class Backend>
double Visitor<Backend>::own_step(double gradient, double beta, double curvature, double C,
                                  VisitReport& report) const {
  const Slack slack{C, problem_.slack_power};
  const double pull = gradient - slack.gradient(beta);
  const double left = slack.left(beta);
  const double room = pull > 0 ? left : beta;
  if (room <= 0 || std::abs(pull) <= negligible) return 0;
  report.violation = std::max(report.violation, std::abs(pull));
  const double bend = curvature + slack.curvature();
  const double wanted = bend > 0 ? std::abs(pull) / bend : std::numeric_limits<double>::infinity();
  const double amount = std::min(wanted, room);
  if (std::isinf(amount)) fail_without_margin();
  return pull > 0 ? amount : -amount;
}

// The current score of a decision: the backend's raw scores and what this visit has changed.
template <class Backend>
double Visitor<Backend>::decision_score(Decision d, double squared_length) const {
  if (d == constant_zero) return 0;
  double sum = 0;
  for (const Attribute& a : problem_.score_map.of(d)) {
    const std::size_t unit = index_of(a.unit);
    sum += a.strength * (static_cast<double>(raw_[unit]) + squared_length * unit_change_[unit]);
  }
  return sum;
}

// ---- From dual steps to weights

template <class Backend>
void Visitor<Backend>::add_to_weights(std::size_t i, std::span<const DualVariable> duals) {
  for (const DualVariable& v : duals) change_units(v.plus, v.minus, v.scale * v.beta);
  apply_changes(i);
}

template <class Backend>
void Visitor<Backend>::change_units(Decision plus, Decision minus, double amount) {
  if (plus != constant_zero) change_units(plus, amount);
  if (minus != constant_zero) change_units(minus, -amount);
}

template <class Backend>
void Visitor<Backend>::change_units(Decision d, double amount) {
  for (const Attribute& a : problem_.score_map.of(d)) {
    const std::size_t unit = index_of(a.unit);
    if (!is_touched_[unit]) {
      is_touched_[unit] = true;
      touched_.push_back(a.unit);
    }
    unit_change_[unit] += amount * a.strength;
  }
}

template <class Backend>
void Visitor<Backend>::apply_changes(std::size_t i) {
  unit_steps_.clear();
  for (const UnitId unit : touched_) {
    const std::size_t u = index_of(unit);
    if (unit_change_[u] != 0) unit_steps_.push_back({unit, static_cast<Real>(unit_change_[u])});
    unit_change_[u] = 0;
    is_touched_[u] = false;
  }
  touched_.clear();
  if (!unit_steps_.empty()) backend_.add(i, unit_steps_);
}

template class Visitor<LinearBackend<float>>;
template class Visitor<LinearBackend<double>>;

}  // namespace clade
