#include "solver/ascent/ascent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "base/fail.h"
#include "base/train_context.h"
#include "solver/ascent/make_visits.h"
#include "solver/interior_point/low_dimensional.h"
#include "solver/interior_point/low_rank_kernel.h"
#include "solver/newton/newton_hand_over.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

// Rounding may take this part of the tolerance before the weights are built again.
constexpr double most_drift = 0.1;
// With kernels: multiples of the weights are tried where the gap is at most so many tolerances.
constexpr double near_tolerance = 300;
// An active subset: instances with this part of the mean violation or more, until they have lost
// all but a part of theirs.
constexpr double active_part = 0.1;
constexpr double subset_goal = 0.1;
constexpr int passes_over_subset = 10;
// The first subset, where it is not all instances.
constexpr std::size_t smallest_sample = 1000, instances_per_sampled = 8;
// A subset is left when its gap is this part of what all instances may have in the end.
constexpr double part_of_tolerance = 0.3;
// How often a run is asked whether it should stop.
constexpr std::size_t visits_between_questions = 256;
// How often the gap is estimated inside an epoch that may be the last, and how many visits must lie
// between.
constexpr std::size_t parts_of_last_epoch = 8;
constexpr std::size_t least_part = 128;
// Hard margins: data are called inseparable when no weights can give every constraint a margin of
// this part of its length.
constexpr double smallest_margin = 1e-4;

template <class Real>
bool has_hard_margin(const Problem<Real>& problem) {
  return std::any_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isinf(C); });
}

// Whether weights may be multiplied by a number.
template <class Real>
bool is_plain(const Problem<Real>& problem) {
  return problem.anchor == nullptr && problem.bias_terms.empty() && !has_hard_margin(problem);
}

// The interior point method needs few weights; with kernels they are counted when it is time.
template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& problem,
                               const LinearBackend<Real>& /*backend*/) {
  return visits_before_interior_point(problem);
}
template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& problem, const KernelBackend<Real>& backend) {
  return visits_before_rank(problem, backend);
}
template <class Real, class Backend>
std::uint64_t visits_of_ascent(const Problem<Real>& /*problem*/, const Backend& /*backend*/) {
  return never;
}

// Newton's method needs rows of weights, and is left to the former where both would do.
template <class Real>
NewtonRule newton_rule(const Problem<Real>& problem, const LinearBackend<Real>& /*backend*/) {
  return visits_before_interior_point(problem) == never ? NewtonRule(problem) : NewtonRule();
}
template <class Real, class Backend>
NewtonRule newton_rule(const Problem<Real>& /*problem*/, const Backend& /*backend*/) {
  return NewtonRule();
}

}  // namespace

template <class Backend>
Ascent<Backend>::Ascent(Problem<Real>& problem, Backend& backend, const SolverParams& params,
                        TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      random_(context.seed),
      hard_margin_(has_hard_margin(problem)),
      tables_(problem),
      visits_(choose_visits(tables_, backend, context)),
      log_(problem.rows.size(), hard_margin_, visits_->uses_active_subset()),
      rules_(visits_->check_rules()),
      schedule_(rules_, problem.rows.size(), hard_margin_),
      reporter_(context.reporter, problem.constraints.total()),
      most_visits_(visits_of_ascent(problem, backend)),
      newton_(newton_rule(problem, backend)),
      tries_longer_weights_(std::is_same_v<Backend, KernelBackend<Real>> && is_plain(problem)),
      progress_(problem) {
  // No objective of this kind is negative, whatever the first dual values are.
  if (is_plain(problem) && problem.offset == 0) best_dual_ = 0;
  if (!visits_->keeps_weights()) return;
  hands_over_ = false;
  most_visits_ = never;
  newton_ = NewtonRule();
  tries_longer_weights_ = may_accelerate_ = false;
}

// ---- Where a run starts

// The start is scaled to the point of the best dual value on its ray: with beta t the dual is
// t linear - t^2 (||w||^2/2 + slack terms), and t may grow as far as the boxes allow.
template <class Backend>
void Ascent<Backend>::warm_start(Duals start, bool has_weights) requires CanScale<Backend> {
  double linear = 0, slack_terms = 0, most = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < start.size(); ++i) {
    const Slack slack{problem_.C[i], problem_.slack_power};
    double mass = 0;
    for (const DualVariable& v : start[i]) {
      linear += v.scale * v.beta;
      mass += v.beta;
      if (problem_.groups == SlackGroups::constraint) {
        slack_terms += slack.dual_term(v.beta);
        if (!slack.unbounded()) most = std::min(most, slack.C / v.beta);
      }
    }
    if (problem_.groups == SlackGroups::instance) {
      slack_terms += slack.dual_term(mass);
      if (!slack.unbounded() && mass > 0) most = std::min(most, slack.C / mass);
    }
  }
  if (!has_weights) visits_->add_to_weights(start);
  visits_->complete_weights();
  const double bend = backend_.squared_norm() + 2 * slack_terms;
  const double best = bend > 0 ? std::min(most, linear / bend) : 0;
  backend_.scale(best);
  for (auto& of_instance : start) {
    for (DualVariable& v : of_instance) v.beta *= best;
  }
  visits_->set_duals(std::move(start));
  is_warm_ = true;
}

