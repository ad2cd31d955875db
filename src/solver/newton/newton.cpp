#include "solver/newton/newton.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "solver/newton/dense_product.h"

namespace clade::detail {

namespace {

// Decisions and instances of one piece of work, and instances of one product.
constexpr std::size_t decision_group = 16;
constexpr std::size_t instance_group = 64;
constexpr std::size_t blocks_of_columns = 4;
// A tree rests with less than this part of an even share of the gap that is allowed.
constexpr double part_to_rest = 0.3;
// A step length will do where the slope is this part of that at the start.
constexpr double slope_left = 0.1;
constexpr int most_trials = 30;
// A fraction of a second on one thread, in multiplications.
constexpr double cost_between_questions = 5e8;

// Slope and curvature of the costs of one decision along a direction. In eight sums, which the
// compiler can put side by side.
struct LineSums {
  double slope = 0, curvature = 0;
};
LineSums line_sums(const BinaryProblem& problem, std::size_t decision, const double* scores,
                   const double* change, double length) {
  constexpr std::size_t parts = 8;
  const float* targets = problem.targets(decision).data();
  const double* C = problem.C().data();
  double slopes[parts] = {}, curvatures[parts] = {};
  for (std::size_t i = 0; i < problem.padded_instances(); i += parts) {
    for (std::size_t p = 0; p < parts; ++p) {
      const auto t = static_cast<double>(targets[i + p]);
      const double moved = change[i + p];
      const double slack = std::abs(t) - t * (scores[i + p] + length * moved);
      const double price = slack > 0 ? 2 * C[i + p] : 0;
      slopes[p] -= price * slack * t * moved;
      curvatures[p] += price * moved * moved;
    }
  }
  LineSums sums;
  for (std::size_t p = 0; p < parts; ++p) {
    sums.slope += slopes[p];
    sums.curvature += curvatures[p];
  }
  return sums;
}

double squares(const double* values, std::size_t size) {
  double sum = 0;
  for (std::size_t j = 0; j < size; ++j) sum += values[j] * values[j];
  return sum;
}

}  // namespace

Newton::Newton(const BinaryProblem& problem, const ScoreMap& map, const ScoreForest& forest,
               AlignedArray<double> anchor, AlignedArray<double> start, ThreadPool& pool)
    : problem_(problem),
      map_(map),
      forest_(forest),
      pool_(pool),
      products_(problem),
      elimination_(forest, problem.width()),
      anchor_(std::move(anchor)),
      weights_(std::move(start)),
      scores_(problem.decisions() * problem.padded_instances()),
      slopes_(problem.decisions() * problem.width()),
      pull_(forest.nodes().size() * problem.width()),
      costs_(problem.decisions()),
      active_(problem.decisions()),
      chosen_trees_(forest.trees(), 1),
      searches_(forest.trees()) {
  for (std::uint32_t c = 0; c < problem.decisions(); ++c) chosen_.push_back(c);
  scores_ = scores_of(weights_.data());
  evaluate();
}

// Of the chosen decisions, one after the other.
AlignedArray<double> Newton::scores_of(const double* weights) const {
  const std::size_t width = problem_.width(), stride = problem_.padded_instances();
  AlignedArray<double> of_decision(chosen_.size() * width);
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    for (const Attribute& a : map_.of(chosen_[k])) {
      const double* from = weights + index_of(a.unit) * width;
      for (std::size_t j = 0; j < width; ++j) of_decision[k * width + j] += a.strength * from[j];
    }
  }
  AlignedArray<double> scores(chosen_.size() * stride);
  constexpr std::size_t columns = BinaryProblem::column_block;
  pool_.for_ranges(stride / columns, blocks_of_columns, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      add_product({scores.data() + block * columns, stride, chosen_.size(), columns,
                   of_decision.data(), width, 1, problem_.columns(block), columns, width});
    }
  });
  return scores;
}

// ---- Costs and gradients

void Newton::evaluate() {
  pool_.for_ranges(chosen_.size(), decision_group,
                   [&](std::size_t begin, std::size_t end) { evaluate_group(begin, end); });
  const std::size_t width = problem_.width();
  std::fill(pull_.begin(), pull_.end(), 0.0);
  for (std::size_t c = 0; c < problem_.decisions(); ++c) {
    for (const Attribute& a : map_.of(c)) {
      double* to = pull_.data() + index_of(a.unit) * width;
      for (std::size_t j = 0; j < width; ++j) to[j] += a.strength * slopes_[c * width + j];
    }
  }
}

