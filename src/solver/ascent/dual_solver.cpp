#include "solver/ascent/dual_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "base/fail.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/interior_point/low_dimensional.h"
#include "solver/problem/slack.h"

namespace clade {

namespace {

// Below this part of the mean gap the step of a flat problem is not worth its change of the
// weights.
constexpr double negligible_share = 0.03;
// Rounding may take this part of the tolerance before the weights are built again.
constexpr double most_drift = 0.1;
// Where a solver works on the worst: instances with this part of the mean gap or more, until they
// have lost all but a part of theirs.
constexpr double worst_share = 0.1;
constexpr double round_goal = 0.1;
constexpr int passes_of_a_round = 10;
// How often a run is asked whether it should stop.
constexpr std::size_t visits_between_questions = 256;
// Hard margins: data are called inseparable when no weights can give every constraint a margin of
// this part of its length.
constexpr double smallest_margin = 1e-4;
constexpr int checks_until_stuck = 8;
constexpr int epochs_until_stuck = 100;
constexpr std::size_t visits_until_stuck = 1'000'000;  // small problems may take their time

// The interior point method wants weights.
template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& problem,
                               const LinearBackend<Real>& /*backend*/) {
  return visits_before_interior_point(problem);
}
template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& /*problem*/,
                               const KernelBackend<Real>& /*backend*/) {
  return never;
}

}  // namespace

template <class Backend>
DualSolver<Backend>::DualSolver(const Problem<Real>& problem, Backend& backend,
                                const SolverParams& params, TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      random_(context.seed),
      tables_(problem.constraints, problem.slack_power),
      map_(problem.score_map),
      gram_(problem.score_map),
      visit_(problem, tables_, map_, gram_, backend),
      most_visits_(visits_of_ascent(problem, backend)),
      duals_(problem.rows.size()),
      seen_(problem.rows.size()),
      rests_(problem.rows.size()) {
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    total_duals_ += problem.constraints.count(i);
    hard_margin_ = hard_margin_ || std::isinf(problem.C[i]);
  }
  next_check_ = check_interval();
  if (Backend::works_on_the_worst) burdens_.resize(problem.rows.size());
  if (BlockVisits<Backend>::is_worth_it(problem)) {
    block_visits_ = std::make_unique<BlockVisits<Backend>>(problem, tables_, map_, gram_, backend,
                                                           context.pool);
  } else if (FlatVisits<Backend>::is_for(problem)) {
    flat_visits_ = std::make_unique<FlatVisits<Backend>>(problem, tables_, backend);
  }
}

// The start is scaled to the point of the best dual value on its ray: with beta t the dual is
// t linear - t^2 (||w||^2/2 + slack terms), and t may grow as far as the boxes allow.
template <class Backend>
void DualSolver<Backend>::start_from(Duals start, bool has_weights) {
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
  if (!has_weights) add_to_weights(start);
  const double bend = backend_.squared_norm() + 2 * slack_terms;
  const double best = bend > 0 ? std::min(most, linear / bend) : 0;
  backend_.scale(best);
  for (auto& of_instance : start) {
    for (DualVariable& v : of_instance) v.beta *= best;
  }
  duals_ = std::move(start);
  if (flat_visits_ != nullptr) flat_visits_->take(duals_);
}

template <class Backend>
void DualSolver<Backend>::go_on_from(Duals start) {
  duals_ = std::move(start);
  rebuild_weights();
  if (flat_visits_ != nullptr) flat_visits_->take(duals_);
}

template <class Backend>
void DualSolver<Backend>::stay_with_ascent(std::uint64_t most_visits) {
  hands_over_ = false;
  most_visits_ = most_visits;
}

template <class Backend>
Certificate DualSolver<Backend>::certify_at(const Duals& duals) {
  backend_.reset();
  add_to_weights(duals);
  return certify(problem_, tables_, map_, backend_, duals, 0, context_.pool);
}

template <class Backend>
SolverResult DualSolver<Backend>::run() {
  while (!stopped_) {
    if (hands_over_ && visits_ >= most_visits_) try_interior_point();
    if (stopped_) break;
    ++epoch_;
    if (run_epoch()) {
      estimate_and_check();
    } else {
      stopped_ = Stop::interrupted;
    }
  }
  SolverResult result;
  if (hard_margin_ && certificate_.feasible_scale > 0) backend_.scale(certificate_.feasible_scale);
  result.certificate = certificate_;
  result.nonzero_duals = nonzero_duals();
  result.total_duals = total_duals_;
  result.epochs = epoch_;
  result.visits = visits_;
  result.stopped = *stopped_;
  fetch_duals();
  result.duals = std::move(duals_);
  return result;
}

