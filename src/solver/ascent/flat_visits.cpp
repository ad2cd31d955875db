#include "solver/ascent/flat_visits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/memory.h"
#include "base/prefetch.h"
#include "linear/row_kernels.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 28;

}  // namespace

template <class Real>
bool FlatVisits<Real>::should_use(const Problem<Real>& problem) {
  const ConstraintSet& constraints = problem.constraints;
  if (problem.groups != SlackGroups::instance || !problem.score_map.is_identity() ||
      constraints.losses() != nullptr) {
    return false;
  }
  const std::size_t stride = AlignedArray<Real>::padded(constraints.decisions());
  if (constraints.instances() > most_bytes / sizeof(Real) / std::max<std::size_t>(1, stride)) {
    return false;
  }
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    if (constraints.count(i) == 0) continue;
    const auto blocks = constraints.blocks(i);
    if (blocks.size() != 1 || blocks[0].plus == constant_zero || std::isinf(problem.C[i]) ||
        constraints.list(blocks[0].list).front() == constant_zero) {
      return false;
    }
  }
  return true;
}

template <class Real>
FlatVisits<Real>::FlatVisits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend)
    : OneByOneVisits<Real>(tables, backend),
      tables_(tables.scan),
      stride_(AlignedArray<Real>::padded(tables.problem.constraints.decisions())),
      pages_(tables.problem.rows.size() * stride_ * sizeof(Real)),
      scores_(backend.raw_size()),
      values_(stride_),
      change_(stride_),
      blocks_(stride_ / block_units<Real> + 1),
      positive_(stride_),
      rounding_(stride_, backend.is_zero() && RoundingBound<Real>::is_worth_it(tables.problem, 1),
                backend.version()) {
  const Problem<Real>& problem = tables.problem;
  if (!pages_.use(pages_.bytes())) {
    throw OutOfMemory(fmt::format("no memory for the dual variables of {} examples and {} classes",
                                  problem.rows.size(), problem.constraints.decisions()));
  }
  set_featureless();
}

// Weights do nothing for a row without features: its slack is 1 for good, and the dual variables
// that go with it are known.
template <class Real>
void FlatVisits<Real>::set_featureless() {
  for (std::size_t i = 0; i < this->problem_.rows.size(); ++i) {
    if (this->backend_.squared_length(i) > 0 || this->problem_.constraints.count(i) == 0) continue;
    const auto block = this->problem_.constraints.blocks(i)[0];
    bool is_first = true;
    this->problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      const double mass =
          this->problem_.slack_power == 2 ? 2 * this->problem_.C[i] : this->problem_.C[i];
      if (is_first) row(i)[minus] = static_cast<Real>(mass);
      is_first = false;
    });
    ++nonzero_duals_;
  }
}

template <class Real>
void FlatVisits<Real>::visit(std::span<const std::uint32_t> order, std::size_t first,
                             std::size_t count, VisitLog& log) {
  const auto prefetch_place = [](std::size_t) {};
  const auto prefetch_duals = [this](std::size_t i) { prefetch_span(row(i), stride_); };
  const WeightView<Real>& weights = this->backend_.weights().view();
  for (std::size_t k = first; k < first + count; ++k) {
    this->prefetch_ahead(order, k, log, prefetch_place, prefetch_duals, weights);
    this->begin_visit(order, k, first + count);
    log.record(k, order[k], visit_one(order[k], negligible_part * log.mean_violation()));
  }
  this->end_visits();
}