void Newton::evaluate_group(std::size_t begin, std::size_t end) {
  const std::size_t width = problem_.width(), stride = problem_.padded_instances();
  const auto C = problem_.C();
  AlignedArray<double> pulls(decision_group * instance_group), sums(decision_group * width);
  double costs[decision_group] = {};
  std::uint64_t active[decision_group] = {};
  for (std::size_t first = 0; first < problem_.instances(); first += instance_group) {
    const std::size_t count = std::min(instance_group, problem_.instances() - first);
    for (std::size_t k = begin; k < end; ++k) {
      const double* scores = scores_.data() + chosen_[k] * stride + first;
      const float* targets = problem_.targets(chosen_[k]).data() + first;
      double* to = pulls.data() + (k - begin) * instance_group;
      for (std::size_t i = 0; i < count; ++i) {
        const auto t = static_cast<double>(targets[i]);
        const double slack = std::max(0.0, std::abs(t) - t * scores[i]);
        to[i] = -2 * C[first + i] * t * slack;
        costs[k - begin] += C[first + i] * slack * slack;
        active[k - begin] += slack > 0 ? 1 : 0;
      }
    }
    add_product({sums.data(), width, end - begin, width, pulls.data(), instance_group, 1,
                 problem_.row(first), width, count});
  }
  for (std::size_t k = begin; k < end; ++k) {
    costs_[chosen_[k]] = costs[k - begin];
    active_[chosen_[k]] = active[k - begin];
    std::copy_n(sums.data() + (k - begin) * width, width, slopes_.data() + chosen_[k] * width);
  }
}

AlignedArray<double> Newton::gradient(double scale) const {
  AlignedArray<double> gradient(weights_.size());
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    gradient[k] = weights_[k] - anchor_[k] + scale * pull_[k];
  }
  return gradient;
}

std::vector<double> Newton::gaps(double scale) const {
  const AlignedArray<double> all = gradient(scale);
  std::vector<double> gaps(forest_.trees());
  for (std::size_t u = 0; u < forest_.nodes().size(); ++u) {
    gaps[forest_.nodes()[u].tree] +=
        0.5 * squares(all.data() + u * problem_.width(), problem_.width());
  }
  return gaps;
}

Newton::Bounds Newton::bounds(double scale) const {
  Bounds bounds;
  for (const double gap : gaps(scale)) bounds.gap += gap;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    bounds.primal += 0.5 * (weights_[k] - anchor_[k]) * (weights_[k] - anchor_[k]);
  }
  for (const double cost : costs_) bounds.primal += scale * cost;
  return bounds;
}

// With v = w(beta) - w0 = -pull the dual value is t (sum beta - w0'v) - t^2 (||v||^2/2 + costs):
// the sum of beta^2/(4C) are the costs. As beta = 2 C xi, sum beta (xi + t F) = sum beta gives sum
// beta = 2 costs + v'w.
Newton::Multiple Newton::best_multiple() const {
  double costs = 0, along = 0, length = 0;
  for (const double cost : costs_) costs += cost;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    along -= pull_[k] * (weights_[k] - anchor_[k]);
    length += pull_[k] * pull_[k];
  }
  const double linear = 2 * costs + along, bend = length + 2 * costs;
  if (!(bend > 0) || !(linear > 0)) return {0, 0};
  return {linear / bend, linear * linear / (2 * bend)};
}

std::uint64_t Newton::active_pairs() const {
  return std::accumulate(active_.begin(), active_.end(), std::uint64_t{0});
}

double Newton::slack(std::size_t decision, std::size_t instance) const {
  const auto t = static_cast<double>(problem_.targets(decision)[instance]);
  const double score = scores_[decision * problem_.padded_instances() + instance];
  return std::max(0.0, std::abs(t) - t * score);
}

// ---- Steps

