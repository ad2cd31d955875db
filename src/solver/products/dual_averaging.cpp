#include "solver/products/dual_averaging.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "linear/aligned_array.h"
#include "solver/problem/instance_scan.h"
#include "solver/ranks/shared_change.h"

namespace clade::detail {

namespace {

constexpr std::size_t instances_of_a_block = 128;

template <class Real>
class DualAveraging {
 public:
  DualAveraging(const Problem<Real>& problem, LinearBackend<Real>& backend,
                const ProductRegulariser& regulariser, const SolverParams& params,
                TrainContext& context)
      : problem_(problem),
        backend_(backend),
        regulariser_(regulariser),
        params_(params),
        context_(context),
        tables_(problem.constraints, problem.slack_power),
        weights_(problem.features, problem.score_map.units()),
        best_weights_(problem.features, problem.score_map.units()),
        sum_(problem.features, problem.score_map.units()),
        worst_(problem.rows.size()),
        instances_(context.peers.sum(std::uint64_t{problem.rows.size()})) {
    const AncestorForm comparison = comparison_form(regulariser.interaction_weights);
    sigma_ = smallest_eigenvalue(regulariser.pairs, comparison);
    in_front_ = 0.5 * largest_row_sum(regulariser.pairs, comparison) / sigma_;
  }

  SolverResult run() {
    SolverResult result;
    std::optional<Stop> stopped;
    for (int t = 1; !stopped; ++t) {
      evaluate();
      report(t);
      result.epochs = t;
      if (context_.peers.any(context_.reporter.stop_requested())) {
        stopped = Stop::interrupted;
      } else if (upper_ - lower_ <= params_.tolerance) {
        stopped = Stop::tolerance;
      } else if (t >= params_.max_epochs) {
        stopped = Stop::max_epochs;
      } else {
        average(t);
      }
    }
    backend_.assign(best_weights_);
    result.stopped = *stopped;
    result.certificate = certificate();
    return result;
  }

 private:
  // The constraint of an instance that asks for the largest slack, where it asks for any.
  struct Worst {
    Decision plus = constant_zero, minus = constant_zero;
    bool is_violated = false;
  };

  // Finds J and a subgradient at the weights: signs of the products, and the worst constraints.
  void evaluate() {
    const AncestorForm products = weight_products(weights_, regulariser_.pairs, 0, context_.pool);
    signs_.resize(products.between.size());
    for (std::size_t p = 0; p < signs_.size(); ++p) {
      signs_[p] = products.between[p] > 0 ? 1 : products.between[p] < 0 ? -1 : 0;
    }
    norm_ = 0;
    for (const double length : products.diagonal) norm_ += length;
    omega_ = regulariser_(products);
    evaluate_instances();
    const double J = omega_ + cost_;
    if (J < upper_) {
      upper_ = J;
      mean_slack_ = slack_ / static_cast<double>(std::max<std::uint64_t>(1, instances_));
      best_weights_.assign(weights_);
    }
  }

  void evaluate_instances() {
    struct Sums {
      double cost = 0, slack = 0, total_C = 0;
    };
    const std::size_t instances = worst_.size();
    std::vector<Sums> blocks((instances + instances_of_a_block - 1) / instances_of_a_block);
    context_.pool.for_ranges(
        instances, instances_of_a_block, [&](std::size_t begin, std::size_t end) {
          AlignedArray<Real> scores(std::max(weights_.view().stride, tables_.padded_decisions()));
          InstanceScan<Real> scan(tables_);
          Sums& sums = blocks[begin / instances_of_a_block];
          for (std::size_t i = begin; i < end; ++i) {
            worst_[i] = {};
            if (problem_.constraints.count(i) == 0) continue;
            weights_.view().score(problem_.rows.row(i), scores.data());
            const Real top = scan.run(i, scores.data());
            if (!(top > 0)) continue;
            worst_[i] = worst_of(scan, top);
            sums.slack += static_cast<double>(top);
            sums.cost += problem_.C[i] * static_cast<double>(top);
            sums.total_C += problem_.C[i];
          }
        });
    cost_ = slack_ = total_C_ = 0;
    for (const Sums& sums : blocks) {
      cost_ += sums.cost;
      slack_ += sums.slack;
      total_C_ += sums.total_C;
    }
    std::array totals{cost_, slack_, total_C_};
    context_.peers.sum(std::span(totals));
    std::tie(cost_, slack_, total_C_) = std::tuple(totals[0], totals[1], totals[2]);
  }

  static Worst worst_of(InstanceScan<Real>& scan, Real top) {
    for (const auto& block : scan.blocks()) {
      const auto found = std::find(block.gradients.begin(), block.gradients.end(), top);
      if (found == block.gradients.end()) continue;
      const auto place = static_cast<std::size_t>(found - block.gradients.begin());
      return {block.plus, static_cast<Decision>(block.first + place), true};
    }
    return {};
  }

  // Steps 1, 2 and 4. With the subgradient g of J, w(t+1) = w(t) - g/(sigma t).
  void average(int t) {
    if (std::has_single_bit(static_cast<unsigned>(t))) start_means_anew();
    const double step = 1 / (sigma_ * (in_front_ + t));
    add_regulariser(step);
    add_losses(step);
    // phi - g'w: of Omega - sigma/2 ||w||^2 that is its negative, of the losses their C.
    offsets_ += total_C_ - omega_ + 0.5 * sigma_ * norm_;
    terms_ += 1;
    lower_ =
        std::max(lower_, offsets_ / terms_ - sum_.squared_norm() / (2 * sigma_ * terms_ * terms_));
  }

