#include "solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "solver/interior_point/cholesky.h"
#include "solver/interior_point/constraint_matrix.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

// How much of the way to the nearest bound a step goes.
constexpr double most_of_the_way = 0.995;
// Weights may have a small part in large sums.
constexpr double smallest_pivot = 1e-15;
// A shorter step is none.
constexpr double shortest_step = 1e-10;
constexpr int iterations_without_progress = 12;

class InteriorSteps {
 public:
  InteriorSteps(const Problem<double>& problem, const ConstraintList& list, bool free_bias,
                ThreadPool& pool)
      : problem_(problem),
        list_(list),
        pool_(pool),
        matrix_(problem, list),
        diagonal_(matrix_.columns(), 1.0),
        pull_(matrix_.columns()),
        factor_(matrix_.columns()),
        residual_(matrix_.columns()),
        constraint_count_(list.constraints.size()),
        group_count_(list.groups.size()) {
    set_quadratic_term(free_bias);
    set_start();
  }

  InteriorPoint run(const InteriorLimits& limits, const Reporter& reporter) {
    InteriorPoint best;
    double least = std::numeric_limits<double>::infinity();
    int best_at = 0;
    for (int k = 0;; ++k) {
      compute_residuals();
      const double error = relative_error();
      if (!std::isfinite(error)) break;
      if (error < least) {
        least = error;
        best_at = k;
        best = {now_.w, now_.beta, now_.t, now_.xi, now_.eta, k};
      }
      best.iterations = k;
      if (error <= limits.accuracy || k >= limits.max_iterations ||
          k - best_at >= iterations_without_progress || reporter.stop_requested() || !step()) {
        break;
      }
    }
    return best;
  }

 private:
  // A point, or a step.
  struct Point {
    std::vector<double> w, beta, t, xi, eta;
  };
  // What the products should become, less what they are.
  struct Targets {
    std::vector<double> of_constraints, of_groups;
  };

  bool is_linear() const { return problem_.slack_power == 1; }

  // H, and what pulls at the weights without constraints: H w0 - l.
  void set_quadratic_term(bool free_bias) {
    const std::size_t units = problem_.score_map.units();
    if (problem_.anchor != nullptr) {
      for (std::size_t j = 0; j < problem_.features; ++j) {
        problem_.anchor->view().copy_row(j, std::span(pull_).subspan(j * units, units));
      }
    }
    if (!free_bias) return;
    for (std::size_t u = 0; u < units; ++u) diagonal_[u] = pull_[u] = 0;
    for (std::size_t d = 0; d < problem_.bias_terms.size(); ++d) {
      for (const Attribute& a : problem_.score_map.of(d)) {
        pull_[index_of(a.unit)] -= problem_.constant * a.strength * problem_.bias_terms[d];
      }
    }
  }

  // All weights are zero, every slack is twice what it must be, and all multipliers of a group are
  // the same: all conditions hold but the first and the last.
  void set_start() {
    now_.w.assign(matrix_.columns(), 0.0);
    now_.beta.resize(constraint_count_);
    now_.t.resize(constraint_count_);
    now_.xi.resize(group_count_);
    now_.eta.resize(group_count_);
    for (std::size_t g = 0; g < group_count_; ++g) {
      const auto [begin, end, C] = list_.groups[g];
      double largest = 0;
      for (std::size_t c = begin; c < end; ++c) {
        largest = std::max(largest, list_.constraints[c].scale);
      }
      now_.xi[g] = 2 * largest;
      const auto count = static_cast<double>(end - begin);
      now_.eta[g] = is_linear() ? C / (count + 1) : 0;
      for (std::size_t c = begin; c < end; ++c) {
        now_.t[c] = now_.xi[g] - list_.constraints[c].scale;
        now_.beta[c] = is_linear() ? C / (count + 1) : 2 * C * now_.xi[g] / count;
      }
    }
  }

  void compute_residuals() {
    for (std::size_t k = 0; k < residual_.size(); ++k) {
      residual_[k] = pull_[k] - diagonal_[k] * now_.w[k];
    }
    matrix_.add_transposed(now_.beta, residual_);
    margins_.resize(constraint_count_);
    matrix_.times(now_.w, margins_);
  }