template <class Backend>
void Ascent<Backend>::resume(Duals start) {
  rebuild_weights(start);
  visits_->set_duals(std::move(start));
  is_warm_ = true;
}

template <class Backend>
void Ascent<Backend>::disable_hand_over(std::uint64_t most_visits) {
  hands_over_ = false;
  most_visits_ = most_visits;
}

template <class Backend>
Certificate Ascent<Backend>::certify_at(const Duals& duals) {
  rebuild_weights(duals);
  return certify_weights(duals, 0);
}

// ---- The loop over epochs

template <class Backend>
SolverResult Ascent<Backend>::run() {
  checkpoint_ = context_.checkpoint.part("ascent");
  SolverResult result;
  const auto fields = [&](State& s) { s(result, backend_); };
  if (checkpoint_.restore_result(fields)) return result;
  result = run_to_end();
  // Who is asked to stop may end well, but earlier than it would have.
  if (!context_.reporter.stop_requested()) checkpoint_.finish(fields);
  return result;
}

template <class Backend>
SolverResult Ascent<Backend>::run_to_end() {
  begin_stages();
  checkpoint_.restore([this](State& s) { state(s); });
  while (!stopped_) {
    if (!is_inside_) {
      if (checkpoint_.is_due()) save(false);
      if (auto found = try_others()) return std::move(*found);
      ++epoch_;
    }
    if (run_epoch()) {
      if (stopped_) break;
      const Estimate seen = estimate();
      report_and_check(seen);
      if (!stopped_) accelerate_if_slow(seen.gap);
      if (!stopped_ && stages_ != nullptr) raise_prices();
    } else {
      stopped_ = Stop::interrupted;
      if (context_.reporter.wants_partial_result()) check_where_it_stopped();
    }
  }
  if constexpr (CanScale<Backend>) {
    const double scale = certificate_.weight_scale;
    if (scale > 0 && scale != 1) backend_.scale(scale);
  }
  return result();
}

template <class Backend>
SolverResult Ascent<Backend>::result() {
  visits_->complete_weights();
  stages_.reset();
  SolverResult result;
  result.has_weights_of_duals = acceleration_ == nullptr && certificate_.weight_scale == 1;
  if (acceleration_ != nullptr) {
    acceleration_->finish();
    if (ends_with_mean_) acceleration_->swap_mean();
  }
  acceleration_.reset();
  result.certificate = certificate_;
  result.nonzero_duals = visits_->nonzero_duals();
  result.total_duals = reporter_.total_duals();
  result.epochs = epoch_;
  result.visits = log_.visits();
  result.stopped = *stopped_;
  result.duals = visits_->take_duals();
  return result;
}

