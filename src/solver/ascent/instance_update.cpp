#include "solver/ascent/instance_update.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clade::detail {

namespace {

// A block is solved until its violation is this part of what it was: the scores of the other
// instances move on anyway.
constexpr double inner_tolerance = 0.1;
// Violations below this are rounding.
constexpr double negligible = 1e-14;

}  // namespace

template <class Real>
InstanceUpdate<Real>::InstanceUpdate(const ProblemTables<Real>& tables, std::size_t raw_size,
                                     const TreeTables<Real>* tree)
    : problem_(tables.problem),
      map_(tables.map),
      gram_(tables.gram),
      raw_(raw_size),
      score_buffer_(tables.map.padded_size()),
      scan_(tables.scan),
      change_(tables.problem.score_map.units()) {
  if (tree != nullptr) tree_step_.emplace(*tree);
}

template <class Real>
void InstanceUpdate<Real>::score_and_select(std::size_t i, std::span<const DualVariable> duals,
                                            Real* raw) {
  is_corrected_ = false;
  report_ = {};
  if (tree_step_) {
    look_at_tree(i, duals, raw);
  } else {
    select_from(i, duals, raw);
  }
}

template <class Real>
void InstanceUpdate<Real>::select_from(std::size_t i, std::span<const DualVariable> duals,
                                       Real* raw) {
  scores_ = map_(raw, score_buffer_.data()) == raw ? raw : score_buffer_.data();
  const auto top = static_cast<double>(scan_.run(i, scores_));
  start_from_support(duals);
  if (problem_.groups == SlackGroups::instance) {
    select_shared(i, duals, top);
  } else {
    select_own(i);
  }
}

template <class Real>
void InstanceUpdate<Real>::set_working_set(std::span<const DualVariable> working_set,
                                           const VisitReport& report) {
  step_.clear();
  for (const DualVariable& v : working_set) step_.add(v, 0);
  report_ = report;
  is_corrected_ = true;
}

template <class Real>
void InstanceUpdate<Real>::correct(const InstanceUpdate& earlier, double inner_product) {
  if (earlier.change_.empty() || inner_product == 0) return;
  earlier.change_.add_to(raw_.data(), inner_product);
  is_corrected_ = true;
}

template <class Real>
void InstanceUpdate<Real>::correct(const InstanceUpdate& earlier, double inner_product,
                                   std::span<const std::uint8_t> is_read) {
  if (inner_product == 0) return;
  const InstanceChange<Real> change = earlier.rounded_change(0);
  const auto factor = static_cast<Real>(inner_product);
  for (const std::uint32_t block : change.blocks) {
    if (is_read[block] == 0) continue;
    const std::size_t begin = block * block_units<Real>;
    for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
      raw_[u] += factor * change.values[u];
    }
  }
}

template <class Real>
VisitReport InstanceUpdate<Real>::step(std::size_t i, std::vector<DualVariable>& duals,
                                       double squared_length) {
  if (tree_step_) {
    step_on_tree(i, duals, squared_length);
  } else if (problem_.groups == SlackGroups::instance) {
    step_shared(i, duals, squared_length);
  } else {
    step_own(i, duals, squared_length);
  }
  return report_;
}

// The working set starts with what has mass already; the scan is left with the rest.
template <class Real>
void InstanceUpdate<Real>::start_from_support(std::span<const DualVariable> duals) {
  step_.clear();
  support_ = {};
  for (const DualVariable& v : duals) {
    const double g = gradient(v);
    step_.add(v, g);
    support_.earned += v.beta * g;
    support_.value += v.scale * v.beta;
    support_.mass += v.beta;
  }
}

template <class Real>
void InstanceUpdate<Real>::report_gap(double cost, double slack_terms) {
  report_.gap = cost + slack_terms - support_.earned;
  report_.cost = cost;
  report_.value = support_.value - slack_terms;
}

template <class Real>
double InstanceUpdate<Real>::gradient(const DualVariable& v) const {
  const double plus = v.plus == constant_zero ? 0 : static_cast<double>(scores_[v.plus]);
  const double minus = v.minus == constant_zero ? 0 : static_cast<double>(scores_[v.minus]);
  return v.scale * (1 - plus + minus);
}

