// Means of what evaluations say about a level.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "clade/metrics.h"

namespace clade::detail {

// Over `count` evaluations, the k-th of which has the levels `*levels_of(k)`; those that lack the
// level, or a value of it, are passed over.
template <class LevelsOf>
LevelReport mean_level(std::size_t level, std::size_t count, LevelsOf levels_of) {
  LevelReport mean{};
  double accuracies = 0, reports = 0, curves = 0, errors = 0;
  const auto add = [](const std::optional<double>& value, std::optional<double>& sum, double& n) {
    if (!value) return;
    sum = sum.value_or(0) + *value;
    ++n;
  };
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<LevelReport>& levels = *levels_of(k);
    if (level >= levels.size()) continue;
    mean.level = levels[level].level;
    mean.nodes = levels[level].nodes;
    mean.f1 += levels[level].f1;
    ++reports;
    add(levels[level].accuracy, mean.accuracy, accuracies);
    add(levels[level].auprc, mean.auprc, curves);
    add(levels[level].ece, mean.ece, errors);
  }
  if (reports > 0) mean.f1 /= reports;
  if (mean.accuracy) *mean.accuracy /= accuracies;
  if (mean.auprc) *mean.auprc /= curves;
  if (mean.ece) *mean.ece /= errors;
  return mean;
}

}  // namespace clade::detail