template <class Backend>
std::optional<SolverResult> Ascent<Backend>::try_others() {
  if (!hands_over_) return std::nullopt;
  std::optional<SolverResult> found;
  const bool is_inside = log_.visits() >= most_visits_;
  if (is_inside) found = try_interior_point();
  const bool is_newton = !found && newton_.is_due(params_.tolerance);
  if (is_newton) found = try_newton();
  // One that was asked to stop is to be tried again by whoever goes on: so what follows is not
  // saved.
  const bool was_tried = is_inside || is_newton;
  if (was_tried && !found && context_.reporter.stop_requested()) checkpoint_ = {};
  return found;
}

// Where it does not reach the tolerance, the ascent continues as if it had not been tried.
template <class Backend>
std::optional<SolverResult> Ascent<Backend>::try_interior_point() {
  most_visits_ = never;
  stages_.reset();
  if constexpr (std::is_same_v<Backend, LinearBackend<Real>>) {
    visits_->complete_weights();
    end_acceleration();
    SolverParams params = params_;
    params.max_epochs -= epoch_;
    return taken_over(solve_by_interior_point(problem_, backend_, params, false, context_));
  }
  if constexpr (std::is_same_v<Backend, KernelBackend<Real>>) {
    if (!std::exchange(knows_rank_, true)) {
      most_visits_ = visits_before_interior_point(problem_, backend_, params_);
      if (log_.visits() < most_visits_) return std::nullopt;
      most_visits_ = never;
    }
    SolverParams params = params_;
    params.max_epochs -= epoch_;
    return taken_over(solve_by_interior_point(problem_, backend_, params, false, context_));
  }
  return std::nullopt;
}

// Not where duals are given, as they may be above the bounds of the first stage, nor where another
// method takes over.
template <class Backend>
void Ascent<Backend>::begin_stages() {
  if constexpr (std::is_same_v<Backend, LinearBackend<Real>>) {
    if (is_warm_ || hard_margin_ || most_visits_ != never || visits_->keeps_weights()) return;
    if (!PriceStages<Real>::is_possible(problem_)) return;
    stages_ = std::make_unique<PriceStages<Real>>(problem_, backend_);
    if (stages_->is_last()) stages_.reset();
    tries_longer_weights_ = stages_ != nullptr && may_accelerate_ && problem_.constant == 0 &&
                            problem_.groups == SlackGroups::instance && is_plain(problem_);
  }
}

template <class Backend>
void Ascent<Backend>::raise_prices() {
  const VisitLog::Seen sum = log_.sum();
  const double primal =
      0.5 * (sum.gap + sum.cost + sum.value - backend_.along_anchor()) + problem_.offset;
  if (!stages_->raise_if_done(epoch_, sum.gap, sum.cost, primal)) return;
  log_.shrinking().reset();
  if (stages_->is_last()) stages_.reset();
}

// After an epoch that saw this gap.
template <class Backend>
void Ascent<Backend>::accelerate_if_slow(double gap) {
  if constexpr (std::is_same_v<Backend, LinearBackend<Real>>) {
    if (acceleration_ != nullptr) {
      acceleration_->end_epoch(gap);
    } else if (may_accelerate_ && progress_.is_slow(epoch_, gap, params_.tolerance) &&
               stages_ == nullptr && Acceleration<Real>::is_possible(problem_, backend_)) {
      check_exactly();
      best_bound_ = certificate_.lower_bound;
      acceleration_ = std::make_unique<Acceleration<Real>>(problem_, backend_, *visits_);
      log_.shrinking().reset();
    }
  }
}

// The plain ascent goes on from the duals.
template <class Backend>
void Ascent<Backend>::end_acceleration() {
  if (acceleration_ == nullptr) return;
  acceleration_->finish();
  acceleration_.reset();
  rebuild_weights(visits_->duals());
}