// Where it does not reach the tolerance, the ascent goes on as if nothing had been.
template <class Backend>
void DualSolver<Backend>::try_interior_point() {
  most_visits_ = never;
  if constexpr (!Backend::works_on_the_worst) {
    SolverParams params = params_;
    params.max_epochs -= epoch_;
    auto found = solve_by_interior_point(problem_, backend_, params, false, context_);
    if (!found) return;
    flat_visits_.reset();
    duals_ = std::move(found->duals);
    certificate_ = found->certificate;
    stopped_ = found->stopped;
    epoch_ += found->epochs;
    report_exactly(certificate_);
  }
}

// False where the run was asked to stop.
template <class Backend>
bool DualSolver<Backend>::run_epoch() {
  if constexpr (Backend::works_on_the_worst) return run_round();
  order_.clear();
  for (std::size_t i = 0; i < duals_.size(); ++i) {
    if (!rests_.rests(i) && problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return visit_in_random_order();
}

template <class Backend>
bool DualSolver<Backend>::visit_in_random_order() {
  random_.shuffle(std::span(order_));
  constexpr std::size_t count = BlockVisits<Backend>::block_size;
  for (std::size_t k = 0; k < order_.size(); k += count) {
    if (k % visits_between_questions == 0 && context_.reporter.stop_requested()) return false;
    visit_from(k, std::min(count, order_.size() - k));
  }
  return true;
}

// In place of a pass over all: some over those that have the most of the gap, and the others catch
// up. False where the run was asked to stop.
template <class Backend>
bool DualSolver<Backend>::run_round() {
  if constexpr (Backend::works_on_the_worst) {
    if (epoch_ == 1) look_at_all();
    choose_the_worst();
    if (order_.empty()) return true;
    backend_.follow_only(order_);
    const double before = gap_of(order_);
    for (int pass = 0; pass < passes_of_a_round; ++pass) {
      if (!visit_in_random_order()) return false;
      if (gap_of(order_) < round_goal * before) break;
    }
    backend_.catch_up(context_.pool);
    look_at_all();
  }
  return true;
}

template <class Backend>
void DualSolver<Backend>::look_at_all() {
  std::vector<VisitReport> reports(duals_.size());
  block_visits_->look_at_all(duals_, reports);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    seen_[i] = {reports[i].gap, reports[i].cost, reports[i].value};
    burdens_[i] = hard_margin_ ? reports[i].violation : reports[i].gap;
  }
}

template <class Backend>
void DualSolver<Backend>::choose_the_worst() {
  const double mean = std::accumulate(burdens_.begin(), burdens_.end(), 0.0) /
                      static_cast<double>(std::max<std::size_t>(1, burdens_.size()));
  order_.clear();
  for (std::size_t i = 0; i < burdens_.size(); ++i) {
    if (burdens_[i] > worst_share * mean && problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

template <class Backend>
double DualSolver<Backend>::gap_of(std::span<const std::uint32_t> instances) const {
  double sum = 0;
  for (const std::uint32_t i : instances) sum += burdens_[i];
  return sum;
}

template <class Backend>
void DualSolver<Backend>::visit_from(std::size_t k, std::size_t count) {
  if (block_visits_ == nullptr) {
    for (std::size_t end = k + count; k < end; ++k) {
      prefetch_ahead(k);
      const std::size_t i = order_[k];
      take_in(k, flat_visits_ != nullptr ? (*flat_visits_)(i, negligible_share * rests_.mean())
                                         : visit_(i, duals_[i]));
    }
    return;
  }
  std::array<VisitReport, BlockVisits<Backend>::block_size> reports;
  (*block_visits_)(std::span(order_).subspan(k, count), duals_, reports);
  for (std::size_t b = 0; b < count; ++b) take_in(k + b, reports[b]);
}

// What the visit of the k-th instance in order saw and changed.
template <class Backend>
void DualSolver<Backend>::take_in(std::size_t k, const VisitReport& seen) {
  // Slacks have no price with a hard margin, so there the gap says nothing.
  const double burden = hard_margin_ ? seen.violation : seen.gap;
  seen_[order_[k]] = {seen.gap, seen.cost, seen.value};
  updates_ += seen.changes;
  ++visits_;
  if (burdens_.empty()) return rests_.take_in(k, order_[k], burden);
  rests_.take_in_mean(k, burden);
  burdens_[order_[k]] = burden;
}

template <class Backend>
void DualSolver<Backend>::prefetch_ahead(std::size_t k) const {
  if (k + 8 < order_.size()) {
    const std::size_t i = order_[k + 8];
    __builtin_prefetch(&duals_[i]);
    __builtin_prefetch(&seen_[i], 1);
    __builtin_prefetch(&problem_.C[i]);
    backend_.prefetch_place(i);
  }
  if (k + 4 < order_.size()) {
    const std::size_t i = order_[k + 4];
    backend_.prefetch_row(i);
    if (flat_visits_ != nullptr) {
      flat_visits_->prefetch(i);
    } else {
      const auto& duals = duals_[i];
      for (std::size_t c = 0; c < duals.size(); c += 2) __builtin_prefetch(duals.data() + c);
    }
  }
  if (k + 1 < order_.size()) backend_.prefetch_weights(order_[k + 1]);
}

// From what the visits saw: without an anchor the weights are not read.
template <class Backend>
typename DualSolver<Backend>::Estimate DualSolver<Backend>::estimate() {
  Seen sum;
  for (const Seen& seen : seen_) {
    sum.gap += seen.gap;
    sum.cost += seen.cost;
    sum.value += seen.value;
  }
  // Of the norms, the sum of both objectives holds w0'(w0 - w) alone.
  const double from_anchor = 0.5 * (sum.gap + sum.cost + sum.value - backend_.along_anchor());
  const double primal = from_anchor + problem_.offset;
  if (!std::isfinite(primal)) return {primal, 0, 1};
  largest_distance_ = std::max(largest_distance_, from_anchor - sum.cost);
  return {primal, primal - sum.gap, primal > 0 ? sum.gap / primal : 0};
}

// A trace asks for exact values after every pass, but must not change what the run does: they are
// taken from the weights as they are, and only the check that is due anyway may rebuild them.
// Sets stopped_ when an exact check has shown that the run is over.
template <class Backend>
void DualSolver<Backend>::estimate_and_check() {
  const auto [primal, dual, gap] = estimate();
  const bool is_due = check_is_due(gap);
  last_estimate_ = gap;
  if (!is_due) {
    if (context_.reporter.wants_exact_passes()) {
      fetch_duals();
      report_exactly(certify_weights(drift()));
    } else {
      report(primal, dual, gap, false);
    }
    return;
  }
  exact_check();
  report_exactly(certificate_);
  if (certificate_.relative_gap <= params_.tolerance) {
    stopped_ = Stop::tolerance;
  } else if (is_stuck()) {
    stopped_ = Stop::precision;
  } else if (is_last_epoch()) {
    if (hard_margin_) refuse_inseparable();
    stopped_ = Stop::max_epochs;
  } else {
    if (hard_margin_) refuse_inseparable();
    if (gap <= params_.tolerance) rests_.wake_all();
    next_check_ = epoch_ + check_interval();
  }
}

// In single precision a gap that exact checks no longer lower is rounding, and more epochs are
// lost.
template <class Backend>
bool DualSolver<Backend>::is_stuck() {
  if (certificate_.relative_gap < 0.95 * best_gap_) {
    best_gap_ = certificate_.relative_gap;
    best_epoch_ = epoch_;
    checks_without_progress_ = 0;
  } else {
    ++checks_without_progress_;
  }
  const auto patience = static_cast<int>(visits_until_stuck / (duals_.size() + 1));
  return std::is_same_v<Real, float> && checks_without_progress_ >= checks_until_stuck &&
         epoch_ - best_epoch_ >= std::max({epochs_until_stuck, best_epoch_, patience});
}

// Epochs until the next check whatever the estimate says. A hard margin has no estimate: slacks
// have no price there.
template <class Backend>
int DualSolver<Backend>::check_interval() const {
  return std::max(hard_margin_ ? 1 : 64, epoch_ / 2);
}

// The estimate holds slacks from the whole epoch, so it lags: the gap at its end is near the
// estimate of the next epoch, which the last two let expect.
template <class Backend>
bool DualSolver<Backend>::check_is_due(double estimated_gap) const {
  const double trend =
      last_estimate_ > 0 && burdens_.empty() ? std::min(1.0, estimated_gap / last_estimate_) : 1.0;
  return estimated_gap * trend <= params_.tolerance || epoch_ >= next_check_ || is_last_epoch();
}

template <class Backend>
bool DualSolver<Backend>::is_last_epoch() const {
  return epoch_ >= params_.max_epochs || (!hands_over_ && visits_ >= most_visits_);
}

// Where rounding in the visits could spoil the bounds, the weights are built again from the duals.
// With a hard margin there is no estimate of how much it could.
template <class Backend>
void DualSolver<Backend>::exact_check() {
  fetch_duals();
  double moved = drift();
  if (hard_margin_ || !backend_.is_exact() ||
      moved > most_drift * params_.tolerance * largest_distance_) {
    rebuild_weights();
    moved = 0;
  }
  certificate_ = certify_weights(moved);
}

// The square of how far rounding may have moved the weights.
template <class Backend>
double DualSolver<Backend>::drift() const {
  return backend_.squared_drift(2 * largest_distance_);
}

template <class Backend>
void DualSolver<Backend>::fetch_duals() {
  if (flat_visits_ != nullptr) flat_visits_->store(duals_);
}

template <class Backend>
void DualSolver<Backend>::rebuild_weights() {
  backend_.reset();
  add_to_weights(duals_);
}

template <class Backend>
void DualSolver<Backend>::add_to_weights(const Duals& duals) {
  if (block_visits_ != nullptr) return block_visits_->add_to_weights(duals);
  for (std::size_t i = 0; i < duals.size(); ++i) {
    visit_.take_share(duals[i]);
    visit_.apply(i);
  }
}

template <class Backend>
Certificate DualSolver<Backend>::certify_weights(double drift) const {
  return certify(problem_, tables_, map_, backend_, duals_, drift, context_.pool);
}

// For weights u of length 1 and constraint vectors z_c = (M'a_c) (x) x_i, the smallest
// u'z_c/||z_c|| is at most ||sum alpha_c z_c|| / sum alpha_c ||z_c||: the duals prove how small
// every margin is.
template <class Backend>
double DualSolver<Backend>::margin_limit() const {
  double total = 0;
  for (std::size_t i = 0; i < duals_.size(); ++i) {
    for (const DualVariable& v : duals_[i]) {
      total += v.scale * v.beta *
               std::sqrt(backend_.squared_length(i) * gram_.squared_length(v.plus, v.minus));
    }
  }
  return total > 0 ? std::sqrt(backend_.squared_distance()) / total : 1;
}

template <class Backend>
void DualSolver<Backend>::refuse_inseparable() const {
  const double limit = margin_limit();
  const bool is_over = epoch_ >= params_.max_epochs;
  if (limit >= smallest_margin && !(is_over && certificate_.feasible_scale == 0)) return;
  fail(ErrorKind::input,
       "the data {} be separated: after {} epochs some constraint fails, and no weights can give "
       "every constraint a margin above {:.2g} of its length; use a finite C",
       limit < smallest_margin ? "cannot" : "could not", epoch_, limit);
}

template <class Backend>
void DualSolver<Backend>::report_exactly(const Certificate& seen) const {
  report(seen.primal, seen.dual, seen.relative_gap, true);
}

template <class Backend>
void DualSolver<Backend>::report(double primal, double dual, double gap, bool certified) const {
  Progress progress;
  progress.epoch = epoch_;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  progress.primal = primal;
  progress.dual = dual;
  progress.relative_gap = gap;
  progress.active_ratio =
      total_duals_ > 0 ? static_cast<double>(nonzero_duals()) / static_cast<double>(total_duals_)
                       : 0;
  progress.updates = updates_;
  progress.certified = certified;
  context_.reporter.on_pass(progress);
}

template <class Backend>
std::uint64_t DualSolver<Backend>::nonzero_duals() const {
  if (flat_visits_ != nullptr) return flat_visits_->nonzero_duals();
  std::uint64_t count = 0;
  for (const auto& of_instance : duals_) count += of_instance.size();
  return count;
}

template class DualSolver<LinearBackend<float>>;
template class DualSolver<LinearBackend<double>>;
template class DualSolver<KernelBackend<float>>;
template class DualSolver<KernelBackend<double>>;

}  // namespace clade