  void start_means_anew() {
    sum_.set_zero();
    offsets_ = terms_ = 0;
  }

  // Feature by feature: the form K o sign times the weights (orthogonal Thm. 4).
  void add_regulariser(double step) {
    const AncestorForm form = regulariser_.with_signs(signs_);
    std::vector<Real> weights(weights_.units()), sums(weights_.units());
    std::vector<double> change(weights_.units());
    for (std::size_t j = 0; j < weights_.features(); ++j) {
      weights_.view().copy_row(j, weights);
      if (std::all_of(weights.begin(), weights.end(), [](Real w) { return w == 0; })) continue;
      multiply(form, weights, change);
      sum_.view().copy_row(j, sums);
      for (std::size_t v = 0; v < weights.size(); ++v) {
        const auto w = static_cast<double>(weights[v]);
        sums[v] = static_cast<Real>(static_cast<double>(sums[v]) + change[v] - sigma_ * w);
        weights[v] = static_cast<Real>(w - step * change[v]);
      }
      weights_.set_row(j, weights);
      sum_.set_row(j, sums);
    }
  }

  void multiply(const AncestorForm& form, std::span<const Real> weights,
                std::span<double> result) const {
    for (std::size_t v = 0; v < weights.size(); ++v) {
      result[v] = form.diagonal[v] * static_cast<double>(weights[v]);
    }
    for (std::size_t v = 0; v < weights.size(); ++v) {
      const double* between = form.between.data() + regulariser_.pairs.first(v);
      for (const std::uint32_t above : regulariser_.pairs.ancestors(v)) {
        result[v] += *between * static_cast<double>(weights[above]);
        result[above] += *between * static_cast<double>(weights[v]);
        ++between;
      }
    }
  }

  void add_losses(double step) {
    if (!context_.peers.is_alone()) return add_losses_of_ranks(step);
    UnitChange<Real> change(weights_.units());
    for (std::size_t i = 0; i < worst_.size(); ++i) {
      if (!worst_[i].is_violated) continue;
      for (const double factor : {-1.0, step}) {
        change.add(problem_.score_map, worst_[i].plus, factor * problem_.C[i]);
        change.add(problem_.score_map, worst_[i].minus, -factor * problem_.C[i]);
        (factor < 0 ? sum_ : weights_).add(problem_.rows.row(i), change);
        change.clear();
      }
    }
  }

  // The same from the instances of all ranks.
  void add_losses_of_ranks(double step) {
    UnitChange<Real> change(weights_.units());
    WeightRows<Real> gradient(weights_.features(), weights_.units());
    for (std::size_t i = 0; i < worst_.size(); ++i) {
      if (!worst_[i].is_violated) continue;
      change.add(problem_.score_map, worst_[i].plus, problem_.C[i]);
      change.add(problem_.score_map, worst_[i].minus, -problem_.C[i]);
      gradient.add(problem_.rows.row(i), change);
      change.clear();
    }
    ChangedRows<Real> own(weights_.units());
    std::vector<Real> row(weights_.units());
    for (std::size_t j = 0; j < gradient.features(); ++j) {
      gradient.view().copy_row(j, row);
      own.add(static_cast<std::uint32_t>(j), row);
    }
    const SummedChange<Real> all = sum_changes(own, context_.peers);
    all.add_to(sum_, -1);
    all.add_to(weights_, step);
  }

  Certificate certificate() const {
    Certificate result;
    result.primal = upper_;
    result.dual = result.lower_bound = lower_;
    result.mean_slack = mean_slack_;
    result.relative_gap = upper_ > 0 ? (upper_ - lower_) / upper_ : 0;
    return result;
  }

  void report(int t) const {
    Progress progress;
    progress.epoch = t;
    progress.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    progress.primal = upper_;
    progress.dual = lower_;
    progress.relative_gap = certificate().relative_gap;
    progress.certified = true;
    context_.reporter.on_pass(progress);
  }

  const Problem<Real>& problem_;
  LinearBackend<Real>& backend_;
  const ProductRegulariser& regulariser_;
  const SolverParams& params_;
  TrainContext& context_;
  ScanTables<Real> tables_;
  double sigma_ = 0, in_front_ = 0;
  WeightRows<Real> weights_, best_weights_;
  WeightRows<Real> sum_;            // of the subgradients of phi since the means started anew
  double offsets_ = 0, terms_ = 0;  // of the same: phi - g'w, and how many
  std::vector<double> signs_;       // of the products, by pair
  std::vector<Worst> worst_;        // by instance
  std::uint64_t instances_;         // of all ranks
  double omega_ = 0, norm_ = 0;     // at the weights
  double cost_ = 0, slack_ = 0;     // of the instances there
  double total_C_ = 0;              // sum of C over those that have a slack
  double mean_slack_ = 0;           // at the best weights
  double upper_ = std::numeric_limits<double>::infinity(), lower_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

template <class Real>
SolverResult solve_by_dual_averaging(const Problem<Real>& problem, LinearBackend<Real>& backend,
                                     const ProductRegulariser& regulariser,
                                     const SolverParams& params, TrainContext& context) {
  return DualAveraging<Real>(problem, backend, regulariser, params, context).run();
}

template SolverResult solve_by_dual_averaging(const Problem<float>&, LinearBackend<float>&,
                                              const ProductRegulariser&, const SolverParams&,
                                              TrainContext&);
template SolverResult solve_by_dual_averaging(const Problem<double>&, LinearBackend<double>&,
                                              const ProductRegulariser&, const SolverParams&,
                                              TrainContext&);

}  // namespace clade::detail