// As with the interior point method.
template <class Backend>
std::optional<SolverResult> Ascent<Backend>::try_newton() {
  const double gap = newton_.gap();
  newton_ = NewtonRule();
  if constexpr (std::is_same_v<Backend, LinearBackend<Real>>) {
    visits_->complete_weights();
    end_acceleration();
    SolverParams params = params_;
    params.max_epochs -= epoch_;
    TrainContext context = context_;
    context.checkpoint = checkpoint_;
    const auto report = [this](int steps, Certificate bounds, std::uint64_t nonzero) {
      Progress now = progress();
      now.epoch += steps;
      bounds.dual = std::max(bounds.dual, best_dual_);
      bounds.relative_gap = bounds.primal > 0 ? (bounds.primal - bounds.dual) / bounds.primal : 0;
      reporter_.report(now, bounds, nonzero);
    };
    return taken_over(solve_by_newton(tables_, backend_, gap, params, context, report));
  }
  return std::nullopt;
}

// What another method found, as the result of this run.
template <class Backend>
std::optional<SolverResult> Ascent<Backend>::taken_over(std::optional<SolverResult> found) {
  if (!found) return std::nullopt;
  epoch_ += found->epochs;
  found->epochs = epoch_;
  found->visits = log_.visits();
  reporter_.report(progress(), found->certificate, found->nonzero_duals);
  return found;
}

