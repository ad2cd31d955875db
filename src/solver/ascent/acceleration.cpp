#include "solver/ascent/acceleration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "linear/zeroed_pages.h"

namespace clade::detail {

namespace {

// Four copies of the weights may take this part of the memory.
constexpr double most_memory = 0.25;
// And every feature is in so many rows on average: an epoch's passes over all weights must cost
// little beside its visits.
constexpr std::size_t least_rows_per_feature = 20;
// kappa = scale sqrt(C R^2) with R the length of a row, within these limits. A larger one needs
// more epochs at each center than it saves centers; squared slacks bear more. Where C R^2 is above
// `large_price`, subproblems with a limited kappa are hard themselves, so the limit grows; not
// where constraints have slacks of their own, which then take several times as many epochs.
constexpr double kappa_scale = 2, least_kappa = 1;
constexpr double most_kappa[] = {10, 30};  // by power of the slack
constexpr double large_price = 400, power_of_price = 0.4;
// Epochs at one center, more for a kappa above the usual limit. They grow where the gap does not
// halve within some centers: errors that subproblems leave add up.
constexpr int first_epochs = 10, centers_between_looks = 10;
constexpr double epochs_by_kappa[] = {1, 0.5};  // by power of the slack
constexpr double growth = 1.5;
// The mean gets this part of its difference to the weights of each center. It is looked at where a
// center takes so many epochs, among which a check hardly counts, and may lower a gap by this
// factor.
constexpr double part_of_mean = 0.25;
constexpr int epochs_worth_a_check = 32;
constexpr double most_gain_of_mean = 2;
// The ascent has so many epochs for itself, and gets more where it seems to need few.
constexpr int plain_epochs = 20, epochs_between_looks = 10;
constexpr double few_epochs_of_sparse_rows = 300;
constexpr double least_density = 0.1;  // of rows that are not sparse

template <class Real>
double choose_kappa(const Problem<Real>& problem, const LinearBackend<Real>& backend) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.C.size(); ++i) {
    sum += problem.C[i] * backend.squared_length(i);
  }
  const double mean = sum / static_cast<double>(std::max<std::size_t>(1, problem.C.size()));
  double limit = most_kappa[problem.slack_power - 1];
  if (problem.groups == SlackGroups::instance && mean > large_price) {
    limit *= std::pow(mean / large_price, power_of_price);
  }
  return std::clamp(kappa_scale * std::sqrt(mean), least_kappa, limit);
}

int epochs_at_first(double kappa, int slack_power) {
  if (!(kappa > most_kappa[slack_power - 1])) return first_epochs;
  return std::max(first_epochs, static_cast<int>(epochs_by_kappa[slack_power - 1] * kappa));
}

void scale_duals(Visits& visits, double factor) {
  Duals duals = visits.duals();
  for (auto& of_instance : duals) {
    for (DualVariable& v : of_instance) v.beta *= factor;
  }
  visits.set_duals(std::move(duals));
}

}  // namespace

template <class Real>
bool Acceleration<Real>::is_possible(const Problem<Real>& problem,
                                     const LinearBackend<Real>& backend) {
  const WeightRows<Real>& weights = backend.weights();
  if (weights.form() != RowForm::dense || problem.slack_power > 2) return false;
  if (problem.anchor != nullptr && problem.anchor->form() != RowForm::dense) return false;
  if (problem.rows.nonzeros() / least_rows_per_feature < weights.features()) return false;
  const double bytes = 4.0 * sizeof(Real) * static_cast<double>(weights.features()) *
                       static_cast<double>(weights.view().stride);
  return bytes <= most_memory * physical_memory() &&
         std::all_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isfinite(C); });
}

