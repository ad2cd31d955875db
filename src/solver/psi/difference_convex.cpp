#include "solver/psi/difference_convex.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "base/train_context.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/outer/free_bias.h"
#include "solver/paper/paper_solver.h"
#include "solver/problem/instance_scan.h"

namespace clade::detail {

namespace {

// The constraint a_i* of an instance with u_i <= 0.
struct Tangent {
  std::size_t instance;
  Decision plus, minus;
  bool operator==(const Tangent&) const = default;
};

double psi(double u) { return u >= 1 ? 0 : std::min(1.0, 1 - u); }

template <class Backend>
class DcLoop {
 public:
  using Real = typename Backend::Real;

  DcLoop(Problem<Real>& problem, Backend& backend, const SolverParams& params, bool free_bias,
         TrainContext& context)
      : problem_(problem),
        backend_(backend),
        params_(params),
        free_bias_(free_bias),
        context_(context),
        tables_(problem.constraints, problem.slack_power),
        map_(problem.score_map) {}

  DcResult run(const DcParams& dc) {
    for (int k = 0;; ++k) {
      SolverResult solved = solve();
      const std::vector<Tangent> before = std::exchange(tangents_, {});
      const double last = seen_.empty() ? 0 : seen_.back().objective;
      evaluate(solved.certificate.primal);
      const bool is_interrupted = solved.stopped == Stop::interrupted;
      keep_if_best(std::move(solved), before);
      const double s = seen_.back().objective;
      const bool is_over = k > 0 && std::abs(s - last) <= dc.tolerance * s;
      if (is_over || is_interrupted || tangents_.empty() || k == dc.max_iterations) break;
      if (tangents_ == before) {
        seen_.push_back(seen_.back());  // the same problem again
        break;
      }
      set_tangents(tangents_);
    }
    return finish();
  }

 private:
  struct Kept {
    SolverResult result;
    std::vector<Tangent> tangents;
    std::vector<double> constant_weights;
    std::size_t iteration;
  };

  SolverResult solve() {
    Duals start = kept_ ? kept_->result.duals : Duals();
    if (free_bias_) {
      return solve_with_free_biases(problem_, backend_, params_, context_, std::move(start));
    }
    if (params_.solver == SolverKind::paper) {
      return PaperSolver<Backend>(problem_, backend_, params_, context_).run();
    }
    Ascent<Backend> solver(problem_, backend_, params_, context_);
    solver.disable_acceleration();  // finish() builds the weights from the duals
    if (!start.empty()) solver.resume(std::move(start));
    return solver.run();
  }

  // s at the backend's weights, and the tangents there.
  void evaluate(double convex_objective) {
    AlignedArray<Real> raw(backend_.raw_size()), buffer(map_.padded_size());
    InstanceScan<Real> scan(tables_);
    double cost = 0;
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      if (problem_.constraints.count(i) == 0) continue;
      backend_.score(i, raw.data());
      const bool in_place = map_(raw.data(), buffer.data()) == raw.data();
      const Real top = scan.run(i, in_place ? raw.data() : buffer.data());
      const double u = 1 - static_cast<double>(top);
      cost += problem_.C[i] * psi(u);
      if (u <= 0) tangents_.push_back(tangent_at(i, scan, top));
    }
    double norm = backend_.squared_norm_of_others();
    if (!free_bias_ && problem_.constant != 0) {
      for (const double weight : backend_.constant_weights()) norm += weight * weight;
    }
    seen_.push_back({0.5 * norm + cost, convex_objective, tangents_.size()});
    context_.reporter.on_note(
        fmt::format("convex problem {}: psi objective {:.6g}, {} examples with a margin below zero",
                    seen_.size() - 1, seen_.back().objective, tangents_.size()));
  }

