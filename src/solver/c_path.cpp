#include "solver/c_path.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clade {

namespace {

double mass_of(std::span<const DualVariable> duals) {
  double mass = 0;
  for (const DualVariable& v : duals) mass += v.beta;
  return mass;
}

// Between two values a dual variable follows a power of C quite well: 0 where its margin is
// reached, 1 where the price of slack sets it.
class PowerLaw {
 public:
  PowerLaw(double before, double last, double next)
      : step_(std::log(last / before)), ahead_(std::log(next / last)) {}

  double exponent(double before, double last) const {
    constexpr double unknown = 0.5;
    if (!(before > 0) || !(last > 0)) return unknown;
    return std::clamp(std::log(last / before) / step_, -1.0, 1.0);
  }
  double growth(double exponent) const { return std::exp(exponent * ahead_); }

 private:
  double step_, ahead_;
};

// The duals of one instance are in the same order in both, or they are few.
class Lookup {
 public:
  explicit Lookup(std::span<const DualVariable> duals) : duals_(duals) {}

  const DualVariable* find(const DualVariable& wanted) {
    for (std::size_t k = 0; k < duals_.size(); ++k) {
      const std::size_t at = (next_ + k) % duals_.size();
      if (duals_[at].plus != wanted.plus || duals_[at].minus != wanted.minus) continue;
      next_ = at + 1;
      return &duals_[at];
    }
    return nullptr;
  }

 private:
  std::span<const DualVariable> duals_;
  std::size_t next_ = 0;
};

void extrapolate(const PowerLaw& law, std::span<const DualVariable> before,
                 std::span<DualVariable> last) {
  const double of_instance = law.exponent(mass_of(before), mass_of(last));
  Lookup old(before);
  for (DualVariable& v : last) {
    const DualVariable* same = old.find(v);
    v.beta *= law.growth(same != nullptr ? law.exponent(same->beta, v.beta) : of_instance);
  }
}

// With linear slack no group may have more than its C.
template <class Real>
void push_into_box(const Problem<Real>& problem, Duals& duals) {
  if (problem.slack_power != 1) return;
  for (std::size_t i = 0; i < duals.size(); ++i) {
    const double C = problem.C[i];
    if (problem.groups == SlackGroups::constraint) {
      for (DualVariable& v : duals[i]) v.beta = std::min(v.beta, C);
    } else if (const double mass = mass_of(duals[i]); mass > C) {
      for (DualVariable& v : duals[i]) v.beta *= C / mass;
    }
  }
}

}  // namespace

template <class Real>
SolverResult CPath::solve(double value, const Problem<Real>& problem, LinearBackend<Real>& backend,
                          const SolverParams& params, TrainContext& context) {
  backend.reset();
  DualSolver<LinearBackend<Real>> solver(problem, backend, params, context);
  if (last_) {
    Duals start = last_->duals;
    if (before_ && before_->value != last_->value) {
      const PowerLaw law(before_->value, last_->value, value);
      for (std::size_t i = 0; i < start.size(); ++i) extrapolate(law, before_->duals[i], start[i]);
    }
    push_into_box(problem, start);
    solver.start_from(std::move(start));
  }
  SolverResult result = solver.run();
  before_ = std::move(last_);
  last_ = Point{value, std::move(result.duals)};
  result.duals.clear();
  return result;
}

template <class Real>
void walk_c_path(Problem<Real>& problem, std::span<const double> values, const SolverParams& params,
                 TrainContext& context, const std::function<bool(const PathStep<Real>&)>& use) {
  const std::vector<double> prices = problem.C;
  LinearBackend<Real> backend(problem);
  CPath path;
  for (const double value : values) {
    for (std::size_t i = 0; i < prices.size(); ++i) problem.C[i] = value * prices[i];
    const SolverResult result = path.solve(value, problem, backend, params, context);
    if (!use({value, result, backend}) || result.stopped == "interrupted") break;
  }
  problem.C = prices;
}

template SolverResult CPath::solve(double, const Problem<float>&, LinearBackend<float>&,
                                   const SolverParams&, TrainContext&);
template SolverResult CPath::solve(double, const Problem<double>&, LinearBackend<double>&,
                                   const SolverParams&, TrainContext&);
template void walk_c_path(Problem<float>&, std::span<const double>, const SolverParams&,
                          TrainContext&, const std::function<bool(const PathStep<float>&)>&);
template void walk_c_path(Problem<double>&, std::span<const double>, const SolverParams&,
                          TrainContext&, const std::function<bool(const PathStep<double>&)>&);

}  // namespace clade