// False where the run was asked to stop.
template <class Backend>
bool Ascent<Backend>::run_epoch() {
  if (visits_->uses_active_subset()) return run_on_active_subset();
  if (is_inside_) return visit_in_random_order();
  order_.clear();
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    if (!log_.shrinking().leaves_out(i) && problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return visit_in_random_order();
}

// In place of a pass over all: some over those that have the most of the gap, then the scores of
// the others are refreshed. False where the run was asked to stop.
template <class Backend>
bool Ascent<Backend>::run_on_active_subset() {
  if (epoch_ == 1) visits_->score_all(log_);
  const double target = part_of_tolerance * params_.tolerance * std::max(0.0, estimate().dual);
  if (visits_->ascend_on_working_sets(target, random_, context_.reporter, log_)) {
    visits_->score_all(log_);
    return !context_.reporter.stop_requested();
  }
  log_.find_above(active_part, order_);
  if (epoch_ == 1 && !hard_margin_) keep_a_sample();
  std::erase_if(order_, [this](std::uint32_t i) { return problem_.constraints.count(i) == 0; });
  if (order_.empty()) return true;
  visits_->restrict_scores_to(order_);
  const double before = log_.total_violation(order_);
  for (int pass = 0; pass < passes_over_subset; ++pass) {
    if (!visit_in_random_order()) return false;
    if (log_.total_violation(order_) < subset_goal * before) break;
  }
  visits_->refresh_scores();
  visits_->score_all(log_);
  return true;
}

// Before the first step every instance has the same gap, and what the first ones learn is most of
// what all would.
template <class Backend>
void Ascent<Backend>::keep_a_sample() {
  const std::size_t size = std::max(smallest_sample, order_.size() / instances_per_sampled);
  if (order_.size() <= size) return;
  random_.shuffle(std::span(order_));
  order_.resize(size);
  std::sort(order_.begin(), order_.end());
}

template <class Backend>
bool Ascent<Backend>::visit_in_random_order() {
  if (!std::exchange(is_inside_, false)) begin_pass();
  for (std::size_t next_question = visited_; visited_ < order_.size();) {
    if (visited_ >= next_question) {
      if (is_to_stop()) return false;
      next_question = visited_ + visits_between_questions;
    }
    const std::size_t left = order_.size() - visited_;
    const std::size_t count = std::min(visits_->block_size(log_.visits()), left);
    visits_->visit(order_, visited_, count, log_);
    visited_ += count;
    if (visited_ < next_look_ || visited_ + between_looks_ / 2 > order_.size()) continue;
    if (ends_inside()) return true;
    next_look_ = visited_ + between_looks_;
  }
  return true;
}

template <class Backend>
void Ascent<Backend>::begin_pass() {
  random_.shuffle(std::span(order_));
  visited_ = 0;
  between_looks_ = may_end_inside() ? order_.size() / parts_of_last_epoch : order_.size();
  next_look_ = between_looks_;
}

// Between two visits. Passes over an active subset are too short to be saved inside.
template <class Backend>
bool Ascent<Backend>::is_to_stop() {
  const bool stops = context_.reporter.stop_requested();
  if (!visits_->uses_active_subset() && checkpoint_ && (stops || checkpoint_.is_due())) save(true);
  return stops;
}

// ---- Checkpoints

template <class Backend>
void Ascent<Backend>::save(bool is_inside) {
  is_inside_ = is_inside;
  checkpoint_.save([this](State& s) { state(s); });
  is_inside_ = false;
}

// While stages or an acceleration last, the problem's C follow from them, and so does the center.
template <class Backend>
void Ascent<Backend>::state(State& s) {
  s.same(problem_.rows.size());
  s.same(problem_.features);
  s.same(problem_.score_map.units());
  bool has_stages = stages_ != nullptr, is_accelerated = acceleration_ != nullptr;
  s(has_stages, is_accelerated);
  if (!has_stages) stages_.reset();
  if constexpr (std::is_same_v<Backend, LinearBackend<Real>>) {
    if (is_accelerated && acceleration_ == nullptr) {
      acceleration_ = std::make_unique<Acceleration<Real>>(problem_, backend_, *visits_);
    }
  }
  if ((has_stages && stages_ == nullptr) || is_accelerated != (acceleration_ != nullptr)) {
    throw OtherState{};
  }
  if (has_stages) s(*stages_);
  if (is_accelerated) s(*acceleration_);
  s(backend_, *visits_, random_, log_, schedule_, newton_, progress_);
  s(order_, visited_, next_look_, between_looks_, is_inside_, epoch_);
  s(hands_over_, most_visits_, knows_rank_, tries_longer_weights_, is_warm_);
  s(largest_distance_, certificate_, best_dual_, best_bound_);
}

template <class Backend>
bool Ascent<Backend>::may_end_inside() const {
  return order_.size() >= parts_of_last_epoch * least_part && acceleration_ == nullptr &&
         !visits_->uses_active_subset() && visits_->sees_all() && !hard_margin_ &&
         schedule_.may_end_inside(params_.tolerance);
}

// Whether an exact check in the middle of an epoch has shown that the run is over.
template <class Backend>
bool Ascent<Backend>::ends_inside() {
  const double expected = schedule_.expected_inside(estimate().gap);
  if (!(expected <= params_.tolerance)) return false;
  check_exactly();
  schedule_.record_check_inside(expected, certificate_.relative_gap);
  if (certificate_.relative_gap > params_.tolerance) return false;
  report_certificate();
  stopped_ = Stop::tolerance;
  return true;
}

// ---- Bounds

// From what the visits saw: without an anchor the weights are not read.
template <class Backend>
typename Ascent<Backend>::Estimate Ascent<Backend>::estimate() {
  VisitLog::Seen sum = log_.sum();
  if (stages_ != nullptr) {
    const double full_cost = sum.cost / stages_->factor();
    sum.gap += full_cost - sum.cost;
    sum.cost = full_cost;
  }
  if (acceleration_ != nullptr) {
    visits_->complete_weights();
    const double half_distance = 0.5 * backend_.squared_distance();
    const double primal = half_distance + acceleration_->multiple() * sum.cost + problem_.offset;
    const double gap =
        acceleration_->multiple() * sum.gap + 0.5 * acceleration_->squared_distance();
    return {primal, primal - gap, primal > 0 ? gap / primal : 0};
  }
  // Of the norms, the sum of both objectives holds w0'(w0 - w) alone.
  const double from_anchor = 0.5 * (sum.gap + sum.cost + sum.value - backend_.along_anchor());
  const double primal = from_anchor + problem_.offset;
  if (!std::isfinite(primal)) return {primal, 0, 1};
  largest_distance_ = std::max(largest_distance_, from_anchor - sum.cost);
  const Estimate seen{primal, primal - sum.gap, primal > 0 ? sum.gap / primal : 0};
  const bool is_longer = tries_longer_weights_ && std::is_same_v<Backend, LinearBackend<Real>>;
  return is_longer ? with_longer_weights(seen, sum.cost) : seen;
}

// The same at the multiple of the weights for which the primal value is lowest, as if every slack
// were that of a constraint with loss 1.
template <class Backend>
typename Ascent<Backend>::Estimate Ascent<Backend>::with_longer_weights(Estimate seen,
                                                                        double cost) const {
  if (!(seen.gap > params_.tolerance)) return seen;
  const double half_norm = seen.primal - cost, dual = seen.dual;
  for (const double scale : longer_scales) {
    const double longer = scale * scale * half_norm;
    if (!(longer < seen.primal)) break;
    const double primal = longer + cost_of_slacks(scale);
    if (primal < seen.primal) seen = {primal, dual, (primal - dual) / primal};
  }
  return seen;
}

// Of longer weights, from what visits saw at the prices of the stage.
template <class Backend>
double Ascent<Backend>::cost_of_slacks(double scale) const {
  double total = 0;
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    const Slack slack{problem_.C[i], problem_.slack_power};
    total += slack.cost(scale * slack.at_cost(log_.cost(i)) - (scale - 1));
  }
  return stages_ != nullptr ? total / stages_->factor() : total;
}