  double sum_of_products() const {
    double sum = 0;
    for (std::size_t c = 0; c < constraint_count_; ++c) sum += now_.beta[c] * now_.t[c];
    for (std::size_t g = 0; g < group_count_; ++g) sum += now_.eta[g] * now_.xi[g];
    return sum;
  }
  double products() const {
    return static_cast<double>(constraint_count_ + (is_linear() ? group_count_ : 0));
  }

  // Of the weights, with the slacks that they need.
  double primal() const {
    double value = problem_.offset;
    for (std::size_t k = 0; k < now_.w.size(); ++k) {
      value += now_.w[k] * (0.5 * diagonal_[k] * now_.w[k] - pull_[k]) +
               0.5 * diagonal_[k] * pull_[k] * pull_[k];
    }
    for (const SlackGroup& group : list_.groups) {
      double slack = 0;
      for (std::size_t c = group.begin; c < group.end; ++c) {
        slack = std::max(slack, list_.constraints[c].scale - margins_[c]);
      }
      value += Slack{group.C, problem_.slack_power}.cost(slack);
    }
    return value;
  }

  // What the weights of the duals differ from these costs half its square; what free biases find
  // unbalanced costs about as much as it is.
  double relative_error() const {
    double error = sum_of_products();
    for (std::size_t k = 0; k < residual_.size(); ++k) {
      error += diagonal_[k] > 0 ? 0.5 * residual_[k] * residual_[k]
                                : std::abs(residual_[k]) / problem_.constant;
    }
    const double value = primal();
    return value > 0 ? error / value : error;
  }

  // False where there was no way to go.
  bool step() {
    set_curvatures();
    factor_.set_zero();
    matrix_.add_products(d_, e_, factor_, pool_);
    for (std::size_t k = 0; k < diagonal_.size(); ++k) factor_.row(k)[k] += diagonal_[k];
    factorise(factor_, smallest_pivot);

    const double mu = sum_of_products() / products();
    const Point predicted = direction(targets_at(0, nullptr));
    const double reach = longest(predicted);
    const double centring = std::pow(mean_product_after(predicted, reach) / mu, 3);
    const Point change = direction(targets_at(centring * mu, &predicted));
    const double length = std::min(1.0, most_of_the_way * longest(change));
    if (!(length > shortest_step)) return false;
    go(change, length);
    return true;
  }

  void set_curvatures() {
    d_.resize(constraint_count_);
    e_.resize(group_count_);
    for (std::size_t c = 0; c < constraint_count_; ++c) d_[c] = now_.beta[c] / now_.t[c];
    for (std::size_t g = 0; g < group_count_; ++g) {
      e_[g] = is_linear() ? now_.eta[g] / now_.xi[g] : 2 * list_.groups[g].C;
    }
  }

  // With the second-order part of a predicted step, where there is one.
  Targets targets_at(double mu, const Point* predicted) const {
    Targets targets{std::vector<double>(constraint_count_), std::vector<double>(group_count_)};
    for (std::size_t c = 0; c < constraint_count_; ++c) {
      targets.of_constraints[c] = mu - now_.beta[c] * now_.t[c];
      if (predicted != nullptr) targets.of_constraints[c] -= predicted->beta[c] * predicted->t[c];
    }
    for (std::size_t g = 0; g < group_count_ && is_linear(); ++g) {
      targets.of_groups[g] = mu - now_.eta[g] * now_.xi[g];
      if (predicted != nullptr) targets.of_groups[g] -= predicted->eta[g] * predicted->xi[g];
    }
    return targets;
  }