// Constraints outside of the working set whose gradient is at least `threshold`.
template <class Real>
void InstanceUpdate<Real>::collect(double threshold) {
  for (const DualVariable& v : step_.variables) {
    scan_.gradient(v.plus, v.minus) = -std::numeric_limits<Real>::infinity();
  }
  candidates_.clear();
  for (const auto& block : scan_.blocks()) {
    if (block.is_zero) {
      const auto g = static_cast<double>(block.gradients[0]);
      if (g >= threshold) candidates_.push_back({block.plus, constant_zero, g});
      continue;
    }
    found_.clear();
    collect_rivals<Real>(block.gradients, static_cast<Real>(threshold), found_);
    for (const std::uint32_t r : found_) {
      candidates_.push_back({block.plus, static_cast<Decision>(block.first + r),
                             static_cast<double>(block.gradients[r])});
    }
  }
}

// ---- One slack for the whole instance

template <class Real>
void InstanceUpdate<Real>::select_shared(std::size_t i, std::span<const DualVariable> duals,
                                         double top) {
  const Slack slack{problem_.C[i], problem_.slack_power};
  const double mass = support_.mass;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < duals.size(); ++c) lowest = std::min(lowest, step_.gradient(c));
  if (slack.left(mass) > 0) lowest = std::min(lowest, slack.gradient(mass));
  const double highest = std::max(top, slack.gradient(mass));
  report_.violation = highest - lowest;
  report_gap(slack.cost(std::max(0.0, top)), slack.dual_term(mass));
  if (report_.violation > negligible) add_most_violated(lowest + 0.5 * report_.violation);
}

template <class Real>
void InstanceUpdate<Real>::step_shared(std::size_t i, std::vector<DualVariable>& duals,
                                       double squared_length) {
  if (!(report_.violation > negligible)) return;
  const Slack slack{problem_.C[i], problem_.slack_power};
  if (is_corrected_) {
    for (std::size_t c = 0; c < step_.variables.size(); ++c) {
      const DualVariable& v = step_.variables[c];
      step_.set_gradient(c, v.scale * (1 - decision_score(v.plus, 0) + decision_score(v.minus, 0)));
    }
  }
  old_beta_.assign(step_.variables.size(), 0);
  for (std::size_t c = 0; c < duals.size(); ++c) old_beta_[c] = duals[c].beta;
  step_.ascend(gram_, squared_length, slack, inner_tolerance * report_.violation);

  duals.clear();
  for (std::size_t c = 0; c < step_.variables.size(); ++c) {
    const DualVariable& v = step_.variables[c];
    const double change = v.beta - old_beta_[c];
    if (change != 0) {
      change_units(v.plus, v.minus, v.scale * change);
      ++report_.changes;
    }
    if (v.beta > 0) duals.push_back(v);
  }
}

template <class Real>
void InstanceUpdate<Real>::add_most_violated(double threshold) {
  collect(threshold);
  const std::size_t taken = std::min(most_new_, candidates_.size());
  if (candidates_.size() > taken) {
    std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(taken),
                     candidates_.end(), [](const Candidate& a, const Candidate& b) {
                       return a.gradient > b.gradient;
                     });
  }
  for (std::size_t c = 0; c < taken; ++c) {
    const Candidate& found = candidates_[c];
    step_.add({found.plus, found.minus, scan_.scale(found.plus, found.minus), 0}, found.gradient);
  }
}

// ---- One slack for the whole instance, on a tree

template <class Real>
void InstanceUpdate<Real>::look_at_tree(std::size_t i, std::span<const DualVariable> duals,
                                        Real* raw) {
  if (!is_loaded_) tree_step_->load(duals);
  is_loaded_ = false;
  if (problem_.constraints.count(i) == 0) return;
  const auto seen =
      tree_step_->look(problem_.constraints.blocks(i)[0].plus, problem_.constraints.left_out(i),
                       {problem_.C[i], problem_.slack_power}, raw);
  report_.gap = report_.violation = seen.gap;
  report_.cost = seen.cost;
  report_.value = seen.value;
}