// Sets stopped_ when an exact check has shown that the run is over.
template <class Backend>
void Ascent<Backend>::report_and_check(const Estimate& seen) {
  const double expected = gap_of_longer_weights(schedule_.expected_gap(seen.gap));
  const bool looks_reached = visits_->sees_all() && expected <= params_.tolerance;
  const bool may_be_mean =
      acceleration_ != nullptr && acceleration_->may_end_at_mean(seen.gap, params_.tolerance);
  const bool is_due =
      looks_reached || may_be_mean || schedule_.is_overdue(epoch_) || is_last_epoch();
  visits_->adapt_to(expected);
  schedule_.record_estimate(seen.gap);
  newton_.record_gap(log_.visits(), seen.gap);
  if (!is_due) return report_estimate(seen);
  check_exactly();
  report_certificate();
  if (certificate_.relative_gap <= params_.tolerance) {
    stopped_ = Stop::tolerance;
  } else if (schedule_.is_stuck(certificate_.relative_gap, epoch_) && std::is_same_v<Real, float>) {
    stopped_ = Stop::precision;
  } else {
    if (hard_margin_) refuse_inseparable();
    if (is_last_epoch()) {
      stopped_ = Stop::max_epochs;
      return;
    }
    if (seen.gap <= params_.tolerance) log_.shrinking().reset();
    schedule_.set_next(epoch_);
  }
}

// Where all scores are at hand, multiples of the weights are looked at, too.
template <class Backend>
double Ascent<Backend>::gap_of_longer_weights(double gap) const {
  if constexpr (!std::is_same_v<Backend, KernelBackend<Real>>) return gap;
  if (!(gap > params_.tolerance && gap < near_tolerance * params_.tolerance)) return gap;
  return std::min(gap, certify_weights(visits_->duals(), 0).relative_gap);
}

// A trace asks for exact values after every pass, but must not change what the run does: they are
// taken from the weights as they are, and only the check that is due anyway may rebuild them.
template <class Backend>
void Ascent<Backend>::report_estimate(const Estimate& seen) {
  Progress now = progress();
  if (rules_.certifies_for_traces && context_.reporter.wants_exact_passes()) {
    return reporter_.report(now, certify_visits(drift()), visits_->nonzero_duals());
  }
  now.primal = seen.primal;
  now.dual = best_dual();
  now.relative_gap = seen.gap;
  if (!std::isfinite(now.dual)) {
    now.dual = seen.dual;
  } else if (std::isfinite(seen.primal) && seen.primal > 0) {
    now.relative_gap = std::max(0.0, (seen.primal - now.dual) / seen.primal);
  }
  reporter_.report(now, visits_->nonzero_duals());
}

// In the middle of a pass, some scores may be of older weights.
template <class Backend>
void Ascent<Backend>::check_where_it_stopped() {
  if (visits_->uses_active_subset()) visits_->refresh_scores();
  static_cast<void>(estimate());
  check_exactly();
  take_best_bound();
  report_certificate();
}

