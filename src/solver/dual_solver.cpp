#include "solver/dual_solver.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/fail.h"
#include "solver/linear_backend.h"

namespace clade {

namespace {

// An instance rests when its violation is below this part of the mean, each time twice as long.
constexpr double quiet_share = 0.4;
constexpr std::uint8_t longest_rest = 7;
// How often a run is asked whether it should stop.
constexpr std::size_t visits_between_questions = 256;
// Hard margins: data are called inseparable when no weights can give every constraint a margin of
// this part of its length.
constexpr double smallest_margin = 1e-4;
constexpr int checks_until_stuck = 8;

}  // namespace

template <class Backend>
DualSolver<Backend>::DualSolver(const Problem<Real>& problem, Backend& backend,
                                const SolverParams& params, TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      random_(context.seed),
      scales_(problem.constraints, problem.slack_power),
      visit_(problem, scales_, backend),
      duals_(problem.rows.size()),
      costs_(problem.rows.size()),
      rest_(problem.rows.size()) {
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    total_duals_ += problem.constraints.count(i);
    hard_margin_ = hard_margin_ || std::isinf(problem.C[i]);
  }
  next_check_ = check_interval();
}

template <class Backend>
SolverResult DualSolver<Backend>::run() {
  while (stopped_.empty()) {
    ++epoch_;
    if (run_epoch()) {
      estimate_and_check();
    } else {
      stopped_ = "interrupted";
    }
  }
  SolverResult result;
  if (hard_margin_ && certificate_.feasible_scale > 0) backend_.scale(certificate_.feasible_scale);
  result.certificate = certificate_;
  result.nonzero_duals = nonzero_duals();
  result.total_duals = total_duals_;
  result.epochs = epoch_;
  result.stopped = stopped_;
  result.duals = std::move(duals_);
  return result;
}

// False where the run was asked to stop.
template <class Backend>
bool DualSolver<Backend>::run_epoch() {
  order_.clear();
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    if (rest_[i].left > 0) {
      --rest_[i].left;
    } else if (problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  random_.shuffle(std::span(order_));
  double violation_sum = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    if (k % visits_between_questions == 0 && context_.reporter.stop_requested()) return false;
    const std::size_t i = order_[k];
    const VisitReport seen = visit_(i, duals_[i]);
    violation_sum += seen.violation;
    costs_[i] = seen.cost;
    updates_ += seen.changes;
    rest_if_quiet(i, seen.violation);
  }
  mean_violation_ = order_.empty() ? 0 : violation_sum / static_cast<double>(order_.size());
  return true;
}

template <class Backend>
void DualSolver<Backend>::rest_if_quiet(std::size_t i, double violation) {
  Rest& rest = rest_[i];
  if (violation < quiet_share * mean_violation_) {
    rest.length =
        std::min<std::uint8_t>(longest_rest, static_cast<std::uint8_t>(2 * rest.length + 1));
    rest.left = rest.length;
  } else {
    rest = {};
  }
}

template <class Backend>
void DualSolver<Backend>::wake_all() {
  std::fill(rest_.begin(), rest_.end(), Rest{});
}

// A trace asks for exact values after every pass, but must not change what the run does: they are
// taken from the weights as they are, and only the check that is due anyway rebuilds them.
// Sets stopped_ when an exact check has shown that the run is over.
template <class Backend>
void DualSolver<Backend>::estimate_and_check() {
  double primal = 0.5 * backend_.squared_distance();
  for (const double cost : costs_) primal += cost;
  const double dual = dual_value(problem_, backend_, duals_).value;
  double gap = primal > 0 ? (primal - dual) / primal : 0;
  if (!std::isfinite(primal)) gap = 1;
  if (!check_is_due(gap)) {
    if (context_.reporter.wants_exact_passes()) {
      report_exactly(certify_weights());
    } else {
      report(primal, dual, gap, false);
    }
    return;
  }
  exact_check();
  report_exactly(certificate_);
  if (certificate_.relative_gap <= params_.tolerance) {
    stopped_ = "tolerance";
  } else if (is_stuck()) {
    stopped_ = "precision";
  } else if (epoch_ >= params_.max_epochs) {
    if (hard_margin_) refuse_inseparable();
    stopped_ = "max-epochs";
  } else {
    if (hard_margin_) refuse_inseparable();
    wake_all();
    next_check_ = epoch_ + check_interval();
  }
}

// In single precision a gap that exact checks no longer lower is rounding, and more epochs are
// lost.
template <class Backend>
bool DualSolver<Backend>::is_stuck() {
  if (certificate_.relative_gap < 0.95 * best_gap_) {
    best_gap_ = certificate_.relative_gap;
    checks_without_progress_ = 0;
  } else {
    ++checks_without_progress_;
  }
  return std::is_same_v<Real, float> && checks_without_progress_ >= checks_until_stuck;
}

// Epochs until the next check whatever the estimate says. A hard margin has no estimate: slacks
// have no price there.
template <class Backend>
int DualSolver<Backend>::check_interval() const {
  return std::max(hard_margin_ ? 1 : 16, epoch_ / 2);
}

template <class Backend>
bool DualSolver<Backend>::check_is_due(double estimated_gap) const {
  return estimated_gap <= params_.tolerance || epoch_ >= next_check_ ||
         epoch_ == params_.max_epochs;
}

// The weights are rebuilt from the duals, so that rounding in the visits cannot spoil the bounds.
template <class Backend>
void DualSolver<Backend>::exact_check() {
  backend_.reset();
  for (std::size_t i = 0; i < duals_.size(); ++i) visit_.add_to_weights(i, duals_[i]);
  certificate_ = certify_weights();
}

template <class Backend>
Certificate DualSolver<Backend>::certify_weights() const {
  return certify(problem_, scales_, backend_, duals_, context_.pool);
}

// For weights u of length 1 and constraint vectors z_c = (M'a_c) (x) x_i, the smallest
// u'z_c/||z_c|| is at most ||sum alpha_c z_c|| / sum alpha_c ||z_c||: the duals prove how small
// every margin is.
template <class Backend>
double DualSolver<Backend>::margin_limit() const {
  double total = 0;
  for (std::size_t i = 0; i < duals_.size(); ++i) {
    for (const DualVariable& v : duals_[i]) {
      total += v.scale * v.beta * std::sqrt(backend_.squared_length(i) * visit_.squared_length(v));
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
  std::uint64_t count = 0;
  for (const auto& of_instance : duals_) count += of_instance.size();
  return count;
}

template class DualSolver<LinearBackend<float>>;
template class DualSolver<LinearBackend<double>>;

}  // namespace clade
