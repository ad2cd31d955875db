#include "solver/ascent/price_stages.h"

namespace clade::detail {

namespace {

// C times the mean squared length of rows in the first stage, and how it grows. A run that is less
// than one such step from it has none.
constexpr double first_price = 1, growth = 3;
// A stage is done when its gap is below this part of what slacks cost, or after so many epochs.
constexpr double done_part = 0.5;
constexpr int most_epochs = 100;
// Where slacks cost so much of the primal value, classes cannot be parted: the last stage follows.
constexpr double much_cost = 0.75;
constexpr double least_density = 0.1;

}  // namespace

template <class Real>
bool PriceStages<Real>::is_possible(const Problem<Real>& problem) {
  const double cells =
      static_cast<double>(problem.rows.size()) * static_cast<double>(problem.features);
  const bool is_shared = problem.groups == SlackGroups::instance;
  return (problem.slack_power == 1 || (problem.slack_power == 2 && is_shared)) &&
         static_cast<double>(problem.rows.nonzeros()) >= least_density * cells;
}

template <class Real>
PriceStages<Real>::PriceStages(Problem<Real>& problem, const LinearBackend<Real>& backend)
    : problem_(problem), prices_(problem.C) {
  double sum = 0;
  for (std::size_t i = 0; i < prices_.size(); ++i) sum += prices_[i] * backend.squared_length(i);
  const auto instances = static_cast<double>(prices_.size());
  if (sum > growth * first_price * instances) factor_ = first_price * instances / sum;
  at_stage_prices();
}

template <class Real>
bool PriceStages<Real>::raise_if_done(int epoch, double gap, double cost, double primal) {
  const bool is_done = gap < done_part * cost;
  if (!is_done && epoch - began_after_ < most_epochs) return false;
  factor_ = is_done && cost < much_cost * primal ? std::min(1.0, growth * factor_) : 1;
  began_after_ = epoch;
  at_stage_prices();
  return true;
}

template <class Real>
void PriceStages<Real>::at_stage_prices() {
  for (std::size_t i = 0; i < prices_.size(); ++i) problem_.C[i] = factor_ * prices_[i];
}

template class PriceStages<float>;
template class PriceStages<double>;

}  // namespace clade::detail