// The best dual value so far bounds the optimum from below, whatever was certified last.
template <class Backend>
void Ascent<Backend>::report_certificate() {
  best_dual_ = std::max(best_dual_, certificate_.dual);
  Certificate shown = certificate_;
  shown.dual = best_dual_;
  reporter_.report(progress(), shown, visits_->nonzero_duals());
}

// The dual value of the variables as they are: sum scale_c beta_c - B^2/(4C) less what the weights
// cost.
template <class Backend>
double Ascent<Backend>::dual_value() {
  const Duals& duals = visits_->duals();
  double value = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    const Slack slack{problem_.C[i], problem_.slack_power};
    double mass = 0;
    for (const DualVariable& v : duals[i]) {
      value += v.scale * v.beta;
      mass += v.beta;
      if (problem_.groups == SlackGroups::constraint) value -= slack.dual_term(v.beta);
    }
    if (problem_.groups == SlackGroups::instance) value -= slack.dual_term(mass);
  }
  if (acceleration_ != nullptr) {
    visits_->complete_weights();
    value = acceleration_->multiple() * value - acceleration_->cost_of_weights();
  } else if (const auto distance = visits_->squared_distance()) {
    value -= 0.5 * *distance;
  } else {
    visits_->complete_weights();
    value -= 0.5 * backend_.squared_distance() + backend_.along_anchor();
  }
  return value + problem_.offset;
}

// For reports: what visits saw is of different times and bounds nothing. Computed now and then, as
// that takes the time of reading all weights.
template <class Backend>
double Ascent<Backend>::best_dual() {
  constexpr double interval = 0.25, times_as_long = 50;
  const double before = reporter_.seconds();
  if (before < next_dual_ || visits_->keeps_weights()) return best_dual_;
  best_dual_ = std::max(best_dual_, dual_value());
  next_dual_ = before + std::max(interval, times_as_long * (reporter_.seconds() - before));
  return best_dual_;
}

template <class Backend>
bool Ascent<Backend>::is_last_epoch() const {
  return epoch_ >= params_.max_epochs || (!hands_over_ && log_.visits() >= most_visits_);
}

// Where rounding in the visits could spoil the bounds, the weights are built again from the duals.
// With a hard margin there is no estimate of how much it could.
template <class Backend>
void Ascent<Backend>::check_exactly() {
  if (acceleration_ != nullptr) {
    certificate_ = certify_visits(0);
    best_bound_ = std::max(best_bound_, certificate_.lower_bound);
    if (certificate_.relative_gap > params_.tolerance) acceleration_->take_rebuilt_weights();
    return;
  }
  if (visits_->keeps_weights()) {
    certificate_ = *visits_->certify(0, context_.pool);
    return;
  }
  double moved = drift();
  if (hard_margin_ || !backend_.is_exact() ||
      moved > most_drift * params_.tolerance * largest_distance_) {
    rebuild_weights(visits_->duals());
    moved = 0;
  }
  certificate_ = certify_visits(moved);
}

// At the weights and duals as visits left them.
template <class Backend>
Certificate Ascent<Backend>::certify_visits(double moved) {
  if (acceleration_ == nullptr && !tries_longer_weights_) {
    if (stages_ != nullptr) stages_->at_full_prices();
    const std::optional<Certificate> bounds = visits_->certify(moved, context_.pool);
    if (stages_ != nullptr) stages_->at_stage_prices();
    if (bounds) return *bounds;
  }
  const Duals& duals = visits_->duals();
  visits_->complete_weights();
  return acceleration_ != nullptr ? certify_accelerated(duals) : certify_weights(duals, moved);
}

// Duals of an accelerated run that is stopped on its way may prove less than others before them.
template <class Backend>
void Ascent<Backend>::take_best_bound() {
  if (!(best_bound_ > certificate_.lower_bound)) return;
  certificate_.lower_bound = best_bound_;
  if (certificate_.primal > 0) {
    certificate_.relative_gap = (certificate_.primal - best_bound_) / certificate_.primal;
  }
}

