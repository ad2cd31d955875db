// Primal objectives in double, from nothing but weights and data.
//
//   1/2 ||w||^2 + C sum of xi^p
//   ranking: xi_i  = max over r != y_i of Delta(y_i, r)^(1/p) (1 - F(y_i) + F(r)), 0
//   binary:  xi_ic = max(1 - s F(c), 0), s = 1 where c is a label of i, else -1
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "bench/training_set.h"

namespace clade::detail::bench {

struct Formulation {
  bool binary = false;
  int slack_power = 1;
  std::string loss = "zero-one";  // of ranking
};

// Linear weights of any origin: features are those of TrainingSet::rows.
struct Weights {
  std::size_t units = 0;
  // raw += value * (the weights of the feature)
  std::function<void(std::size_t feature, double value, std::span<double> raw)> add;
  // The decision scores of the classes.
  std::function<void(std::span<const double> raw, std::span<double> scores)> decide;
};

double primal_objective(const TrainingSet& set, const Weights& weights,
                        const Formulation& formulation, double C);

}  // namespace clade::detail::bench
