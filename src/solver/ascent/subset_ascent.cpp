#include "solver/ascent/subset_ascent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "solver/backend/instance_change.h"

namespace clade::detail {

namespace {

// A run ends when the gap is this part of what its first pass saw, or after so many passes.
constexpr double goal_part = 0.2;
constexpr int most_passes = 100;
// Passes at first and after each acceleration, and for each anchor.
constexpr int plain_passes = 2;
constexpr int passes_per_anchor = 3;
constexpr double kappa = 2;
// Anchors without a lower gap after which there is no hope of one.
constexpr int most_idle_anchors = 10;

// As in instance_update.cpp.
constexpr double inner_tolerance = 0.1;
constexpr double negligible = 1e-14;

constexpr std::uint32_t no_cell = ~std::uint32_t{0};
// Changes that are added to the weights together.
constexpr std::size_t changes_at_once = 512;

}  // namespace

template <class Real>
SubsetAscent<Real>::SubsetAscent(const ProblemTables<Real>& tables, KernelBackend<Real>& backend,
                                 ThreadPool& pool)
    : problem_(tables.problem),
      gram_(tables.gram),
      backend_(backend),
      pool_(pool),
      scores_(backend),
      cell_of_(tables.problem.score_map.units(), no_cell),
      coefficients_(tables.problem.score_map.units()) {}

template <class Real>
bool SubsetAscent<Real>::add_instance(std::uint32_t instance,
                                      std::span<const DualVariable> working_set) {
  const std::size_t terms_before = terms_.size(), variables_before = variables_.size();
  own_units_.clear();
  for (const DualVariable& v : working_set) add_terms(v);
  for (const std::uint32_t u : own_units_) cell_of_[u] = no_cell;
  if (!scores_.add_instance(instance, own_units_)) {
    terms_.resize(terms_before);
    variables_.resize(variables_before);
    first_term_.resize(variables_before + 1);
    return false;
  }
  first_variable_.push_back(variables_.size());
  return true;
}

template <class Real>
void SubsetAscent<Real>::add_terms(const DualVariable& variable) {
  touched_.clear();
  const auto add = [this](Decision d, double factor) {
    if (d == constant_zero) return;
    for (const Attribute& a : problem_.score_map.of(d)) {
      coefficients_[index_of(a.unit)] += factor * a.strength;
      touched_.push_back(static_cast<std::uint32_t>(index_of(a.unit)));
    }
  };
  add(variable.plus, variable.scale);
  add(variable.minus, -variable.scale);
  for (const std::uint32_t u : touched_) {
    const double coefficient = std::exchange(coefficients_[u], 0);
    if (coefficient == 0) continue;
    if (cell_of_[u] == no_cell) {
      cell_of_[u] = static_cast<std::uint32_t>(own_units_.size());
      own_units_.push_back(u);
    }
    terms_.push_back({cell_of_[u], coefficient});
  }
  variables_.push_back(variable);
  first_term_.push_back(terms_.size());
}

// ---- Passes

template <class Real>
void SubsetAscent<Real>::run(double target, Random& random, const Reporter& reporter) {
  scores_.fill(pool_);
  for (const DualVariable& v : variables_) first_beta_.push_back(v.beta);
  shrinking_ = Shrinking(size());
  gaps_.assign(size(), 0);
  gap_ = pass(random);
  goal_ = std::max(target, goal_part * gap_);
  while (true) {
    run_plain_passes(plain_passes, random);
    stops_ = stops_ || reporter.stop_requested();
    if (is_done()) return;
    run_accelerated_passes(random);
  }
}

template <class Real>
bool SubsetAscent<Real>::is_done() const {
  return gap_ <= goal_ || stops_ || passes_ >= most_passes;
}

template <class Real>
void SubsetAscent<Real>::run_plain_passes(int count, Random& random) {
  for (int k = 0; k < count && gap_ > goal_; ++k) gap_ = pass(random);
}

// Until the gap is near the goal: the plain passes that follow lower it further.
template <class Real>
void SubsetAscent<Real>::run_accelerated_passes(Random& random) {
  double best = std::numeric_limits<double>::infinity();
  int idle = 0;
  accelerate();
  while (true) {
    for (int k = 0; k < passes_per_anchor; ++k) pass(random);
    const double gap = gap_without_acceleration();
    idle = gap < best ? 0 : idle + 1;
    best = std::min(best, gap);
    stops_ = idle >= most_idle_anchors;
    if (gap <= 2 * goal_ || stops_ || passes_ >= most_passes) break;
    move_anchor();
  }
  slow_down();
}

template <class Real>
double SubsetAscent<Real>::pass(Random& random) {
  order_.clear();
  for (std::size_t a = 0; a < size(); ++a) {
    if (!shrinking_.leaves_out(a)) order_.push_back(static_cast<std::uint32_t>(a));
  }
  random.shuffle(std::span(order_));
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::uint32_t a = order_[k];
    if (k + 1 < order_.size()) scores_.prefetch(order_[k + 1]);
    gaps_[a] = visit(a);
    shrinking_.record(k, a, gaps_[a]);
  }
  ++passes_;
  visits_ += order_.size();
  return std::accumulate(gaps_.begin(), gaps_.end(), 0.0);
}

// The part of the gap that it had before.
template <class Real>
double SubsetAscent<Real>::visit(std::size_t a) {
  const std::size_t i = scores_.instance(a), first = first_variable_[a];
  const Slack slack{problem_.C[i] / inflation_, problem_.slack_power};
  const auto [gap, violation] = see(a, slack);
  if (!(violation > negligible)) return gap;
  step_.ascend(gram_, backend_.squared_length(i), slack, inner_tolerance * violation);
  old_beta_.clear();
  for (std::size_t k = 0; k < step_.variables.size(); ++k) {
    old_beta_.push_back(std::exchange(variables_[first + k].beta, step_.variables[k].beta));
    if (variables_[first + k].beta != old_beta_.back()) ++changes_;
  }
  add_steps(a, old_beta_);
  scores_.add(a, amounts_);
  return gap;
}

