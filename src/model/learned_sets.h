// What held-out examples taught about sets of labels.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "clade/label_space.h"

namespace clade::detail {

// Objects of this kind come from `fit_label_sets` (src/measure/fit_label_sets.h) or a model file.
struct LearnedSets {
  // By class: where its own F1 is best.
  std::vector<double> class_thresholds;

  // Both are linear in the features below: a threshold for what scores are above those of their
  // classes, in the manner of Elisseeff and Weston (2001), and the number of labels.
  static constexpr std::size_t best_scores = 8;
  static constexpr std::size_t features = best_scores + 2;
  using Weights = std::array<double, features>;
  Weights threshold{}, size{};

  // Every label set of the training data held the classes above its labels, too.
  bool closed = false;
};

// Of one instance: 1, how many classes are above their thresholds (its logarithm), and by how much
// the best are above or below, best first. `excess` is sorted by this.
LearnedSets::Weights set_features(std::vector<double>& excess);

double weighted_sum(const LearnedSets::Weights& weights, const LearnedSets::Weights& features);

}  // namespace clade::detail
