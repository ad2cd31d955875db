#include "solver/ascent/sequential_visits.h"

#include <algorithm>

#include "base/prefetch.h"

namespace clade::detail {

template <class Real>
void OneByOneVisits<Real>::add_to_weights(const Duals& duals) {
  for (std::size_t i = 0; i < duals.size(); ++i) {
    update_.add_contribution(duals[i]);
    if (!update_.has_change()) continue;
    backend_.add(i, update_.unit_change());
    update_.clear_change();
  }
}

template <class Real>
void SequentialVisits<Real>::visit(std::span<const std::uint32_t> order, std::size_t first,
                                   std::size_t count, VisitLog& log) {
  const auto prefetch_place = [this](std::size_t i) { prefetch(&this->duals_[i]); };
  const auto prefetch_duals = [this](std::size_t i) {
    const auto& duals = this->duals_[i];
    for (std::size_t c = 0; c < duals.size(); c += 2) prefetch(duals.data() + c);
  };
  const WeightView<Real>& weights = this->backend_.weights().view();
  for (std::size_t k = first; k < first + count; ++k) {
    this->prefetch_ahead(order, k, log, prefetch_place, prefetch_duals, weights);
    this->begin_visit(order, k, first + count);
    if (this->tree_) this->update_.set_least_gap(negligible_part * log.mean_violation());
    log.record(k, order[k], visit_one(order[k]));
  }
  this->end_visits();
}

template <class Real>
VisitReport SequentialVisits<Real>::visit_one(std::size_t i) {
  auto& duals = this->duals_[i];
  InstanceUpdate<Real>& update = this->update_;
  update.load(duals);
  // Steps read the scores there, too.
  if (const Real* scores = this->score(i, update.raw()); scores != update.raw()) {
    std::copy_n(scores, this->backend_.raw_size(), update.raw());
  }
  update.score_and_select(i, duals);
  const VisitReport report = update.step(i, duals, this->backend_.squared_length(i));
  if (update.has_change()) {
    const std::span<const std::uint32_t> blocks = update.unit_change().blocks();
    this->change_weights(i, update.unit_change().values(), blocks);
    update.clear_change();
  }
  return report;
}

template class OneByOneVisits<float>;
template class OneByOneVisits<double>;
template class SequentialVisits<float>;
template class SequentialVisits<double>;

}  // namespace clade::detail