template <class Real>
Acceleration<Real>::Acceleration(Problem<Real>& problem, LinearBackend<Real>& backend,
                                 Visits& visits)
    : problem_(problem),
      backend_(backend),
      visits_(visits),
      kappa_(choose_kappa(problem, backend)),
      momentum_((1 - std::sqrt(1 / multiple())) / (1 + std::sqrt(1 / multiple()))),
      prices_(problem.C),
      center_(backend.make_anchor()),
      before_(backend.make_anchor()),
      mean_(backend.make_anchor()),
      rebuilt_(backend.make_anchor()),
      epochs_per_center_(epochs_at_first(kappa_, problem.slack_power)),
      last_gap_(std::numeric_limits<double>::infinity()) {
  for (double& C : problem.C) C /= multiple();
  scale_duals(visits, 1 / multiple());
  std::vector<double> w0(center_.units());
  for (std::size_t j = 0; j < center_.features(); ++j) {
    backend.copy_anchor_row(j, w0);
    const std::span<const Real> w = backend.weights().view().row(j);
    std::copy(w.begin(), w.end(), before_.row(j).begin());
    std::copy(w.begin(), w.end(), mean_.row(j).begin());
    const std::span<Real> center = center_.row(j);
    for (std::size_t u = 0; u < w.size(); ++u) {
      center[u] = static_cast<Real>((w0[u] + kappa_ * static_cast<double>(w[u])) / multiple());
    }
  }
  backend.set_center(&center_);
}

template <class Real>
Acceleration<Real>::~Acceleration() {
  problem_.C = std::move(prices_);
  backend_.set_center(nullptr);
}

template <class Real>
void Acceleration<Real>::finish() {
  std::swap(problem_.C, prices_);
  scale_duals(visits_, multiple());
  prices_ = problem_.C;
}

template <class Real>
template <class Value>
double Acceleration<Real>::sum_over_weights(Value value) const {
  double total = 0;
  std::vector<double> w0(center_.units());
  for (std::size_t j = 0; j < center_.features(); ++j) {
    backend_.copy_anchor_row(j, w0);
    const std::span<const Real> w = backend_.weights().view().row(j);
    const std::span<const Real> center = center_.view().row(j);
    double sum = 0;
    for (std::size_t u = 0; u < w.size(); ++u) {
      sum += value(static_cast<double>(w[u]), static_cast<double>(center[u]), w0[u]);
    }
    total += sum;
  }
  return total;
}

template <class Real>
double Acceleration<Real>::squared_distance() const {
  return sum_over_weights([this](double w, double center, double w0) {
    const double distance = w - (w0 + multiple() * (w - center));
    return distance * distance;
  });
}

template <class Real>
double Acceleration<Real>::cost_of_weights() const {
  return 0.5 * sum_over_weights([this](double w, double center, double w0) {
           const double of_duals = w0 + multiple() * (w - center);
           return of_duals * of_duals - w0 * w0;
         });
}

// rebuilt_ = w0 + sum over the duals of the subproblem = w0 + (w(beta) - w0)/m
template <class Real>
double Acceleration<Real>::rebuilt_distance(const Duals& duals) {
  backend_.set_center(nullptr);
  backend_.swap_weights(rebuilt_);
  backend_.reset();
  visits_.add_to_weights(duals);
  visits_.complete_weights();
  backend_.swap_weights(rebuilt_);
  backend_.set_center(&center_);
  return distance_from_rebuilt();
}

template <class Real>
double Acceleration<Real>::distance_from_rebuilt() const {
  double total = 0;
  std::vector<double> w0(center_.units());
  for (std::size_t j = 0; j < center_.features(); ++j) {
    backend_.copy_anchor_row(j, w0);
    const std::span<const Real> w = backend_.weights().view().row(j);
    const std::span<const Real> rebuilt = rebuilt_.view().row(j);
    double sum = 0;
    for (std::size_t u = 0; u < w.size(); ++u) {
      const double of_duals = w0[u] + multiple() * (static_cast<double>(rebuilt[u]) - w0[u]);
      const double distance = static_cast<double>(w[u]) - of_duals;
      sum += distance * distance;
    }
    total += sum;
  }
  return total;
}