  static Tangent tangent_at(std::size_t i, InstanceScan<Real>& scan, Real top) {
    for (const auto& block : scan.blocks()) {
      const auto found = std::find(block.gradients.begin(), block.gradients.end(), top);
      if (found == block.gradients.end()) continue;
      const auto place = static_cast<std::size_t>(found - block.gradients.begin());
      return {i, block.plus, static_cast<Decision>(block.first + place)};
    }
    return {i, constant_zero, constant_zero};
  }

  void keep_if_best(SolverResult solved, const std::vector<Tangent>& tangents) {
    const std::size_t now = seen_.size() - 1;
    if (kept_ && !(seen_[now].objective < seen_[kept_->iteration].objective)) {
      is_at_kept_ = false;
      return;
    }
    std::vector<double> weights;
    if (free_bias_) weights = backend_.constant_weights();
    kept_ = Kept{std::move(solved), tangents, std::move(weights), now};
    is_at_kept_ = true;
  }

  DcResult finish() {
    if (!is_at_kept_) {
      set_tangents(kept_->tangents);
      Ascent<Backend>(problem_, backend_, params_, context_).certify_at(kept_->result.duals);
      if (free_bias_) {
        std::vector<double> by = backend_.constant_weights();
        for (std::size_t u = 0; u < by.size(); ++u) by[u] = kept_->constant_weights[u] - by[u];
        backend_.move_constant(by);
      }
    }
    return {std::move(kept_->result), std::move(seen_), kept_->iteration};
  }

  // The problem of the next iteration. The weights go to w0.
  void set_tangents(const std::vector<Tangent>& tangents) {
    const std::size_t units = problem_.score_map.units();
    auto anchor = std::make_shared<WeightRows<Real>>(backend_.make_anchor());
    problem_.bias_terms.assign(free_bias_ ? problem_.score_map.decisions() : 0, 0.0);
    for (const Tangent& tangent : tangents) {
      const double C = problem_.C[tangent.instance];
      if (free_bias_) {
        problem_.bias_terms[tangent.plus] += C;
        problem_.bias_terms[tangent.minus] -= C;
      }
      UnitChange<Real> change(units);
      change.add(problem_.score_map, tangent.plus, -C);
      change.add(problem_.score_map, tangent.minus, C);
      backend_.add_to_anchor(*anchor, tangent.instance, change);
    }
    if (free_bias_) backend_.clear_constant(*anchor);
    problem_.anchor = std::move(anchor);
    backend_.start_anew();
    problem_.offset = -0.5 * backend_.squared_norm_of_others();
    if (!free_bias_ && problem_.constant != 0) {
      for (const double weight : backend_.constant_weights()) {
        problem_.offset -= 0.5 * weight * weight;
      }
    }
  }

  Problem<Real>& problem_;
  Backend& backend_;
  const SolverParams& params_;
  bool free_bias_;
  TrainContext& context_;
  ScanTables<Real> tables_;
  DecisionScores<Real> map_;
  std::vector<Tangent> tangents_;  // at the weights that were looked at last
  std::vector<DcIteration> seen_;
  std::optional<Kept> kept_;
  bool is_at_kept_ = false;
};

}  // namespace

template <class Backend>
DcResult solve_difference_convex(Problem<typename Backend::Real>& problem, Backend& backend,
                                 const SolverParams& params, const DcParams& dc, bool free_bias,
                                 TrainContext& context) {
  return DcLoop<Backend>(problem, backend, params, free_bias, context).run(dc);
}

template DcResult solve_difference_convex(Problem<float>&, LinearBackend<float>&,
                                          const SolverParams&, const DcParams&, bool,
                                          TrainContext&);
template DcResult solve_difference_convex(Problem<double>&, LinearBackend<double>&,
                                          const SolverParams&, const DcParams&, bool,
                                          TrainContext&);
template DcResult solve_difference_convex(Problem<float>&, KernelBackend<float>&,
                                          const SolverParams&, const DcParams&, bool,
                                          TrainContext&);
template DcResult solve_difference_convex(Problem<double>&, KernelBackend<double>&,
                                          const SolverParams&, const DcParams&, bool,
                                          TrainContext&);

}  // namespace clade::detail
