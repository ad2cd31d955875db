#include "solver/ascent/flat_visits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.h"
#include "linear/row_kernels.h"
#include "solver/ascent/flat_step.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/slack.h"

namespace clade {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 28;

}  // namespace

template <class Backend>
bool FlatVisits<Backend>::is_for(const Problem<Real>& problem) {
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

template <class Backend>
FlatVisits<Backend>::FlatVisits(const Problem<Real>& problem, const ScanTables<Real>& tables,
                                Backend& backend)
    : problem_(problem),
      tables_(tables),
      backend_(backend),
      stride_(AlignedArray<Real>::padded(problem.constraints.decisions())),
      pages_(problem.rows.size() * stride_ * sizeof(Real)),
      scores_(backend.raw_size()),
      values_(stride_),
      change_(stride_) {
  if (!pages_.use(pages_.bytes())) {
    fail(ErrorKind::environment, "no memory for the dual variables of {} examples and {} classes",
         problem.rows.size(), problem.constraints.decisions());
  }
  set_featureless();
}

// Weights do nothing for a row without features: its slack is 1 for good, and the dual variables
// that go with it are known.
template <class Backend>
void FlatVisits<Backend>::set_featureless() {
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    if (backend_.squared_length(i) > 0 || problem_.constraints.count(i) == 0) continue;
    const auto block = problem_.constraints.blocks(i)[0];
    bool is_first = true;
    problem_.constraints.for_each_rival(i, block, [&](Decision minus) {
      const double mass = problem_.slack_power == 2 ? 2 * problem_.C[i] : problem_.C[i];
      if (is_first) row(i)[minus] = static_cast<Real>(mass);
      is_first = false;
    });
    ++nonzero_duals_;
  }
}

template <class Backend>
VisitReport FlatVisits<Backend>::operator()(std::size_t i, double least_gap) {
  VisitReport report;
  const double squared_length = backend_.squared_length(i);
  const Slack slack{problem_.C[i], problem_.slack_power};
  if (squared_length == 0) {
    const double mass = problem_.slack_power == 2 ? 2 * slack.C : slack.C;
    report.cost = slack.cost(1);
    report.value = mass - slack.dual_term(mass);
    return report;
  }
  backend_.score(i, scores_.data());
  const auto block = problem_.constraints.blocks(i)[0];
  const auto& list = tables_.list(block.list);
  FlatStep<Real> step;
  step.own_score = scores_[block.plus];
  for (const Decision d : problem_.constraints.left_out(i)) {
    scores_[d] = -std::numeric_limits<Real>::infinity();
  }
  blocks_.clear();
  step.size = list.allowed.size();
  step.scores = scores_.data() + list.first;
  step.allowed = list.allowed.data();
  step.squared_length = squared_length;
  step.slack = slack;
  step.least_gap = least_gap;
  step.beta = row(i) + list.first;
  step.values = values_.data();
  step.change = change_.data() + list.first;
  step.blocks = &blocks_;
  step.first_block = static_cast<std::uint32_t>(list.first / block_units<Real>);
  const FlatStepReport taken = take_flat_step(step);
  report.gap = taken.gap;
  report.cost = taken.cost;
  report.value = taken.value;
  report.changes = taken.changes;
  nonzero_duals_ += static_cast<std::uint64_t>(taken.new_support);
  if (taken.changes == 0) return report;

  const auto own = static_cast<std::uint32_t>(block.plus / block_units<Real>);
  const auto place = std::lower_bound(blocks_.begin(), blocks_.end(), own);
  if (place == blocks_.end() || *place != own) {
    std::fill_n(change_.data() + own * block_units<Real>, block_units<Real>, Real{0});
    blocks_.insert(place, own);
  }
  change_[block.plus] = static_cast<Real>(taken.moved);
  backend_.add(i, change_.data(), blocks_);
  return report;
}

template <class Backend>
void FlatVisits<Backend>::prefetch(std::size_t i) const {
  const Real* of_instance = row(i);
  for (std::size_t c = 0; c < stride_; c += block_units<Real>) {
    __builtin_prefetch(of_instance + c, 1);
  }
}

template <class Backend>
void FlatVisits<Backend>::take(const Duals& duals) {
  pages_.set_zero();
  nonzero_duals_ = 0;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (const DualVariable& v : duals[i]) row(i)[v.minus] = static_cast<Real>(v.beta);
    nonzero_duals_ += duals[i].size();
  }
  set_featureless();
}

// Rounding may put the sum a little above C.
template <class Backend>
void FlatVisits<Backend>::store(Duals& duals) const {
  for (std::size_t i = 0; i < duals.size(); ++i) {
    duals[i].clear();
    if (problem_.constraints.count(i) == 0) continue;
    double mass = 0;
    for (std::size_t begin = 0; begin < stride_; begin += block_units<Real>) {
      const Real* block = row(i) + begin;
      Real sum = 0;
      for (std::size_t c = 0; c < block_units<Real>; ++c) sum += block[c];
      if (sum == 0) continue;
      for (std::size_t c = 0; c < block_units<Real>; ++c) {
        if (block[c] == 0) continue;
        const auto beta = static_cast<double>(block[c]);
        duals[i].push_back({own(i), static_cast<Decision>(begin + c), 1, beta});
        mass += beta;
      }
    }
    if (problem_.slack_power == 2 || mass <= problem_.C[i]) continue;
    for (DualVariable& v : duals[i]) v.beta *= problem_.C[i] / mass;
  }
}

template class FlatVisits<LinearBackend<float>>;
template class FlatVisits<LinearBackend<double>>;
template class FlatVisits<KernelBackend<float>>;
template class FlatVisits<KernelBackend<double>>;

}  // namespace clade
