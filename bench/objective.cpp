#include "bench/objective.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "taxonomy/loss.h"

namespace clade::detail::bench {

namespace {

double squared_norm(const Weights& weights, std::size_t features) {
  double sum = 0;
  std::vector<double> row(weights.units);
  for (std::size_t j = 0; j < features; ++j) {
    std::fill(row.begin(), row.end(), 0.0);
    weights.add(j, 1, row);
    for (const double w : row) sum += w * w;
  }
  return sum;
}

// `losses` are those of the true class against every class.
double ranking_slack(std::size_t own, std::span<const double> scores,
                     std::span<const double> losses, int power) {
  double slack = 0;
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const double scale = power == 2 ? std::sqrt(losses[r]) : losses[r];
    if (r != own) slack = std::max(slack, scale * (1 - scores[own] + scores[r]));
  }
  return slack;
}

double binary_cost(std::span<const ClassId> labels, std::span<const double> scores, int power) {
  double cost = 0;
  for (const double score : scores) cost += std::pow(std::max(0.0, 1 + score), power);
  for (const ClassId c : labels) {
    const double score = scores[index_of(c)];
    cost += std::pow(std::max(0.0, 1 - score), power) - std::pow(std::max(0.0, 1 + score), power);
  }
  return cost;
}

}  // namespace

double primal_objective(const TrainingSet& set, const Weights& weights,
                        const Formulation& formulation, double C) {
  const std::span<const NodeId> classes = set.label_space.classes();
  const int power = formulation.slack_power;
  const auto loss = make_loss(formulation.loss, set.label_space.taxonomy(), classes);
  std::vector<double> raw(weights.units), scores(classes.size()), losses(classes.size());
  double cost = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::fill(raw.begin(), raw.end(), 0.0);
    for (const Feature& f : set.rows.row(i)) {
      weights.add(f.index, static_cast<double>(f.value), raw);
    }
    weights.decide(raw, scores);
    if (formulation.binary) {
      cost += binary_cost(set.data.labels(i), scores, power);
    } else {
      const std::size_t own = set.label(i);
      loss->row(classes[own], classes, losses);
      cost += std::pow(ranking_slack(own, scores, losses, power), power);
    }
  }
  return 0.5 * squared_norm(weights, set.features) + C * cost;
}

}  // namespace clade::detail::bench
