#include "eval/compare/winner.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "base/train_context.h"
#include "measure/metric_direction.h"
#include "pipeline/memory_budget.h"
#include "pipeline/prepare.h"
#include "pipeline/train.h"

namespace clade::detail {

namespace {

// What was chosen in the most splits, the first of several.
Setting most_frequent(const MethodSummary& summary, const std::string& measure) {
  std::vector<std::pair<Setting, std::size_t>> counts;
  for (const auto& of_split : summary.chosen) {
    for (const auto& [name, setting] : of_split) {
      if (!name.empty() && name != measure) continue;
      const auto found =
          std::find_if(counts.begin(), counts.end(),
                       [&, &own = setting](const auto& entry) { return entry.first == own; });
      if (found == counts.end()) {
        counts.emplace_back(setting, 1);
      } else {
        ++found->second;
      }
    }
  }
  if (counts.empty()) return {};
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace

Winner winner_of(const Comparison& comparison, const std::vector<ComparedMethod>& methods,
                 const CompareOptions& options, const std::string& measure) {
  const std::string by = measure.empty() ? options.tuning.measure : measure;
  const double sign = smaller_is_better(by) ? -1 : 1;
  const MethodSummary* best = nullptr;
  double best_value = 0;
  for (const MethodSummary& summary : comparison.methods) {
    const MetricSummary* found = summary.taxonomy == "given" ? summary.find(by) : nullptr;
    if (found == nullptr || (best != nullptr && !(sign * found->mean > sign * best_value))) {
      continue;
    }
    best = &summary;
    best_value = found->mean;
  }
  if (best == nullptr) {
    fail(ErrorKind::usage,
         "compare: `save_best`: no method with the given taxonomy has the measure {}", quoted(by));
  }
  const auto place = static_cast<std::size_t>(best - comparison.methods.data());
  const ComparedMethod& method = methods[place / options.taxonomies.size()];
  Setting chosen = most_frequent(*best, by);
  Configured configured = configure(method, chosen);
  return {best->name, std::move(chosen), best_value, std::move(configured)};
}

Trained train_winner(const Winner& winner, const RecordSource& source, const FieldOptions& places,
                     const TaxonomySource& taxonomy, const CompareOptions& options,
                     ThreadPool& pool, Reporter& reporter, const CheckpointPart& checkpoint) {
  const Configured& configured = winner.configured;
  const TrainingPlan plan{configured.text, places, taxonomy, configured.label_nodes};
  const TrainingSet set = prepare(source, plan, *configured.method, pool, reporter);
  TrainContext context{reporter, pool, options.seed};
  context.memory = options.memory;
  context.checkpoint = checkpoint;
  return train(set, *configured.method, configured.calibration.folds(), context);
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

BestMethod train_best(const Comparison& comparison, const Examples& examples,
                      const TaxonomySource& taxonomy, const std::vector<ComparedMethod>& methods,
                      const CompareOptions& options, const std::string& measure) {
  const Winner winner = winner_of(comparison, methods, options, measure);
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  const auto* files = dynamic_cast<const FileSource*>(examples.source().get());
  const FieldOptions places = files != nullptr ? files->files.places : FieldOptions();
  MemoryBudget memory;
  memory.hold(options.memory);
  Trained trained = memory.keep([&] {
    return train_winner(winner, *examples.source(), places, taxonomy, options, pool, reporter);
  });
  return {winner.name, winner.chosen, winner.value, std::move(trained)};
}

}  // namespace clade