  // Newton's step: with y_c = target_c / t_c - d_c (what t misses) and E_g = sum d_c + e_g,
  //   step of beta_c = y_c - d_c (Z_c dw + dxi_g),
  //   dxi_g = (h_g - sum d_c Z_c dw) / E_g,  h_g = sum y_c + target_g / xi_g - what B_g misses,
  // and the first condition gives  (H + Z'(D - dd'/E) Z) dw = residual + Z'(y - d h / E).
  Point direction(const Targets& targets) const {
    Point step;
    step.beta.resize(constraint_count_);
    step.t.resize(constraint_count_);
    step.xi.resize(group_count_);
    step.eta.resize(group_count_);
    std::vector<double> missing(constraint_count_), sums(group_count_), right(constraint_count_);
    for (std::size_t g = 0; g < group_count_; ++g) {
      const auto [begin, end, C] = list_.groups[g];
      double mass = 0;
      sums[g] = e_[g];
      for (std::size_t c = begin; c < end; ++c) {
        missing[c] = now_.xi[g] - list_.constraints[c].scale + margins_[c] - now_.t[c];
        step.beta[c] = targets.of_constraints[c] / now_.t[c] - d_[c] * missing[c];
        step.xi[g] += step.beta[c];
        sums[g] += d_[c];
        mass += now_.beta[c];
      }
      step.xi[g] += is_linear() ? targets.of_groups[g] / now_.xi[g] - (C - mass - now_.eta[g])
                                : mass - 2 * C * now_.xi[g];
      for (std::size_t c = begin; c < end; ++c) {
        right[c] = step.beta[c] - d_[c] / sums[g] * step.xi[g];
      }
    }
    step.w = residual_;
    matrix_.add_transposed(right, step.w);
    solve(factor_, step.w);
    matrix_.times(step.w, right);
    for (std::size_t g = 0; g < group_count_; ++g) {
      const auto [begin, end, C] = list_.groups[g];
      for (std::size_t c = begin; c < end; ++c) step.xi[g] -= d_[c] * right[c];
      step.xi[g] /= sums[g];
      for (std::size_t c = begin; c < end; ++c) {
        step.beta[c] -= d_[c] * (right[c] + step.xi[g]);
        step.t[c] = step.xi[g] + right[c] + missing[c];
      }
      if (is_linear()) {
        step.eta[g] = targets.of_groups[g] / now_.xi[g] - e_[g] * step.xi[g];
      }
    }
    return step;
  }

  // How far a step can go, at most once its length.
  double longest(const Point& step) const {
    double length = 1 / most_of_the_way;
    const auto hold = [&](const std::vector<double>& at, const std::vector<double>& by) {
      for (std::size_t k = 0; k < at.size(); ++k) {
        if (by[k] < 0) length = std::min(length, -at[k] / by[k]);
      }
    };
    hold(now_.beta, step.beta);
    hold(now_.t, step.t);
    if (is_linear()) {
      hold(now_.xi, step.xi);
      hold(now_.eta, step.eta);
    }
    return length;
  }

  double mean_product_after(const Point& step, double length) const {
    length = std::min(1.0, length);
    double sum = 0;
    for (std::size_t c = 0; c < constraint_count_; ++c) {
      sum += (now_.beta[c] + length * step.beta[c]) * (now_.t[c] + length * step.t[c]);
    }
    for (std::size_t g = 0; g < group_count_ && is_linear(); ++g) {
      sum += (now_.eta[g] + length * step.eta[g]) * (now_.xi[g] + length * step.xi[g]);
    }
    return sum / products();
  }

  void go(const Point& step, double length) {
    const auto add = [&](std::vector<double>& to, const std::vector<double>& by) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] += length * by[k];
    };
    add(now_.w, step.w);
    add(now_.beta, step.beta);
    add(now_.t, step.t);
    add(now_.xi, step.xi);
    add(now_.eta, step.eta);
  }

  const Problem<double>& problem_;
  const ConstraintList& list_;
  ThreadPool& pool_;
  ConstraintMatrix matrix_;
  std::vector<double> diagonal_, pull_;  // by weight
  LowerMatrix factor_;
  std::vector<double> residual_;  // of the first condition
  std::size_t constraint_count_, group_count_;
  std::vector<double> margins_;  // Z w
  std::vector<double> d_, e_;    // beta/t by constraint; eta/xi or 2C by group
  Point now_;
};

}  // namespace

InteriorPoint find_interior_point(const Problem<double>& problem, const ConstraintList& list,
                                  bool free_bias, const InteriorLimits& limits,
                                  TrainContext& context) {
  return InteriorSteps(problem, list, free_bias, context.pool).run(limits, context.reporter);
}

}  // namespace clade::detail
