// What a comparison says: means, spreads, intervals, and how sure the differences are.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "eval/compare/comparison.h"
#include "eval/compare/significance.h"

namespace clade::detail {

struct MetricSummary {
  std::string name;
  std::vector<double> values;  // by split
  double mean = 0, deviation = 0;
  std::optional<Interval> interval;  // where there are several values to draw from
};

// The difference to the first contender; nothing where there is nothing to test on. Corrected: for
// as many comparisons as there are contenders but the first.
struct AgainstFirst {
  std::optional<double> difference;  // where both have the metric
  std::optional<double> p_permutation, p_t, p_permutation_corrected, p_t_corrected;
  bool over_records = false;   // paired record by record, not split by split
  bool parts_overlap = false;  // split by split, with training parts that share records

  // Splits that share training records are no independent observations: the t-test allows for
  // that, the permutation test does not.
  std::optional<double> deciding_p() const {
    return parts_overlap ? p_t_corrected : p_permutation_corrected;
  }
};

struct ContenderSummary {
  std::string name, taxonomy;
  bool is_flat = false;  // the method does not see the taxonomy
  std::vector<MetricSummary> metrics;
  std::vector<AgainstFirst> against_first;  // by metric; empty for the first
  std::vector<std::vector<std::pair<std::string, Setting>>> chosen;  // by split
  std::map<double, double> loss_histogram;                           // over all splits
  std::vector<LevelReport> per_level;                                // means
  double train_seconds = 0;                                          // mean
  std::size_t models = 0, early_ends = 0;

  const MetricSummary* find(std::string_view metric) const;
};

// Means and deviations alone.
std::vector<ContenderSummary> summarise_means(const ComparisonPlan& plan,
                                              const std::vector<std::vector<RunOutcome>>& outcomes);
// The same with intervals and tests.
std::vector<ContenderSummary> summarise(const ComparisonPlan& plan,
                                        const std::vector<std::vector<RunOutcome>>& outcomes,
                                        ThreadPool& pool);

}  // namespace clade::detail
