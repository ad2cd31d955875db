#include "solver/interior_point/dual_rounding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/interior_point/cholesky.h"
#include "solver/interior_point/constraint_matrix.h"
#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

// A second time takes away what rounding has left of the first.
constexpr int times_to_balance = 2;
// The same bias for all decisions of a family changes nothing.
constexpr double smallest_pivot = 1e-11;

// The constraints as they are for biases, which are the weights of a feature that is 1.
Problem<double> biases_alone(const Problem<double>& problem, ScoreMap map) {
  Problem<double> biases;
  biases.features = 1;
  biases.score_map = std::move(map);
  biases.groups = problem.groups;
  biases.slack_power = problem.slack_power;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    biases.rows.push({0, 1.0});
    biases.rows.end_row();
  }
  return biases;
}

double mass_of(const SlackGroup& group, const std::vector<double>& beta) {
  double mass = 0;
  for (std::size_t c = group.begin; c < group.end; ++c) mass += beta[c];
  return mass;
}

// The least sum of step_c^2 / beta_c, with rest_g likewise for what moves out of a group, has
//   step_c = -beta_c (Z_c x - sum over the group of beta Z x / (B_g + rest_g)).
void move(std::vector<double>& beta, const ConstraintList& list, std::span<const double> rest,
          std::span<const double> along) {
  for (std::size_t g = 0; g < list.groups.size(); ++g) {
    const auto [begin, end, C] = list.groups[g];
    double sum = rest[g], mean = 0;
    for (std::size_t c = begin; c < end; ++c) {
      sum += beta[c];
      mean += beta[c] * along[c];
    }
    if (!(sum > 0)) continue;
    mean /= sum;
    for (std::size_t c = begin; c < end; ++c) {
      beta[c] = std::max(0.0, beta[c] - beta[c] * (along[c] - mean));
    }
  }
}

}  // namespace

// Duals are measured by C or, where none comes near that, by the largest.
std::vector<double> rounded(const InteriorPoint& point, const ConstraintList& list,
                            int slack_power) {
  std::vector<double> beta = point.beta;
  const double largest = beta.empty() ? 0 : *std::max_element(beta.begin(), beta.end());
  for (std::size_t g = 0; g < list.groups.size(); ++g) {
    const auto [begin, end, C] = list.groups[g];
    const double unit = std::min(C, largest);
    std::size_t top = begin;
    for (std::size_t c = begin; c < end; ++c) {
      if (point.beta[c] < unit * point.distance[c]) beta[c] = 0;
      if (beta[c] > beta[top]) top = c;
    }
    const double mass = mass_of(list.groups[g], beta);
    if (slack_power == 2 || !(mass > 0) || point.rest[g] > unit * point.slack[g]) continue;
    beta[top] = C - (mass - beta[top]);
  }
  return beta;
}

void fit_boxes(std::vector<double>& beta, const ConstraintList& list) {
  for (const SlackGroup& group : list.groups) {
    const double mass = mass_of(group, beta);
    if (mass <= group.C) continue;
    for (std::size_t c = group.begin; c < group.end; ++c) beta[c] *= group.C / mass;
  }
}

void balance(std::vector<double>& beta, const ConstraintList& list,
             const Problem<double>& problem) {
  const Problem<double> biases =
      biases_alone(problem, ScoreMap::identity(problem.score_map.decisions()));
  const ConstraintMatrix matrix(biases, list);
  LowerMatrix factor(matrix.columns());
  std::vector<double> rest(list.groups.size()), along(list.constraints.size());
  for (int k = 0; k < times_to_balance; ++k) {
    std::vector<double> excess(matrix.columns());
    for (std::size_t d = 0; d < problem.bias_terms.size(); ++d) excess[d] = -problem.bias_terms[d];
    matrix.add_transposed(beta, excess);
    for (std::size_t g = 0; g < rest.size(); ++g) {
      const double mass = mass_of(list.groups[g], beta);
      const Slack slack{list.groups[g].C, problem.slack_power};
      rest[g] = slack.unbounded() ? mass : slack.left(mass);
    }
    factor.set_zero();
    matrix.add_products(beta, rest, factor);
    factorise(factor, smallest_pivot);
    solve(factor, excess);
    matrix.times(excess, along);
    move(beta, list, rest, along);
  }
}

// With K = Z'Z the shortest is the limit of x + (K + r)^-1 K (b - x) from x = 0, for any r > 0.
std::vector<double> shortest_biases(std::span<const double> biases, const ConstraintList& list,
                                    const Problem<double>& problem) {
  constexpr int most_steps = 50;
  constexpr double relative = 1e-4, enough = 1e-13, far = 1e200;
  const Problem<double> alone = biases_alone(problem, problem.score_map);
  const ConstraintMatrix matrix(alone, list);
  LowerMatrix factor(biases.size());
  matrix.add_products(std::vector<double>(list.constraints.size(), 1.0),
                      std::vector<double>(list.groups.size(), far), factor);
  double trace = 0;
  for (std::size_t u = 0; u < biases.size(); ++u) trace += factor.row(u)[u];
  for (std::size_t u = 0; u < biases.size(); ++u) factor.row(u)[u] += relative * trace;
  factorise(factor, 0);
  std::vector<double> shortest(biases.size()), differences(list.constraints.size());
  double largest = 0;
  for (int k = 0; k < most_steps; ++k) {
    std::vector<double> left(biases.begin(), biases.end());
    for (std::size_t u = 0; u < left.size(); ++u) left[u] -= shortest[u];
    matrix.times(left, differences);
    double furthest = 0;
    for (const double difference : differences) furthest = std::max(furthest, std::abs(difference));
    largest = std::max(largest, furthest);
    if (furthest <= enough * largest) break;
    std::vector<double> step(biases.size());
    matrix.add_transposed(differences, step);
    solve(factor, step);
    for (std::size_t u = 0; u < step.size(); ++u) shortest[u] += step[u];
  }
  return shortest;
}

}  // namespace clade::detail