// Takes no step where the instance's part of the gap is not above `least_gap`.
template <class Real>
VisitReport FlatVisits<Real>::visit_one(std::size_t i, double least_gap) {
  VisitReport report;
  const double squared_length = this->backend_.squared_length(i);
  const Slack slack{this->problem_.C[i], this->problem_.slack_power};
  if (squared_length == 0) {
    const double mass = this->problem_.slack_power == 2 ? 2 * slack.C : slack.C;
    report.cost = slack.cost(1);
    report.value = mass - slack.dual_term(mass);
    return report;
  }
  Real* scores = this->score(i, scores_.data());
  const auto block = this->problem_.constraints.blocks(i)[0];
  const auto& list = tables_.list(block.list);
  FlatStep<Real> step;
  step.own_score = scores[block.plus];
  for (const Decision d : this->problem_.constraints.left_out(i)) {
    scores[d] = -std::numeric_limits<Real>::infinity();
  }
  step.size = list.allowed.size();
  step.scores = scores + list.first;
  step.allowed = list.allowed.data();
  step.squared_length = squared_length;
  step.slack = slack;
  step.least_gap = least_gap;
  step.beta = row(i) + list.first;
  step.values = values_.data();
  step.change = change_.data() + list.first;
  step.blocks = blocks_.data();
  step.first_block = static_cast<std::uint32_t>(list.first / block_units<Real>);
  step.own_block = static_cast<std::uint32_t>(block.plus / block_units<Real>);
  const FlatStepReport taken = take_flat_step(step);
  report.gap = taken.gap;
  report.cost = taken.cost;
  report.value = taken.value;
  report.changes = taken.changes;
  nonzero_duals_ += static_cast<std::uint64_t>(taken.new_support);
  if (taken.changes == 0) return report;

  const std::size_t size = with_own_block(taken.touched, step);
  change_[block.plus] = static_cast<Real>(taken.moved);
  scores[block.plus] = step.own_score;
  const std::span<const std::uint32_t> blocks = std::span(blocks_).first(size);
  rounding_.record({change_.data(), scores, blocks, squared_length}, block.plus,
                   2 * taken.mass + taken.moved, this->backend_.version());
  this->change_weights(i, change_.data(), blocks);
  return report;
}

// Where the rivals of an instance lie elsewhere, its own class is in none of the touched blocks.
template <class Real>
std::size_t FlatVisits<Real>::with_own_block(std::size_t touched, const FlatStep<Real>& step) {
  const std::size_t end = step.first_block + step.size / block_units<Real>;
  const std::uint32_t own = step.own_block;
  if (own >= step.first_block && own < end) return touched;
  std::fill_n(change_.data() + own * block_units<Real>, block_units<Real>, Real{0});
  const auto last = blocks_.begin() + static_cast<std::ptrdiff_t>(touched);
  const auto place = own < step.first_block ? blocks_.begin() : last;
  std::copy_backward(place, last, last + 1);
  *place = own;
  return touched + 1;
}

template <class Real>
std::optional<double> FlatVisits<Real>::squared_drift() const {
  if (!rounding_.is_known(this->backend_.version())) return std::nullopt;
  double total = 0;
  for (std::size_t d = 0; d < this->problem_.constraints.decisions(); ++d) {
    total += rounding_.moved(d) * rounding_.moved(d);
  }
  return total;
}

template <class Real>
void FlatVisits<Real>::set_duals(Duals duals) {
  pages_.set_zero();
  nonzero_duals_ = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (const DualVariable& v : duals[i]) row(i)[v.minus] = static_cast<Real>(v.beta);
    nonzero_duals_ += duals[i].size();
  }
  set_featureless();
  this->duals_ = std::move(duals);
}

template <class Real>
const Duals& FlatVisits<Real>::duals() {
  for (std::size_t i = 0; i < this->duals_.size(); ++i) duals_of(i);
  return this->duals_;
}

// Rounding may put the sum a little above C.
template <class Real>
const std::vector<DualVariable>& FlatVisits<Real>::duals_of(std::size_t i) {
  auto& duals = this->duals_[i];
  duals.clear();
  if (this->problem_.constraints.count(i) == 0) return duals;
  double mass = 0;
  const std::size_t found = find_positive(row(i), stride_, positive_.data());
  duals.reserve(found);
  for (std::size_t k = 0; k < found; ++k) {
    const auto beta = static_cast<double>(row(i)[positive_[k]]);
    duals.push_back({own(i), static_cast<Decision>(positive_[k]), 1, beta});
    mass += beta;
  }
  if (this->problem_.slack_power == 2 || mass <= this->problem_.C[i]) return duals;
  for (DualVariable& v : duals) v.beta *= this->problem_.C[i] / mass;
  return duals;
}

template class FlatVisits<float>;
template class FlatVisits<double>;

}  // namespace clade::detail