// The square of how far rounding may have moved the weights.
template <class Backend>
double Ascent<Backend>::drift() const {
  if (const auto counted = visits_->squared_drift()) return *counted;
  return visits_->drift_factor() * backend_.squared_drift(2 * largest_distance_);
}

template <class Backend>
void Ascent<Backend>::rebuild_weights(const Duals& duals) {
  visits_->drop_weights();
  backend_.reset();
  visits_->add_to_weights(duals);
  visits_->complete_weights();
}

template <class Backend>
Certificate Ascent<Backend>::certify_weights(const Duals& duals, double drift) const {
  if (stages_ != nullptr) stages_->at_full_prices();
  Certificate bounds =
      certify(problem_, tables_.scan, tables_.map, backend_, duals, drift, context_.pool);
  if constexpr (CanScale<Backend>) {
    if (tries_longer_weights_ && bounds.relative_gap > params_.tolerance &&
        bounds.relative_gap < near_tolerance * params_.tolerance) {
      try_longer_weights(problem_, tables_.scan, tables_.map, backend_, context_.pool, bounds);
    }
  }
  if (stages_ != nullptr) stages_->at_stage_prices();
  return bounds;
}

// Of the problem, from the subproblem: the weights are not those of the duals.
template <class Backend>
Certificate Ascent<Backend>::certify_accelerated(const Duals& duals) {
  const Certificate bounds = certify_subproblem(duals, acceleration_->rebuilt_distance(duals));
  ends_with_mean_ = false;
  if (!(bounds.relative_gap > params_.tolerance) || !acceleration_->has_mean()) return bounds;
  acceleration_->swap_mean();
  const Certificate at_mean = certify_subproblem(duals, acceleration_->distance_from_rebuilt());
  acceleration_->swap_mean();
  ends_with_mean_ = at_mean.relative_gap < bounds.relative_gap;
  return ends_with_mean_ ? at_mean : bounds;
}

template <class Backend>
Certificate Ascent<Backend>::certify_subproblem(const Duals& duals, double distance) const {
  Certificate bounds = certify(problem_, tables_.scan, tables_.map, backend_, duals, distance,
                               context_.pool, acceleration_->multiple());
  bounds.dual -= 0.5 * distance;
  return bounds;
}

template <class Backend>
Progress Ascent<Backend>::progress() const {
  Progress progress;
  progress.epoch = epoch_;
  progress.updates = log_.updates();
  return progress;
}

// ---- Hard margins

// For weights u of length 1 and constraint vectors z_c = (M'a_c) (x) x_i, the smallest
// u'z_c/||z_c|| is at most ||sum alpha_c z_c|| / sum alpha_c ||z_c||: the duals prove how small
// every margin is.
template <class Backend>
double Ascent<Backend>::margin_limit() {
  const Duals& duals = visits_->duals();
  double total = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (const DualVariable& v : duals[i]) {
      total += v.scale * v.beta *
               std::sqrt(backend_.squared_length(i) * tables_.gram.squared_length(v.plus, v.minus));
    }
  }
  return total > 0 ? std::sqrt(backend_.squared_distance()) / total : 1;
}

template <class Backend>
void Ascent<Backend>::refuse_inseparable() {
  const double limit = margin_limit();
  const bool is_over = epoch_ >= params_.max_epochs;
  if (limit >= smallest_margin && !(is_over && certificate_.weight_scale == 0)) return;
  fail(ErrorKind::input,
       "the data {} be separated: after {} epochs some constraint fails, and no weights can give "
       "every constraint a margin above {:.2g} of its length; use a finite C",
       limit < smallest_margin ? "cannot" : "could not", epoch_, limit);
}

template class Ascent<LinearBackend<float>>;
template class Ascent<LinearBackend<double>>;
template class Ascent<KernelBackend<float>>;
template class Ascent<KernelBackend<double>>;
template class Ascent<HybridBackend>;

}  // namespace clade::detail
