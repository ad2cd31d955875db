#include "eval/compare/comparison_summary.h"

#include <algorithm>
#include <optional>
#include <string>

#include "eval/compare/significance.h"
#include "measure/level_means.h"

namespace clade::detail {

namespace {

using Outcomes = std::vector<RunOutcome>;  // by split

double value_of(const RunOutcome& outcome, const std::string& metric) {
  for (const auto& [name, value] : outcome.metrics) {
    if (name == metric) return value;
  }
  return 0;
}

// Metrics that every split has: some are left out where a part has one label per record by chance.
std::vector<std::string> common_metrics(const Outcomes& outcomes) {
  std::vector<std::string> names;
  for (const auto& entry : outcomes.front().metrics) {
    const bool is_everywhere =
        std::all_of(outcomes.begin(), outcomes.end(), [&](const RunOutcome& outcome) {
          return std::any_of(outcome.metrics.begin(), outcome.metrics.end(),
                             [&](const auto& own) { return own.first == entry.first; });
        });
    if (is_everywhere) names.push_back(entry.first);
  }
  return names;
}

// The values of all test records, split by split; empty where the metric has none.
std::vector<double> record_values(const Outcomes& outcomes, const std::string& metric) {
  std::vector<double> all;
  for (const RunOutcome& outcome : outcomes) {
    for (const auto& [name, values] : outcome.per_instance) {
      if (name == metric) all.insert(all.end(), values.begin(), values.end());
    }
  }
  return all;
}

MethodSummary means_of(const Contender& contender, const Outcomes& outcomes) {
  MethodSummary summary{contender.name, taxonomy_text(contender.taxonomy), contender.is_flat};
  for (const std::string& name : common_metrics(outcomes)) {
    MetricSummary metric{name};
    for (const RunOutcome& outcome : outcomes) metric.values.push_back(value_of(outcome, name));
    metric.mean = mean_of(metric.values);
    metric.deviation = standard_deviation(metric.values);
    summary.metrics.push_back(std::move(metric));
  }
  const double share = 1 / static_cast<double>(outcomes.size());
  for (const RunOutcome& outcome : outcomes) {
    summary.chosen.push_back(outcome.chosen);
    summary.train_seconds += share * outcome.train_seconds;
    summary.models += outcome.models;
    summary.early_ends += outcome.early_ends;
    for (const auto& [loss, count] : outcome.loss_histogram) summary.loss_histogram[loss] += count;
  }
  std::size_t levels = 0;
  for (const RunOutcome& outcome : outcomes) levels = std::max(levels, outcome.per_level.size());
  for (std::size_t level = 0; level < levels; ++level) {
    summary.per_level.push_back(
        mean_level(level, outcomes.size(), [&](std::size_t k) { return &outcomes[k].per_level; }));
  }
  return summary;
}

// Fills in what needs drawing: the interval of a metric and its tests against the first contender.
class Doubt {
 public:
  Doubt(const ComparisonPlan& plan, const std::vector<Outcomes>& outcomes)
      : plan_(plan), outcomes_(outcomes) {}

  void settle(std::size_t contender, std::size_t metric,
              std::vector<MethodSummary>& summaries) const {
    MethodSummary& own = summaries[contender];
    MetricSummary& summary = own.metrics[metric];
    const std::vector<double> records = plan_.tests_once
                                            ? record_values(outcomes_[contender], summary.name)
                                            : std::vector<double>();
    const std::vector<double>& drawn_from = records.empty() ? summary.values : records;
    if (drawn_from.size() > 1) summary.interval = bootstrap_interval(drawn_from, plan_.seed);
    if (contender == 0) return;
    const MetricSummary* first = summaries.front().find(summary.name);
    if (first == nullptr) return;
    own.against_first[metric] = compare(
        summary.values, first->values, records,
        plan_.tests_once ? record_values(outcomes_.front(), summary.name) : std::vector<double>());
  }

 private:
  AgainstFirst compare(const std::vector<double>& splits, const std::vector<double>& first_splits,
                       const std::vector<double>& records,
                       const std::vector<double>& first_records) const {
    AgainstFirst result;
    result.over_records = !records.empty() && records.size() == first_records.size();
    const std::vector<double>& own = result.over_records ? records : splits;
    const std::vector<double>& first = result.over_records ? first_records : first_splits;
    std::vector<double> differences;
    for (std::size_t i = 0; i < own.size(); ++i) differences.push_back(own[i] - first[i]);
    result.difference = mean_of(splits) - mean_of(first_splits);
    result.p_permutation = permutation_test(differences, plan_.seed);
    result.parts_overlap = !result.over_records && plan_.overlap > 0;
    result.p_t = paired_t_test(differences, result.parts_overlap ? plan_.overlap : 0);
    return result;
  }

  const ComparisonPlan& plan_;
  const std::vector<Outcomes>& outcomes_;
};

// Holm's correction of one kind of p-value over the contenders, metric by metric.
void correct(std::vector<MethodSummary>& summaries, std::optional<double> AgainstFirst::*p,
             std::optional<double> AgainstFirst::*corrected) {
  for (const MetricSummary& metric : summaries.front().metrics) {
    std::vector<AgainstFirst*> tests;
    std::vector<double> values;
    for (std::size_t c = 1; c < summaries.size(); ++c) {
      for (std::size_t m = 0; m < summaries[c].metrics.size(); ++m) {
        AgainstFirst& against = summaries[c].against_first[m];
        if (summaries[c].metrics[m].name != metric.name || !(against.*p)) continue;
        tests.push_back(&against);
        values.push_back(*(against.*p));
      }
    }
    const std::vector<double> after = holm_corrected(values);
    for (std::size_t k = 0; k < tests.size(); ++k) tests[k]->*corrected = after[k];
  }
}

}  // namespace

std::vector<MethodSummary> summarise_means(const ComparisonPlan& plan,
                                           const std::vector<std::vector<RunOutcome>>& outcomes) {
  std::vector<MethodSummary> summaries;
  for (std::size_t c = 0; c < outcomes.size(); ++c) {
    summaries.push_back(means_of(plan.contenders[c], outcomes[c]));
  }
  return summaries;
}

std::vector<MethodSummary> summarise(const ComparisonPlan& plan,
                                     const std::vector<std::vector<RunOutcome>>& outcomes,
                                     ThreadPool& pool) {
  std::vector<MethodSummary> summaries = summarise_means(plan, outcomes);
  struct Place {
    std::size_t contender, metric;
  };
  std::vector<Place> places;
  for (std::size_t c = 0; c < outcomes.size(); ++c) {
    if (c > 0) summaries[c].against_first.resize(summaries[c].metrics.size());
    for (std::size_t m = 0; m < summaries[c].metrics.size(); ++m) places.push_back({c, m});
  }
  const Doubt doubt(plan, outcomes);
  pool.for_blocks(places.size(), [&](std::size_t k) {
    doubt.settle(places[k].contender, places[k].metric, summaries);
  });
  correct(summaries, &AgainstFirst::p_permutation, &AgainstFirst::p_permutation_corrected);
  correct(summaries, &AgainstFirst::p_t, &AgainstFirst::p_t_corrected);
  return summaries;
}

}  // namespace clade::detail

namespace clade {

const MetricSummary* MethodSummary::find(std::string_view metric) const {
  for (const MetricSummary& own : metrics) {
    if (own.name == metric) return &own;
  }
  return nullptr;
}

}  // namespace clade
