#include "measure/intervals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "base/random.h"
#include "measure/set_measures.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_draws = 1000, fewest_draws = 200;
constexpr std::size_t most_drawn = 40'000'000;  // instances in all draws, as far as these allow

std::size_t draws_of(std::size_t instances) {
  return std::clamp(most_drawn / instances, fewest_draws, most_draws);
}

// How often each instance is in a draw; the same for every metric.
void draw(std::size_t number, std::vector<std::uint32_t>& weights) {
  std::fill(weights.begin(), weights.end(), 0);
  Random random(number);
  const std::uint64_t size = weights.size();
  // An index from 32 bits, without a division: its bias is far below what 1000 draws can show.
  for (std::size_t i = 0; i < weights.size(); ++i) ++weights[(random.bits() >> 32) * size >> 32];
}

// Calls measure(weights, values) for every draw; each writes as many values, which become columns.
using Measure = std::function<void(const std::vector<std::uint32_t>&, std::vector<double>&)>;
std::vector<std::vector<double>> measure_draws(std::size_t instances, std::size_t metrics,
                                               const Measure& measure, ThreadPool& pool) {
  const std::size_t draws = draws_of(instances);
  std::vector<std::vector<double>> columns(metrics, std::vector<double>(draws));
  constexpr std::size_t grain = 20;
  pool.for_ranges(draws, grain, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> weights(instances);
    std::vector<double> values;
    for (std::size_t number = begin; number < end; ++number) {
      draw(number, weights);
      values.clear();
      measure(weights, values);
      for (std::size_t m = 0; m < metrics; ++m) columns[m][number] = values[m];
    }
  });
  return columns;
}

MetricInterval interval_of(std::string metric, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto cut =
      static_cast<std::size_t>(0.5 * (1 - interval_level) * static_cast<double>(values.size()));
  return {std::move(metric), values[cut], values[values.size() - 1 - cut]};
}

// The instances of a draw together. An instance that was drawn twice counts twice.
SetCounts counts_of(std::span<const SetOutcome> outcomes, std::size_t classes,
                    const std::vector<std::uint32_t>& weights) {
  SetCounts counts(classes);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (weights[i] == 0) continue;
    counts.add(outcomes[i].truth, outcomes[i].predicted, outcomes[i].nodes, weights[i]);
  }
  return counts;
}

}  // namespace

void add_set_intervals(std::span<const SetOutcome> outcomes, const std::vector<bool>& counted,
                       Evaluation& evaluation, ThreadPool& pool) {
  if (outcomes.size() < 2) return;
  const bool single_label = evaluation.find("weighted_f1").has_value();
  const auto measures = [&](const std::vector<std::uint32_t>& weights) {
    return set_measures(counts_of(outcomes, counted.size(), weights), counted, single_label);
  };
  const auto metrics = measures(std::vector<std::uint32_t>(outcomes.size(), 1));
  auto columns = measure_draws(
      outcomes.size(), metrics.size(),
      [&](const std::vector<std::uint32_t>& weights, std::vector<double>& values) {
        for (const auto& [name, value] : measures(weights)) values.push_back(value);
      },
      pool);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    evaluation.intervals.push_back(interval_of(metrics[m].first, std::move(columns[m])));
  }
}

void add_mean_intervals(Evaluation& evaluation, ThreadPool& pool) {
  if (evaluation.instances < 2) return;
  std::vector<const std::pair<std::string, std::vector<double>>*> metrics;
  for (const auto& metric : evaluation.per_instance) {
    const bool is_known =
        std::any_of(evaluation.intervals.begin(), evaluation.intervals.end(),
                    [&](const MetricInterval& known) { return known.metric == metric.first; });
    if (!is_known) metrics.push_back(&metric);
  }
  if (metrics.empty()) return;
  auto columns = measure_draws(
      evaluation.instances, metrics.size(),
      [&](const std::vector<std::uint32_t>& weights, std::vector<double>& values) {
        for (const auto* metric : metrics) {
          double sum = 0;
          for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * metric->second[i];
          values.push_back(sum / static_cast<double>(weights.size()));
        }
      },
      pool);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    evaluation.intervals.push_back(interval_of(metrics[m]->first, std::move(columns[m])));
  }
}

}  // namespace clade::detail
