#include "solver/ranks/rank_ascent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "solver/ascent/make_visits.h"

namespace clade::detail {

namespace {

// Rounds of an epoch. In the first epochs all ranks learn the same, and what one knows saves the
// others a step.
constexpr std::size_t rounds_at_first = 8, rounds_later = 2;
constexpr int first_epochs = 2;
// sigma beside what was seen, and how much of its last value stays.
constexpr double margin_of_sigma = 1.1, memory_of_sigma = 0.5;
// Epochs between exact checks, whatever the estimate says.
constexpr int longest_interval = 64;

void scale(Duals& duals, double factor) {
  for (auto& of_instance : duals) {
    for (DualVariable& v : of_instance) v.beta *= factor;
  }
}

std::uint64_t count(const Duals& duals) {
  std::uint64_t sum = 0;
  for (const auto& of_instance : duals) sum += of_instance.size();
  return sum;
}

}  // namespace

template <class Real>
RankAscent<Real>::RankAscent(Problem<Real>& problem, LinearBackend<Real>& backend,
                             const SolverParams& params, TrainContext& context)
    : problem_(problem),
      backend_(backend),
      params_(params),
      context_(context),
      peers_(context.peers),
      prices_(problem.C),
      tables_(problem),
      random_(context.seed + static_cast<std::uint64_t>(peers_.rank())),
      visits_(make_visits(tables_, backend, context.pool)),
      log_(problem.rows.size(), false, false),
      reporter_(context.reporter, peers_.sum(problem.constraints.total())),
      times_(peers_),
      sigma_(peers_.size()),
      wants_exact_passes_(peers_.any(context.reporter.wants_exact_passes())),
      instances_(peers_.sum(std::uint64_t{problem.rows.size()})),
      weights_(backend.make_anchor()),
      duals_(problem.rows.size()),
      is_touched_(problem.features) {
  const bool is_hard =
      std::any_of(prices_.begin(), prices_.end(), [](double C) { return std::isinf(C); });
  if (is_hard || problem.anchor != nullptr) {
    fail(ErrorKind::usage,
         "several ranks need a finite `C`, and a training that begins with nothing");
  }
}

template <class Real>
RankAscent<Real>::~RankAscent() {
  problem_.C = prices_;
}

template <class Real>
SolverResult RankAscent<Real>::run() {
  while (!stopped_) {
    ++epoch_;
    run_epoch();
    if (stopped_) {
      if (context_.reporter.wants_partial_result()) check_exactly();
    } else {
      report_and_check();
    }
  }
  times_.say_totals(epoch_, context_.reporter);
  return result();
}

template <class Real>
SolverResult RankAscent<Real>::result() {
  SolverResult result;
  result.certificate = certificate_;
  result.nonzero_duals = peers_.sum(count(duals_));
  result.total_duals = reporter_.total_duals();
  result.epochs = epoch_;
  result.visits = log_.visits();
  result.stopped = *stopped_;
  return result;
}

// ---- An epoch

template <class Real>
void RankAscent<Real>::run_epoch() {
  order_.clear();
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    if (!log_.shrinking().leaves_out(i) && problem_.constraints.count(i) > 0) {
      order_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  random_.shuffle(std::span(order_));
  const std::size_t rounds = epoch_ <= first_epochs ? rounds_at_first : rounds_later;
  for (std::size_t r = 0; r < rounds && !stopped_; ++r) {
    const std::size_t begin = order_.size() * r / rounds, end = order_.size() * (r + 1) / rounds;
    run_round(std::span(order_).subspan(begin, end - begin));
  }
}

// The step is where the dual value is best between 0 and 1 along the sum of all changes.
template <class Real>
void RankAscent<Real>::run_round(std::span<const std::uint32_t> order) {
  visit(order);
  const DualLine own = own_line();
  const double wants_to_stop = context_.reporter.stop_requested() ? 1 : 0;
  std::array sums{own.moved_linear, own.square_slope, own.square_bend, wants_to_stop};
  const SummedChange<Real> change =
      sum_changes(own_change(order), weights_, peers_, std::span(sums));
  const double slope = sums[0] - change.along_weights - sums[1];
  const double bend = change.squared_norm + 2 * sums[2];
  const double t = bend > 0 ? std::clamp(slope / bend, 0.0, 1.0) : 1;
  step_to(t, change);
  follow(change, t);
  if (sums[3] > 0) stopped_ = Stop::interrupted;
}

// At sigma times the prices, with sigma times the duals.
template <class Real>
void RankAscent<Real>::visit(std::span<const std::uint32_t> order) {
  for (std::size_t i = 0; i < prices_.size(); ++i) problem_.C[i] = sigma_ * prices_[i];
  Duals scaled = duals_;
  scale(scaled, sigma_);
  visits_->set_duals(std::move(scaled));
  for (std::size_t k = 0; k < order.size();) {
    const std::size_t size = std::min(visits_->block_size(log_.visits()), order.size() - k);
    visits_->visit(order, k, size, log_);
    k += size;
  }
  take(order, visits_->duals());
  visits_->complete_weights();
  problem_.C = prices_;
}

// Notes which instances have other duals now, and what these are.
template <class Real>
void RankAscent<Real>::take(std::span<const std::uint32_t> order, const Duals& seen) {
  changed_.clear();
  after_.resize(duals_.size());
  for (const std::uint32_t i : order) {
    InstanceDuals own = seen[i];
    for (DualVariable& v : own) v.beta /= sigma_;
    if (are_same(duals_[i], own)) continue;
    changed_.push_back(i);
    after_[i] = std::move(own);
  }
}

// A_k: what visits did to the weights, without counting it sigma times.
template <class Real>
ChangedRows<Real> RankAscent<Real>::own_change(std::span<const std::uint32_t> order) {
  for (const std::uint32_t i : order) {
    for (const auto& feature : problem_.rows.row(i)) is_touched_[feature.index] = 1;
  }
  ChangedRows<Real> change(weights_.units());
  std::vector<Real> now(weights_.units()), before(weights_.units());
  for (std::size_t j = 0; j < is_touched_.size(); ++j) {
    if (is_touched_[j] == 0) continue;
    is_touched_[j] = 0;
    backend_.weights().view().copy_row(j, now);
    weights_.view().copy_row(j, before);
    for (std::size_t u = 0; u < now.size(); ++u) {
      now[u] = static_cast<Real>((static_cast<double>(now[u]) - static_cast<double>(before[u])) /
                                 sigma_);
    }
    change.add(static_cast<std::uint32_t>(j), now);
  }
  return change;
}

template <class Real>
DualLine RankAscent<Real>::own_line() const {
  DualLine line;
  for (const std::uint32_t i : changed_) line += dual_line(problem_, i, duals_[i], after_[i]);
  return line;
}

template <class Real>
void RankAscent<Real>::step_to(double t, const SummedChange<Real>& change) {
  for (const std::uint32_t i : changed_) {
    duals_[i] =
        t == 1 ? std::move(after_[i]) : mixed(problem_.constraints, i, duals_[i], after_[i], t);
  }
  change.add_to(weights_, t);
  backend_.assign(weights_);
}

template <class Real>
void RankAscent<Real>::follow(const SummedChange<Real>& change, double t) {
  if (!(change.sum_of_squares > 0)) return;
  const double most = peers_.size();
  double seen = margin_of_sigma * change.squared_norm / change.sum_of_squares;
  if (t < 1) seen = std::max(seen, sigma_ / std::max(t, 0.1));
  sigma_ = std::clamp(memory_of_sigma * sigma_ + (1 - memory_of_sigma) * seen, 1.0, most);
}

// ---- Bounds

template <class Real>
void RankAscent<Real>::report_and_check() {
  const VisitLog::Seen seen = log_.sum();
  std::array sums{seen.gap / sigma_, seen.cost / sigma_};
  peers_.sum(std::span(sums));
  Progress now;
  now.epoch = epoch_;
  now.updates = log_.updates();
  times_.end_pass(now, context_.reporter);
  now.primal = 0.5 * weights_.squared_norm() + sums[1] + problem_.offset;
  now.relative_gap = now.primal > 0 ? sums[0] / now.primal : 0;
  now.dual = now.primal - sums[0];
  // What visits saw is of before their steps: the gap goes on to fall as it did.
  const double estimate =
      now.relative_gap *
      std::min(1.0, now.relative_gap / std::exchange(last_gap_, now.relative_gap));
  if (!is_check_due(estimate)) return reporter_.report(now, peers_.sum(count(duals_)));
  check_exactly();
  reporter_.report(now, certificate_, peers_.sum(count(duals_)));
  if (certificate_.relative_gap <= params_.tolerance) {
    stopped_ = Stop::tolerance;
  } else if (epoch_ >= params_.max_epochs) {
    stopped_ = Stop::max_epochs;
  } else if (estimate <= params_.tolerance) {
    log_.shrinking().reset();
  }
  last_check_ = epoch_;
  gap_at_check_ = estimate;
}

// The estimate is of different times and may be too low: after a check that failed the next one
// waits until it has fallen further, or some epochs.
template <class Real>
bool RankAscent<Real>::is_check_due(double gap) const {
  const int waited = epoch_ - last_check_;
  if (epoch_ >= params_.max_epochs || waited >= longest_interval) return true;
  if (wants_exact_passes_) return true;
  if (gap > params_.tolerance) return false;
  return gap_at_check_ > params_.tolerance || gap < 0.7 * gap_at_check_ ||
         waited >= 1 + last_check_ / 8;
}

template <class Real>
void RankAscent<Real>::check_exactly() {
  rebuild_weights();
  BoundParts total;
  for (const BoundParts& part :
       bound_parts(problem_, tables_.scan, tables_.map, backend_, duals_, context_.pool)) {
    total += part;
  }
  std::array sums{total.slack.slack, total.slack.cost, total.dual.earned, total.dual.value,
                  total.dual.slack_terms};
  peers_.sum(std::span(sums));
  total.slack.slack = sums[0];
  total.slack.cost = sums[1];
  total.dual = {sums[2], sums[3], sums[4]};
  certificate_ = bounds_of(problem_, std::span(&total, 1), 0.5 * backend_.squared_distance(), 0);
  certificate_.mean_slack = total.slack.slack / static_cast<double>(instances_);
}

// From the duals of all ranks: rounding of the rounds is gone then.
template <class Real>
void RankAscent<Real>::rebuild_weights() {
  visits_->drop_weights();
  backend_.reset();
  visits_->add_to_weights(duals_);
  visits_->complete_weights();
  ChangedRows<Real> own(weights_.units());
  std::vector<Real> row(weights_.units());
  for (std::size_t j = 0; j < weights_.features(); ++j) {
    backend_.weights().view().copy_row(j, row);
    own.add(static_cast<std::uint32_t>(j), row);
  }
  weights_.set_zero();
  sum_changes(own, weights_, peers_).add_to(weights_, 1);
  backend_.assign(weights_);
}

template class RankAscent<float>;
template class RankAscent<double>;

}  // namespace clade::detail
