#include "solver/ascent/large_solver.h"

#include <algorithm>

namespace clade {
namespace {

// A batch looks at weights that are older by itself: at most by this part of what was visited, and
// of an epoch.
constexpr std::uint64_t batches_per_visits = 8;
constexpr std::size_t batches_per_epoch = 64;
constexpr std::size_t smallest_batch = 64;
// Far from the solution nearly all of the gap is in the promising classes. Nearer to it small
// violations of many others make up the most of it.
constexpr double gap_for_all = 0.3;
constexpr int epochs_until_stuck = 20;
constexpr std::size_t visits_until_stuck = 1'000'000;  // small problems may take their time

}  // namespace

LargeSolver::LargeSolver(const Problem<float>& problem, const DecisionGroups& groups,
                         SplitBackend& backend, const SolverParams& params, TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      random_(context.seed),
      tables_(problem.constraints, problem.slack_power),
      map_(problem.score_map),
      gram_(problem.score_map),
      visit_(problem, groups, tables_, map_, gram_, backend, context.pool),
      duals_(problem.rows.size()),
      seen_(problem.rows.size()),
      reports_(BatchVisits::largest),
      rests_(problem.rows.size()) {
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    total_duals_ += problem.constraints.count(i);
  }
  visit_.set_looks(BatchVisits::Looks::promising);
}

SolverResult LargeSolver::run() {
  while (!stopped_) {
    ++epoch_;
    if (run_epoch()) {
      estimate_and_check();
    } else {
      stopped_ = Stop::interrupted;
    }
  }
  SolverResult result;
  result.certificate = certificate_;
  result.nonzero_duals = nonzero_duals();
  result.total_duals = total_duals_;
  result.epochs = epoch_;
  result.visits = visits_;
  result.stopped = *stopped_;
  result.duals = std::move(duals_);
  return result;
}

// False where the run was asked to stop.
bool LargeSolver::run_epoch() {
  order_.clear();
  for (std::size_t i = 0; i < duals_.size(); ++i) {
    if (!rests_.rests(i) && problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  random_.shuffle(std::span(order_));
  for (std::size_t first = 0; first < order_.size();) {
    if (context_.reporter.stop_requested()) return false;
    const std::size_t size = std::min(batch_size(), order_.size() - first);
    const auto reports = std::span(reports_).first(size);
    visit_(std::span(order_).subspan(first, size), duals_, reports);
    take_in(first, reports);
    first += size;
  }
  return true;
}

std::size_t LargeSolver::batch_size() const {
  const std::uint64_t most =
      std::clamp(duals_.size() / batches_per_epoch, smallest_batch, BatchVisits::largest);
  return std::clamp<std::uint64_t>(visits_ / batches_per_visits, smallest_batch, most);
}

void LargeSolver::take_in(std::size_t first, std::span<const VisitReport> reports) {
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const std::size_t i = order_[first + k];
    seen_[i] = reports[k];
    rests_.take_in(first + k, i, reports[k].gap);
    updates_ += reports[k].changes;
  }
  visits_ += reports.size();
}

// As in dual_solver.cpp: the gap is a sum over instances, and with it go the norms.
void LargeSolver::estimate_and_check() {
  VisitReport sum;
  for (const VisitReport& seen : seen_) {
    sum.gap += seen.gap;
    sum.cost += seen.cost;
    sum.value += seen.value;
  }
  const double primal = 0.5 * (sum.gap + sum.cost + sum.value) + problem_.offset;
  const double gap = primal > 0 ? sum.gap / primal : 0;
  const bool is_due = check_is_due(gap);
  if (expected_after(gap) <= gap_for_all) visit_.set_looks(BatchVisits::Looks::all);
  last_estimate_ = gap;
  if (!is_due) return report(primal, primal - sum.gap, gap, false);
  visit_.rebuild_weights(duals_);
  certificate_ = certify(problem_, tables_, map_, backend_, duals_, 0, context_.pool);
  report(certificate_.primal, certificate_.dual, certificate_.relative_gap, true);
  if (certificate_.relative_gap <= params_.tolerance) {
    stopped_ = Stop::tolerance;
  } else if (is_stuck()) {
    stopped_ = Stop::precision;
  } else if (epoch_ >= params_.max_epochs) {
    stopped_ = Stop::max_epochs;
  } else if (gap <= params_.tolerance) {
    rests_.wake_all();
  }
}

// In single precision a gap that exact checks no longer lower is rounding.
bool LargeSolver::is_stuck() {
  if (certificate_.relative_gap < 0.95 * best_gap_) {
    best_gap_ = certificate_.relative_gap;
    best_epoch_ = epoch_;
  }
  const auto patience = static_cast<int>(visits_until_stuck / (duals_.size() + 1));
  return epoch_ - best_epoch_ >= std::max({epochs_until_stuck, best_epoch_, patience});
}

// The estimate holds slacks from the whole epoch, so it lags: the gap at its end is near the
// estimate of the next epoch, which the last two let expect.
bool LargeSolver::check_is_due(double estimated_gap) const {
  const bool looks_reached =
      visit_.sees_all() && expected_after(estimated_gap) <= params_.tolerance;
  return looks_reached || epoch_ >= params_.max_epochs;
}

double LargeSolver::expected_after(double estimated_gap) const {
  const double trend = last_estimate_ > 0 ? std::min(1.0, estimated_gap / last_estimate_) : 1.0;
  return estimated_gap * trend;
}

void LargeSolver::report(double primal, double dual, double gap, bool certified) const {
  Progress progress;
  progress.epoch = epoch_;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  progress.primal = primal;
  progress.dual = dual;
  progress.relative_gap = gap;
  progress.active_ratio = static_cast<double>(nonzero_duals()) /
                          static_cast<double>(std::max<std::uint64_t>(1, total_duals_));
  progress.updates = updates_;
  progress.certified = certified;
  context_.reporter.on_pass(progress);
}

std::uint64_t LargeSolver::nonzero_duals() const {
  std::uint64_t count = 0;
  for (const auto& of_instance : duals_) count += of_instance.size();
  return count;
}

}  // namespace clade
