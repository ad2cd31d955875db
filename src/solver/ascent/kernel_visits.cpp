#include "solver/ascent/kernel_visits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

// Instances without duals are selected where they have this part of the mean violation or more; at
// most this part as many as there are with duals, as weights that are far off violate much that
// better ones do not.
constexpr double active_part = 0.1;
constexpr double most_growth = 0.5;
constexpr std::size_t least_growth = 500;
// New constraints of a working set: more take more memory, and many of them nothing else.
constexpr std::size_t most_new = 2;
constexpr std::size_t most_new_in_visits = 16;

// One slack for each instance, at a price.
template <class Real>
bool has_shared_slacks(const Problem<Real>& problem) {
  return problem.groups == SlackGroups::instance &&
         std::none_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isinf(C); });
}

}  // namespace

template <class Real>
KernelVisits<Real>::KernelVisits(const ProblemTables<Real>& tables, KernelBackend<Real>& backend,
                                 ThreadPool& pool)
    : BlockVisits<KernelBackend<Real>>(tables, backend, pool),
      tables_(tables),
      suits_working_sets_(has_shared_slacks(tables.problem)),
      all_(tables.problem.rows.size()) {
  std::iota(all_.begin(), all_.end(), 0U);
}

template <class Real>
template <class Use>
void KernelVisits<Real>::score_each(std::span<const std::uint32_t> instances, Use use) {
  constexpr std::size_t parts = BlockVisits<KernelBackend<Real>>::size;
  const std::size_t part = (instances.size() + parts - 1) / parts;
  this->pool_.for_blocks(parts, [&](std::size_t b) {
    InstanceUpdate<Real>& update = *this->updates_[b];
    for (std::size_t k = b * part; k < std::min(instances.size(), (b + 1) * part); ++k) {
      const std::size_t i = instances[k];
      this->backend_.score(i, update.raw());
      update.score_and_select(i, this->duals_[i]);
      use(update, k);
    }
  });
}

template <class Real>
void KernelVisits<Real>::score_all(VisitLog& log) {
  score_each(all_, [&log](const InstanceUpdate<Real>& update, std::size_t i) {
    log.record_scores(i, update.report());
  });
}

// Whether steps of others are bound to move them.
template <class Real>
bool KernelVisits<Real>::has_free_duals(std::size_t i) const {
  const auto& duals = this->duals_[i];
  if (duals.size() != 1) return !duals.empty();
  return Slack{tables_.problem.C[i], tables_.problem.slack_power}.left(duals[0].beta) > 0;
}

// First those with duals, then the others, the worst first. Returns how many have duals.
template <class Real>
std::size_t KernelVisits<Real>::select_instances(const VisitLog& log) {
  const double threshold = active_part * log.mean_of_violations();
  selected_.clear();
  for (const std::uint32_t i : all_) {
    if (tables_.problem.constraints.count(i) == 0) continue;
    if (has_free_duals(i) || log.violation(i) > threshold) selected_.push_back(i);
  }
  const auto others =
      std::stable_partition(selected_.begin(), selected_.end(),
                            [this](std::uint32_t i) { return !this->duals_[i].empty(); });
  const auto is_worse = [&log](std::uint32_t a, std::uint32_t b) {
    return log.violation(a) > log.violation(b);
  };
  std::stable_sort(selected_.begin(), others, is_worse);
  std::stable_sort(others, selected_.end(), is_worse);
  const auto with_duals = static_cast<std::size_t>(others - selected_.begin());
  const auto growth = static_cast<std::size_t>(most_growth * static_cast<double>(with_duals));
  selected_.resize(std::min(selected_.size(), with_duals + std::max(least_growth, growth)));
  return with_duals;
}

// False where not even the first `needed` and half of the others fit: leaving some out in turns may
// never end, and few new ones at a time take many epochs.
template <class Real>
bool KernelVisits<Real>::add_working_sets(std::size_t needed, SubsetAscent<Real>& ascent) {
  working_sets_.resize(selected_.size());
  for (auto& update : this->updates_) update->set_most_new(most_new);
  score_each(selected_, [this](const InstanceUpdate<Real>& update, std::size_t k) {
    const auto set = update.working_set();
    working_sets_[k].assign(set.begin(), set.end());
  });
  for (auto& update : this->updates_) update->set_most_new(most_new_in_visits);
  for (std::size_t k = 0; k < selected_.size(); ++k) {
    if (working_sets_[k].empty()) continue;
    if (ascent.add_instance(selected_[k], working_sets_[k])) continue;
    return k >= needed && 2 * (k - needed) >= selected_.size() - needed;
  }
  return ascent.size() > 0;
}

template <class Real>
bool KernelVisits<Real>::ascend_on_working_sets(double target, Random& random,
                                                const Reporter& reporter, VisitLog& log) {
  if (!suits_working_sets_) return false;
  const std::size_t with_duals = select_instances(log);
  if (with_duals == 0) return false;
  SubsetAscent<Real> ascent(tables_, this->backend_, this->pool_);
  if (!add_working_sets(with_duals, ascent)) {
    suits_working_sets_ = false;
    return false;
  }
  ascent.run(target, random, reporter);
  ascent.finish(this->duals_);
  log.count(ascent.visits(), ascent.changes());
  return true;
}

template class KernelVisits<float>;
template class KernelVisits<double>;

}  // namespace clade::detail