// Fills the step, as InstanceUpdate does when it selects a working set.
template <class Real>
typename SubsetAscent<Real>::Seen SubsetAscent<Real>::see(std::size_t a, const Slack& slack) {
  raw_.clear();
  for (std::size_t c = scores_.first_cell(a); c < scores_.first_cell(a + 1); ++c) {
    raw_.push_back(static_cast<double>(scores_.score(c)));
  }
  double top = -std::numeric_limits<double>::infinity(), earned = 0, mass = 0;
  double lowest = std::numeric_limits<double>::infinity();
  step_.clear();
  for (std::size_t v = first_variable_[a]; v < first_variable_[a + 1]; ++v) {
    const DualVariable& variable = variables_[v];
    double g = variable.scale;
    for (std::size_t t = first_term_[v]; t < first_term_[v + 1]; ++t) {
      g -= terms_[t].coefficient * raw_[terms_[t].cell];
    }
    step_.add(variable, g);
    top = std::max(top, g);
    if (variable.beta > 0) lowest = std::min(lowest, g);
    earned += variable.beta * g;
    mass += variable.beta;
  }
  if (slack.left(mass) > 0) lowest = std::min(lowest, slack.gradient(mass));
  return {slack.cost(std::max(0.0, top)) + slack.dual_term(mass) - earned,
          std::max(top, slack.gradient(mass)) - lowest};
}

// Sets amounts_ to what the weights of the instance's units gain by these steps.
template <class Real>
void SubsetAscent<Real>::add_steps(std::size_t a, std::span<const double> from) {
  const std::size_t first = first_variable_[a];
  amounts_.assign(scores_.first_cell(a + 1) - scores_.first_cell(a), 0);
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double change = variables_[first + k].beta - from[k];
    if (change == 0) continue;
    for (std::size_t t = first_term_[first + k]; t < first_term_[first + k + 1]; ++t) {
      amounts_[terms_[t].cell] += terms_[t].coefficient * change;
    }
  }
}

// ---- Acceleration

template <class Real>
void SubsetAscent<Real>::accelerate() {
  const std::span<Real> scores = scores_.all();
  anchor_.assign(scores.begin(), scores.end());
  previous_ = anchor_;
  inflation_ = 1 + kappa;
  for (DualVariable& v : variables_) v.beta /= inflation_;
}

template <class Real>
void SubsetAscent<Real>::move_anchor() {
  const std::span<Real> scores = scores_.all();
  const double root = std::sqrt(1 / inflation_);
  const auto momentum = static_cast<Real>((1 - root) / (1 + root));
  const auto share = static_cast<Real>(kappa / inflation_);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const Real now = scores[k], to = now + momentum * (now - previous_[k]);
    scores[k] += share * (to - anchor_[k]);
    previous_[k] = now;
    anchor_[k] = to;
  }
}

// Scores and duals are those of the problem itself again.
template <class Real>
void SubsetAscent<Real>::slow_down() {
  const std::span<Real> scores = scores_.all();
  for (std::size_t k = 0; k < scores.size(); ++k) {
    scores[k] += static_cast<Real>(kappa) * (scores[k] - anchor_[k]);
  }
  for (DualVariable& v : variables_) v.beta *= inflation_;
  inflation_ = 1;
}

template <class Real>
double SubsetAscent<Real>::gap_without_acceleration() {
  const std::span<Real> scores = scores_.all();
  const std::vector<Real> kept(scores.begin(), scores.end());
  const double inflation = inflation_;
  slow_down();
  double sum = 0;
  for (std::size_t a = 0; a < size(); ++a) {
    sum += see(a, {problem_.C[scores_.instance(a)], problem_.slack_power}).gap;
  }
  std::copy(kept.begin(), kept.end(), scores.begin());
  for (DualVariable& v : variables_) v.beta /= inflation;
  inflation_ = inflation;
  return sum;
}

// ---- From dual steps to weights

// Last instances first: their rows of the kernel were computed last.
template <class Real>
void SubsetAscent<Real>::finish(Duals& duals) {
  const std::size_t stride = backend_.raw_size();
  std::vector<std::uint32_t> blocks(stride / block_units<Real>);
  std::iota(blocks.begin(), blocks.end(), 0U);
  AlignedArray<Real> values(changes_at_once * stride);
  std::vector<InstanceChange<Real>> changes;
  for (std::size_t a = size(); a-- > 0;) {
    const std::size_t i = scores_.instance(a);
    const std::size_t first = first_variable_[a], count = first_variable_[a + 1] - first;
    duals[i].clear();
    for (std::size_t v = first; v < first + count; ++v) {
      if (variables_[v].beta > 0) duals[i].push_back(variables_[v]);
    }
    add_steps(a, std::span(first_beta_).subspan(first, count));
    if (std::any_of(amounts_.begin(), amounts_.end(), [](double x) { return x != 0; })) {
      Real* change = values.data() + changes.size() * stride;
      std::fill_n(change, stride, Real{0});
      for (std::size_t k = 0; k < amounts_.size(); ++k) {
        change[scores_.unit(scores_.first_cell(a) + k)] = static_cast<Real>(amounts_[k]);
      }
      changes.push_back({i, change, blocks});
    }
    if (changes.size() < changes_at_once && a > 0) continue;
    backend_.add_many(changes, pool_);
    changes.clear();
  }
}

template class SubsetAscent<float>;
template class SubsetAscent<double>;

}  // namespace clade::detail