template <class Real>
void InstanceUpdate<Real>::step_on_tree(std::size_t i, std::vector<DualVariable>& duals,
                                        double squared_length) {
  if (!(report_.gap > least_gap_)) return;
  const VisitReport seen = report_;
  if (is_corrected_) {
    is_loaded_ = true;
    look_at_tree(i, duals, raw_.data());
  }
  const auto changes = tree_step_->solve(squared_length, problem_.score_map, duals, change_);
  if (!changes) {
    select_from(i, duals, raw_.data());
    is_corrected_ = false;
    step_shared(i, duals, squared_length);
  }
  const std::size_t all_changes = changes.value_or(report_.changes);
  report_ = seen;
  report_.changes = all_changes;
}

// ---- Every constraint with a slack of its own
//
// The block splits into one variable per slack, coupled only by the scores: one round of exact
// coordinate steps over what has mass or asks for some, the scores kept up to date.

template <class Real>
void InstanceUpdate<Real>::select_own(std::size_t i) {
  const Slack slack{problem_.C[i], problem_.slack_power};
  double cost = 0, slack_terms = 0;
  for (const auto& block : scan_.blocks()) {
    if (block.is_zero) {
      cost += slack.cost(std::max(0.0, static_cast<double>(block.gradients[0])));
    } else {
      const PositivePart part = positive_part<Real>(block.gradients);
      cost += slack.cost_of(part.sum, part.squares);
    }
  }
  for (const DualVariable& v : step_.variables) slack_terms += slack.dual_term(v.beta);
  report_gap(cost, slack_terms);
  collect(negligible);
  for (const Candidate& found : candidates_) {
    step_.variables.push_back({found.plus, found.minus, scan_.scale(found.plus, found.minus), 0});
  }
}

template <class Real>
void InstanceUpdate<Real>::step_own(std::size_t i, std::vector<DualVariable>& duals,
                                    double squared_length) {
  const Slack slack{problem_.C[i], problem_.slack_power};
  duals.clear();
  for (DualVariable& v : step_.variables) {
    const double g = v.scale * (1 - decision_score(v.plus, squared_length) +
                                decision_score(v.minus, squared_length));
    const double step = step_on_own_slack(v, g, squared_length, slack);
    if (step != 0) change_units(v.plus, v.minus, v.scale * step);
    if (v.beta > 0) duals.push_back(v);
  }
}

// The exact step on one variable with its own slack (CIKM 22: 0 <= beta <= C, or the quadratic
// term of a squared slack).
template <class Real>
double InstanceUpdate<Real>::step_on_own_slack(DualVariable& v, double g, double length,
                                               Slack slack) {
  const double pull = g - slack.gradient(v.beta);
  const double room = pull > 0 ? slack.left(v.beta) : v.beta;
  if (room <= 0 || std::abs(pull) <= negligible) return 0;
  report_.violation = std::max(report_.violation, std::abs(pull));
  const double bend =
      length * v.scale * v.scale * gram_.squared_length(v.plus, v.minus) + slack.curvature();
  const double wanted = bend > 0 ? std::abs(pull) / bend : std::numeric_limits<double>::infinity();
  const double amount = std::min(wanted, room);
  if (std::isinf(amount)) fail_without_margin();
  const double step = pull > 0 ? amount : -amount;
  v.beta = std::max(0.0, v.beta + step);
  ++report_.changes;
  return step;
}

// The current score of a decision: its raw scores and what this update has changed.
template <class Real>
double InstanceUpdate<Real>::decision_score(Decision d, double squared_length) const {
  if (d == constant_zero) return 0;
  double sum = 0;
  for (const Attribute& a : problem_.score_map.of(d)) {
    const std::size_t unit = index_of(a.unit);
    sum += a.strength * (static_cast<double>(raw_[unit]) + squared_length * change_[unit]);
  }
  return sum;
}

// ---- From dual steps to weights

template <class Real>
void InstanceUpdate<Real>::add_contribution(std::span<const DualVariable> duals) {
  for (const DualVariable& v : duals) change_units(v.plus, v.minus, v.scale * v.beta);
}

template <class Real>
void InstanceUpdate<Real>::change_units(Decision plus, Decision minus, double amount) {
  if (plus != constant_zero) change_.add(problem_.score_map, plus, amount);
  if (minus != constant_zero) change_.add(problem_.score_map, minus, -amount);
}

template class InstanceUpdate<float>;
template class InstanceUpdate<double>;

}  // namespace clade::detail
