#include "method/online/rank_mix.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "linear/weight_rows.h"
#include "solver/ranks/shared_change.h"

namespace clade::detail {

namespace {

// The sum over ranks of `share` times the weights.
template <class Real>
WeightRows<Real> weighted_sum(const WeightRows<Real>& own, double share, Communicator& peers) {
  ChangedRows<Real> rows(own.units());
  std::vector<Real> row(own.units());
  for (std::size_t j = 0; j < own.features(); ++j) {
    own.view().copy_row(j, row);
    for (Real& weight : row) weight = static_cast<Real>(share * static_cast<double>(weight));
    rows.add(static_cast<std::uint32_t>(j), row);
  }
  WeightRows<Real> sum(own.features(), own.units());
  sum_changes(rows, peers).add_to(sum, 1);
  return sum;
}

}  // namespace

template <class Real>
void mix(OnlineLearner<Real>& learner, Communicator& peers) {
  if (peers.is_alone()) return;
  const std::size_t features = learner.features();
  const auto steps = static_cast<double>(learner.steps());
  const double all = peers.sum(steps);
  const WeightRows<Real> mean =
      weighted_sum(learner.result(features), all > 0 ? steps / all : 0, peers);
  WeightRows<Real> last = weighted_sum(learner.last(features), 1.0 / peers.size(), peers);
  learner.resume(std::move(last), &mean, learner.steps());
}

template void mix(OnlineLearner<float>&, Communicator&);
template void mix(OnlineLearner<double>&, Communicator&);

}  // namespace clade::detail
