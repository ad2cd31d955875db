#include "solver/ranks/rank_ascent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/fail.h"
#include "solver/ascent/make_visits.h"

namespace clade::detail {

namespace {

// Visits of a rank between two exchanges, and the most exchanges of an epoch.
constexpr std::uint64_t visits_of_round = 64, most_rounds = 32;
// sigma beside what was seen, and how much of its last value stays. A new one is taken where it is
// another by this part.
constexpr double margin_of_sigma = 1.1, memory_of_sigma = 0.5, least_move_of_sigma = 0.1;
// From here on a step is taken whole: what is lost to the best one is little.
constexpr double nearly_whole = 0.8;
// Weights are built again from so many instances of all ranks at a time.
constexpr std::size_t instances_at_once = 65536;
// Epochs between exact checks, whatever the estimate says.
constexpr int longest_interval = 64;

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
      visits_(make_visits_by_unit(tables_, backend, context.pool)),
      log_(problem.rows.size(), false, false),
      reporter_(context.reporter, peers_.sum(problem.constraints.total())),
      times_(peers_),
      checkpoint_(context.checkpoint.part("ascent"), peers_, context.reporter),
      next_sigma_(peers_.size()),
      wants_exact_passes_(peers_.any(context.reporter.wants_exact_passes())),
      instances_(peers_.sum(std::uint64_t{problem.rows.size()})),
      duals_(problem.rows.size()),
      own_(problem.features, problem.score_map.units()),
      change_(problem.score_map.units()) {
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
  const auto fields = [this](State& s) { state(s); };
  checkpoint_.restore(fields);
  while (!stopped_) {
    if (epoch_ > 0) checkpoint_.save_if_due(epoch_, fields);
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
  const std::size_t rounds = count_rounds();
  for (std::size_t r = 0; r < rounds && !stopped_; ++r) {
    const std::size_t begin = order_.size() * r / rounds, end = order_.size() * (r + 1) / rounds;
    run_round(std::span(order_).subspan(begin, end - begin));
  }
}

template <class Real>
std::size_t RankAscent<Real>::count_rounds() {
  const std::uint64_t visits = peers_.sum(std::uint64_t{order_.size()});
  const auto ranks = static_cast<std::uint64_t>(peers_.size());
  return std::clamp<std::uint64_t>(visits / ranks / visits_of_round, 1, most_rounds);
}

// The step is where the dual value is best between 0 and 1 along the sum of all changes.
template <class Real>
void RankAscent<Real>::run_round(std::span<const std::uint32_t> order) {
  set_sigma(next_sigma_);
  visit(order);
  const auto along_own = [this] { return own_.along(backend_.weights().view(), context_.pool); };
  const double at_own = along_own();  // <w + sigma A_k, A_k>
  own_.add_to(backend_, -sigma_, context_.pool);
  const double along_weights = along_own();
  const std::vector<Products> all = gather(own_);
  add(all, 1);
  const double at_sum = along_own();
  const DualLine own = own_line();
  std::array sums{own.moved_linear,
                  own.square_slope,
                  own.square_bend,
                  along_weights,
                  at_sum - along_weights,
                  (at_own - along_weights) / sigma_,
                  context_.reporter.stop_requested() ? 1.0 : 0.0};
  peers_.sum(std::span(sums));
  const auto [moved_linear, square_slope, square_bend, along, square_of_sum, sum_of_squares,
              wants_to_stop] = sums;
  const double slope = moved_linear - along - square_slope, bend = square_of_sum + 2 * square_bend;
  double t = bend > 0 ? std::clamp(slope / bend, 0.0, 1.0) : 1;
  follow(square_of_sum, sum_of_squares, t);
  if (t >= nearly_whole) t = 1;
  if (t < 1) add(all, t - 1);
  for (std::size_t k = 0; k < changed_.size(); ++k) duals_[changed_[k]] = mixed(moves_[k], t);
  if (t < 1) give_duals_to_visits();
  squared_norm_ += t * (2 * along + t * square_of_sum);
  if (wants_to_stop > 0) stopped_ = Stop::interrupted;
}

// At sigma times the prices, with sigma times the duals.
template <class Real>
void RankAscent<Real>::visit(std::span<const std::uint32_t> order) {
  for (std::size_t k = 0; k < order.size();) {
    const std::size_t size = std::min(visits_->block_size(log_.visits()), order.size() - k);
    visits_->visit(order, k, size, log_);
    k += size;
  }
  take(order);
}

template <class Real>
void RankAscent<Real>::take(std::span<const std::uint32_t> order) {
  constexpr double rounding = 2.1 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  changed_.clear();
  moves_.clear();
  own_.clear();
  for (const std::uint32_t i : order) {
    InstanceDuals seen = visits_->duals_of(i);
    for (DualVariable& v : seen) v.beta /= sigma_;
    std::vector<DualMove> own = moves(problem_.constraints, i, duals_[i], seen, rounding);
    if (is_still(own)) continue;
    for (const DualMove& move : own) {
      if (move.after == move.before) continue;
      add_contribution(move.variable, move.after - move.before);
    }
    own_.add(problem_.rows.row(i), change_);
    change_.clear();
    changed_.push_back(i);
    moves_.push_back(std::move(own));
  }
}

template <class Real>
void RankAscent<Real>::add_contribution(const DualVariable& v, double beta) {
  if (v.plus != constant_zero) change_.add(problem_.score_map, v.plus, v.scale * beta);
  if (v.minus != constant_zero) change_.add(problem_.score_map, v.minus, -v.scale * beta);
}

template <class Real>
DualLine RankAscent<Real>::own_line() const {
  DualLine line;
  for (std::size_t k = 0; k < changed_.size(); ++k) {
    const Slack slack{prices_[changed_[k]], problem_.slack_power};
    line += dual_line(slack, problem_.groups, moves_[k]);
  }
  return line;
}

// Of all ranks, in their order.
template <class Real>
std::vector<ChangeProducts<Real>> RankAscent<Real>::gather(const Products& own) {
  std::string mine;
  own.append_to(mine);
  std::vector<Products> all;
  for (const std::string& bytes : peers_.gather(mine)) {
    ByteReader reader(bytes);
    all.push_back(Products::from(problem_.features, problem_.score_map.units(), reader));
  }
  return all;
}

template <class Real>
void RankAscent<Real>::add(const std::vector<Products>& products, double factor) {
  for (const Products& of_rank : products) of_rank.add_to(backend_, factor, context_.pool);
}

template <class Real>
void RankAscent<Real>::follow(double square_of_sum, double sum_of_squares, double t) {
  if (!(sum_of_squares > 0)) return;
  const double most = peers_.size();
  double seen = margin_of_sigma * square_of_sum / sum_of_squares;
  if (t < 1) seen = std::max(seen, sigma_ / std::max(t, 0.1));
  next_sigma_ = std::clamp(memory_of_sigma * next_sigma_ + (1 - memory_of_sigma) * seen, 1.0, most);
}

template <class Real>
void RankAscent<Real>::set_sigma(double sigma) {
  if (std::abs(sigma - sigma_) <= least_move_of_sigma * sigma_) return;
  sigma_ = sigma;
  for (std::size_t i = 0; i < prices_.size(); ++i) problem_.C[i] = sigma_ * prices_[i];
  give_duals_to_visits();
}

template <class Real>
void RankAscent<Real>::give_duals_to_visits() {
  Duals scaled = duals_;
  for (auto& of_instance : scaled) {
    for (DualVariable& v : of_instance) v.beta *= sigma_;
  }
  visits_->set_duals(std::move(scaled));
}

template <class Real>
void RankAscent<Real>::state(State& s) {
  s.same(static_cast<std::uint64_t>(peers_.size()));
  s.same(problem_.rows.size());
  s.same(problem_.features);
  s.same(problem_.score_map.units());
  s(backend_, *visits_, random_, log_, sigma_, next_sigma_, squared_norm_, duals_);
  s(epoch_, last_check_, gap_at_check_, last_gap_, certificate_);
  for (std::size_t i = 0; i < prices_.size(); ++i) problem_.C[i] = sigma_ * prices_[i];
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
  now.primal = 0.5 * squared_norm_ + sums[1] + problem_.offset;
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
  problem_.C = prices_;
  BoundParts total;
  for (const BoundParts& part :
       bound_parts(problem_, tables_.scan, tables_.map, backend_, duals_, context_.pool)) {
    total += part;
  }
  for (double& C : problem_.C) C *= sigma_;
  std::array sums{total.slack.slack, total.slack.cost, total.dual.earned, total.dual.value,
                  total.dual.slack_terms};
  peers_.sum(std::span(sums));
  total.slack.slack = sums[0];
  total.slack.cost = sums[1];
  total.dual = {sums[2], sums[3], sums[4]};
  certificate_ = bounds_of(problem_, std::span(&total, 1), 0.5 * squared_norm_, 0);
  certificate_.mean_slack = total.slack.slack / static_cast<double>(instances_);
}

// From the duals of all ranks: rounding of the rounds is gone then.
template <class Real>
void RankAscent<Real>::rebuild_weights() {
  backend_.reset();
  const std::size_t ranks = static_cast<std::size_t>(peers_.size());
  const std::size_t at_once = std::max<std::size_t>(1, instances_at_once / ranks);
  std::uint64_t most = 0;
  for (const std::uint64_t size : peers_.list(duals_.size())) most = std::max(most, size);
  for (std::size_t first = 0; first < most; first += at_once) {
    own_.clear();
    for (std::size_t i = first; i < std::min(first + at_once, duals_.size()); ++i) {
      if (duals_[i].empty()) continue;
      for (const DualVariable& v : duals_[i]) add_contribution(v, v.beta);
      own_.add(problem_.rows.row(i), change_);
      change_.clear();
    }
    add(gather(own_), 1);
  }
  squared_norm_ = backend_.squared_norm();
}

template class RankAscent<float>;
template class RankAscent<double>;

}  // namespace clade::detail