template <class Real>
void Acceleration<Real>::take_rebuilt_weights() {
  std::vector<double> w0(center_.units());
  backend_.change_rows([&](std::size_t j, std::span<Real> w) {
    backend_.copy_anchor_row(j, w0);
    const std::span<const Real> center = center_.view().row(j), rebuilt = rebuilt_.view().row(j);
    for (std::size_t u = 0; u < w.size(); ++u) {
      w[u] = static_cast<Real>(static_cast<double>(center[u]) + static_cast<double>(rebuilt[u]) -
                               w0[u]);
    }
  });
}

template <class Real>
bool Acceleration<Real>::has_mean() const {
  return centers_ > 0 && epochs_per_center_ >= epochs_worth_a_check;
}

template <class Real>
bool Acceleration<Real>::may_end_at_mean(double gap, double tolerance) {
  if (epochs_left_ != 1 || !has_mean() || gap > most_gain_of_mean * tolerance) return false;
  add_to_mean();
  return true;
}

template <class Real>
void Acceleration<Real>::add_to_mean() {
  if (std::exchange(is_in_mean_, true)) return;
  for (std::size_t j = 0; j < mean_.features(); ++j) {
    const std::span<const Real> weights = backend_.weights().view().row(j);
    const std::span<Real> mean = mean_.row(j);
    for (std::size_t u = 0; u < weights.size(); ++u) {
      const auto m = static_cast<double>(mean[u]);
      mean[u] = static_cast<Real>(m + part_of_mean * (static_cast<double>(weights[u]) - m));
    }
  }
}

template <class Real>
void Acceleration<Real>::end_epoch(double gap) {
  if (--epochs_left_ > 0) return;
  if (++centers_ % centers_between_looks == 0) follow_progress(gap);
  epochs_left_ = epochs_per_center_;
  move_center();
}

template <class Real>
void Acceleration<Real>::follow_progress(double gap) {
  if (gap > 0.5 * last_gap_) {
    epochs_per_center_ = static_cast<int>(std::ceil(growth * epochs_per_center_));
  }
  last_gap_ = gap;
}

template <class Real>
void Acceleration<Real>::move_center() {
  add_to_mean();
  is_in_mean_ = false;
  std::vector<double> w0(center_.units());
  backend_.change_rows([&](std::size_t j, std::span<Real> weights) {
    backend_.copy_anchor_row(j, w0);
    const std::span<Real> before = before_.row(j), center = center_.row(j);
    for (std::size_t u = 0; u < weights.size(); ++u) {
      const auto w = static_cast<double>(weights[u]);
      const double v = w + momentum_ * (w - static_cast<double>(before[u]));
      const auto moved = static_cast<Real>((w0[u] + kappa_ * v) / multiple());
      before[u] = weights[u];
      weights[u] =
          static_cast<Real>(w + (static_cast<double>(moved) - static_cast<double>(center[u])));
      center[u] = moved;
    }
  });
}

template <class Real>
SlowProgress::SlowProgress(const Problem<Real>& problem) {
  const double cells =
      static_cast<double>(problem.rows.size()) * static_cast<double>(problem.features);
  if (static_cast<double>(problem.rows.nonzeros()) < least_density * cells) {
    few_epochs_ = few_epochs_of_sparse_rows;
  }
}

bool SlowProgress::is_slow(int epoch, double gap, double tolerance) {
  if (epoch % epochs_between_looks != 0) return false;
  const double earlier = std::exchange(earlier_gap_, gap);
  if (epoch < plain_epochs || !(gap > tolerance)) return false;
  if (!(gap < earlier)) return true;
  const double left = std::log(gap / tolerance) / std::log(earlier / gap) * epochs_between_looks;
  return left > few_epochs_;
}

template class Acceleration<float>;
template class Acceleration<double>;
template SlowProgress::SlowProgress(const Problem<float>&);
template SlowProgress::SlowProgress(const Problem<double>&);

}  // namespace clade::detail