bool Newton::step(double scale, double goal, const std::function<bool()>& should_stop) {
  choose_trees(scale, goal);
  const std::size_t stride = problem_.padded_instances();
  const double cost = 0.25 * static_cast<double>(stride * problem_.width() * problem_.width());
  const std::size_t at_once =
      std::max<std::size_t>(pool_.size(), static_cast<std::size_t>(cost_between_questions / cost));
  for (std::size_t begin = 0; begin < chosen_.size(); begin += at_once) {
    if (should_stop()) return false;
    pool_.for_blocks(std::min(at_once, chosen_.size() - begin), [&](std::size_t k) {
      const std::size_t c = chosen_[begin + k];
      products_.update(c, scores_.data() + c * stride);
    });
  }
  AlignedArray<double> step(weights_.size());
  if (!elimination_.run(products_, scale, gradient(scale).data(), chosen_trees_, step.data(), pool_,
                        should_stop)) {
    return false;
  }
  const AlignedArray<double> change = scores_of(step.data());
  const AlignedArray<double> all = gradient(scale);
  const std::size_t width = problem_.width();
  for (Search& search : searches_) search = Search();
  for (std::size_t u = 0; u < forest_.nodes().size(); ++u) {
    Search& search = searches_[forest_.nodes()[u].tree];
    for (std::size_t j = u * width; j < (u + 1) * width; ++j) {
      search.first_slope += all[j] * step[j];
      search.slope += (weights_[j] - anchor_[j]) * step[j];
      search.curvature += step[j] * step[j];
    }
  }
  search_lengths(scale, change);
  move(step, change);
  evaluate();
  return true;
}

void Newton::choose_trees(double scale, double goal) {
  const std::vector<double> gaps = this->gaps(scale);
  const double most = part_to_rest * goal / static_cast<double>(gaps.size());
  for (std::size_t t = 0; t < gaps.size(); ++t) chosen_trees_[t] = gaps[t] > most ? 1 : 0;
  chosen_.clear();
  for (std::uint32_t c = 0; c < problem_.decisions(); ++c) {
    const std::uint32_t tree = forest_.tree_of_decision(c);
    if (tree != ScoreForest::none && chosen_trees_[tree] != 0) chosen_.push_back(c);
  }
}

// The slope along a direction grows with the length: Newton's method on it, between the ends that
// are known. At first the length is 1, the minimum if no constraint becomes active or inactive.
void Newton::search_lengths(double scale, const AlignedArray<double>& change) {
  const std::size_t stride = problem_.padded_instances();
  for (std::size_t t = 0; t < searches_.size(); ++t) {
    searches_[t].is_over = chosen_trees_[t] == 0 || !(searches_[t].first_slope < 0);
    searches_[t].length = searches_[t].is_over ? 0 : 1;
  }
  std::vector<LineSums> sums(chosen_.size());
  for (int trial = 0; trial < most_trials; ++trial) {
    pool_.for_ranges(chosen_.size(), decision_group, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const std::size_t c = chosen_[k];
        const Search& search = searches_[forest_.tree_of_decision(c)];
        if (search.is_over) continue;
        sums[k] = line_sums(problem_, c, scores_.data() + c * stride, change.data() + k * stride,
                            search.length);
      }
    });
    std::vector<LineSums> of_tree(searches_.size());
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const std::uint32_t tree = forest_.tree_of_decision(chosen_[k]);
      of_tree[tree].slope += scale * sums[k].slope;
      of_tree[tree].curvature += scale * sums[k].curvature;
    }
    bool any = false;
    for (std::size_t t = 0; t < searches_.size(); ++t) {
      Search& search = searches_[t];
      if (search.is_over) continue;
      const double slope = of_tree[t].slope + search.slope + search.length * search.curvature;
      const double curvature = of_tree[t].curvature + search.curvature;
      search.is_over = std::abs(slope) <= slope_left * std::abs(search.first_slope);
      if (search.is_over) continue;
      any = true;
      (slope < 0 ? search.low : search.high) = search.length;
      search.length -= slope / curvature;
      const bool is_inside =
          search.length > search.low && (search.high == 0 || search.length < search.high);
      if (!is_inside) search.length = 0.5 * (search.low + search.high);
    }
    if (!any) return;
  }
}

void Newton::move(const AlignedArray<double>& step, const AlignedArray<double>& change) {
  const std::size_t width = problem_.width(), stride = problem_.padded_instances();
  for (std::size_t u = 0; u < forest_.nodes().size(); ++u) {
    const double length = searches_[forest_.nodes()[u].tree].length;
    for (std::size_t j = u * width; j < (u + 1) * width; ++j) weights_[j] += length * step[j];
  }
  pool_.for_ranges(chosen_.size(), decision_group, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const double length = searches_[forest_.tree_of_decision(chosen_[k])].length;
      double* scores = scores_.data() + chosen_[k] * stride;
      for (std::size_t i = 0; i < stride; ++i) scores[i] += length * change[k * stride + i];
    }
  });
}

}  // namespace clade::detail
