#include "solver/products/sign_saddle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/outer/free_bias.h"
#include "solver/outer/nested_reporter.h"
#include "solver/products/box_ascent.h"

namespace clade::detail {

namespace {

// Minima at given signs: how close the first, and how close the others in parts of the gap that is
// left and of the goal.
constexpr double loosest_minimum = 0.1;
constexpr double share_of_gap = 0.2;
constexpr double share_of_goal = 0.25;
// In single precision: signs without progress before rounding is to blame.
constexpr int signs_until_stuck = 30;

template <class Backend>
class SignSaddle {
 public:
  using Real = typename Backend::Real;

  SignSaddle(Problem<Real>& problem, Backend& backend, const ProductRegulariser& regulariser,
             const SolverParams& params, bool free_bias, TrainContext& context)
      : problem_(problem),
        backend_(backend),
        regulariser_(regulariser),
        params_(params),
        free_bias_(free_bias),
        reporter_(context.reporter, NestedReporter::Passes::silent),
        context_(context.for_part("signs", reporter_, context.pool)) {}

  // From S = 0, which every other is a step of at most 1 away from.
  SolverResult run() {
    signs_.assign(regulariser_.pairs.size(), 0.0);
    double tolerance = std::max(loosest_minimum, params_.tolerance);
    int number = 0;
    const CheckpointPart whole = context_.checkpoint;
    const auto fields = [&](State& s) {
      s(signs_, ascent_, duals_, best_, best_gap_, signs_without_progress_, epochs_, tolerance,
        number);
    };
    whole.restore(fields);
    for (CheckpointPart last;; ++number) {
      if (whole.is_due() && !reporter_.stop_requested()) {
        whole.save(fields);
        last.drop();
      }
      context_.checkpoint = last = whole.part("minimum" + std::to_string(number));
      set_signs();
      SolverResult result = minimum(tolerance);
      epochs_ += result.epochs;
      result.epochs = epochs_;
      const AncestorForm products =
          node_products(problem_, backend_, regulariser_.pairs, free_bias_, context_.pool);
      result.certificate = bounds(result.certificate, products);
      reporter_.end_step(result.certificate);
      const double gap = result.certificate.relative_gap;
      if (const auto reason = reason_to_stop(result.stopped, gap)) {
        result.stopped = *reason;
        return result;
      }
      duals_ = std::move(result.duals);
      tolerance = std::max(share_of_goal * params_.tolerance,
                           std::min(loosest_minimum, share_of_gap * gap));
      step(products);
    }
  }

 private:
  void set_signs() {
    const auto factor = factorised(regulariser_.pairs, regulariser_.with_signs(signs_));
    if (!factor) fail(ErrorKind::input, "the form of the regulariser is not positive definite");
    problem_.score_map = attributes_of(regulariser_.pairs, *factor);
    backend_.start_anew();
  }

  SolverResult minimum(double tolerance) {
    SolverParams params = params_;
    params.tolerance = tolerance;
    params.max_epochs = std::max(1, params_.max_epochs - epochs_);
    if (free_bias_) {
      return solve_with_free_biases(problem_, backend_, params, context_, std::move(duals_));
    }
    Ascent<Backend> solver(problem_, backend_, params, context_);
    if (!duals_.empty()) solver.resume(std::move(duals_));
    return solver.run();
  }

  // From those of the minimum at these signs: what Omega has beyond the form belongs to the upper
  // bound, and the best lower bound of all signs is one here.
  Certificate bounds(Certificate of_minimum, const AncestorForm& products) {
    Certificate result = of_minimum;
    for (std::size_t p = 0; p < signs_.size(); ++p) {
      const double product = products.between[p];
      result.primal +=
          regulariser_.interaction_weights.between[p] * (std::abs(product) - signs_[p] * product);
    }
    if (of_minimum.lower_bound > best_.lower_bound) best_ = of_minimum;
    result.dual = best_.dual;
    result.lower_bound = best_.lower_bound;
    result.relative_gap =
        result.primal > 0 ? (result.primal - result.lower_bound) / result.primal : 0;
    return result;
  }

  std::optional<Stop> reason_to_stop(Stop of_minimum, double gap) {
    if (of_minimum == Stop::interrupted) return of_minimum;
    if (gap <= params_.tolerance) return Stop::tolerance;
    if (epochs_ >= params_.max_epochs) return Stop::max_epochs;
    signs_without_progress_ = gap < 0.95 * best_gap_ ? 0 : signs_without_progress_ + 1;
    best_gap_ = std::min(best_gap_, gap);
    const bool is_stuck =
        std::is_same_v<Real, float> && signs_without_progress_ >= signs_until_stuck;
    if (is_stuck) return Stop::precision;
    return std::nullopt;
  }

  // At fixed dual variables the second derivative in s_ij is -K_ij^2 times
  // G_jj |w_i|^2 + G_ii |w_j|^2 + 2 G_ij w_i.w_j with G = (K o S)^-1; where they follow it is
  // smaller.
  void step(const AncestorForm& products) {
    const ScoreMap& map = problem_.score_map;
    std::vector<double> gradient(signs_.size()), curvature(signs_.size());
    for (std::size_t v = 0; v < regulariser_.pairs.units(); ++v) {
      std::size_t p = regulariser_.pairs.first(v);
      for (const std::uint32_t above : regulariser_.pairs.ancestors(v)) {
        const double weight = regulariser_.interaction_weights.between[p];
        gradient[p] = weight * products.between[p];
        curvature[p] = weight * weight *
                       (map.gram(v, v) * products.diagonal[above] +
                        map.gram(above, above) * products.diagonal[v] +
                        2 * map.gram(v, above) * products.between[p]);
        ++p;
      }
    }
    signs_ = ascent_.next(signs_, gradient, curvature);
  }

  Problem<Real>& problem_;
  Backend& backend_;
  const ProductRegulariser& regulariser_;
  const SolverParams& params_;
  bool free_bias_;
  NestedReporter reporter_;
  TrainContext context_;
  BoxAscent ascent_;
  std::vector<double> signs_;
  Duals duals_;
  Certificate best_{.lower_bound = -std::numeric_limits<double>::infinity()};
  double best_gap_ = 1;
  int signs_without_progress_ = 0;
  int epochs_ = 0;
};

}  // namespace

template <class Backend>
SolverResult solve_sign_saddle(Problem<typename Backend::Real>& problem, Backend& backend,
                               const ProductRegulariser& regulariser, const SolverParams& params,
                               bool free_bias, TrainContext& context) {
  return SignSaddle<Backend>(problem, backend, regulariser, params, free_bias, context).run();
}

template SolverResult solve_sign_saddle(Problem<float>&, LinearBackend<float>&,
                                        const ProductRegulariser&, const SolverParams&, bool,
                                        TrainContext&);
template SolverResult solve_sign_saddle(Problem<double>&, LinearBackend<double>&,
                                        const ProductRegulariser&, const SolverParams&, bool,
                                        TrainContext&);
template SolverResult solve_sign_saddle(Problem<float>&, KernelBackend<float>&,
                                        const ProductRegulariser&, const SolverParams&, bool,
                                        TrainContext&);
template SolverResult solve_sign_saddle(Problem<double>&, KernelBackend<double>&,
                                        const ProductRegulariser&, const SolverParams&, bool,
                                        TrainContext&);

}  // namespace clade::detail
