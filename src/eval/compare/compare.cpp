#include "eval/compare/compare.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "clade/label_sets.h"
#include "eval/compare/comparison_splits.h"
#include "eval/compare/comparison_summary.h"
#include "eval/compare/run_store.h"
#include "measure/metric_direction.h"
#include "pipeline/memory_budget.h"
#include "taxonomy/loss.h"

namespace clade::detail {

namespace {

// A page cannot hold more, and each takes about as long as a prediction.
constexpr std::size_t most_explained = 1200;

// The data are read once for every way of reading texts, and again to test.
void check_can_be_read_again(const RecordSource& source) {
  const auto* files = dynamic_cast<const FileSource*>(&source);
  if (files == nullptr) return;
  if (std::find(files->paths.begin(), files->paths.end(), "-") == files->paths.end()) return;
  fail(ErrorKind::usage, "compare: the data are read more than once: expected files, got '-'");
}

void check_tuning(const Tuning& tuning, const EvaluateOptions& measures) {
  if (!tuning.options.empty() && !tuning.for_each_measure) {
    check_metric("tune_for", tuning.measure, measures);
  }
  if (!(tuning.fraction > 0 && tuning.fraction < 1)) {
    fail(ErrorKind::usage, "compare: `tune_fraction`: expected a number above 0 and below 1");
  }
  for (const OptionValues& option : tuning.options) {
    if (option.values.empty()) {
      fail_parameter("tune", "expected values of {}, got none", quoted(option.option));
    }
  }
}

std::string tuning_words(const Tuning& tuning, bool has_data) {
  if (tuning.options.empty()) return "";
  std::string what = tuning.description;
  if (what.empty()) {
    for (const OptionValues& option : tuning.options) {
      what +=
          fmt::format("{}{}={}", what.empty() ? "" : "; ", option.option, join(option.values, ","));
    }
  }
  const std::string on = has_data ? "given data"
                         : tuning.folds > 0
                             ? fmt::format("{} folds of the training records", tuning.folds)
                             : fmt::format("{:g} of the training records", tuning.fraction);
  return fmt::format("{} chosen on {} by {}", what, on,
                     tuning.for_each_measure ? "each measure for itself" : tuning.measure);
}

// All settings that a method is trained with: its own options, those of the grid, and each with
// every value of the curve.
std::vector<Setting> all_settings(const ComparedMethod& method, const std::vector<Setting>& grid,
                                  const std::optional<CurveAxis>& axis) {
  std::vector<Setting> all = grid;
  if (all.empty()) all.emplace_back();
  if (!axis || axis->is_of_splits()) return all;
  const std::size_t without = all.size();
  for (const std::string& value : axis->values()) {
    const auto at = axis->setting(method, value);
    for (std::size_t s = 0; at && s < without; ++s) {
      all.push_back(all[s]);
      all.back().insert(all.back().end(), at->begin(), at->end());
    }
  }
  return all;
}

// Without data.
std::vector<Contender> make_contenders(const CompareOptions& options,
                                       const std::vector<ComparedMethod>& methods,
                                       const std::optional<CurveAxis>& axis) {
  check_grid_is_used("tune", options.tuning.options, methods);
  std::vector<Contender> contenders;
  for (const ComparedMethod& method : methods) {
    Contender contender = make_contender(method);
    contender.is_flat = contender.configure({}).method->traits().is_flat;
    contender.grid = settings_for(method, options.tuning.options);
    for (const Setting& setting : contender.grid) static_cast<void>(contender.configure(setting));
    check_own_effects(method, all_settings(method, contender.grid, axis));
    for (const SeenTaxonomy& taxonomy : options.taxonomies) {
      contender.taxonomy = taxonomy;
      contenders.push_back(contender);
    }
  }
  return contenders;
}

// The records for every setting, once for each way of reading texts.
void read_data(ComparisonReader& reader, const std::vector<ComparedMethod>& methods,
               const std::optional<CurveAxis>& axis, std::vector<Contender>& contenders) {
  const std::size_t taxonomies = contenders.size() / methods.size();
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    Contender& contender = contenders[c];
    contender.data = reader.records_for(contender.configure({}));
    for (const Setting& setting : all_settings(methods[c / taxonomies], contender.grid, axis)) {
      const Configured configured = contender.configure(setting);
      auto records = reader.records_for(configured);
      if (records == contender.data) continue;
      contender.other_data.emplace(reading_key(configured), std::move(records));
    }
  }
}

// Rules that a model learns when it is calibrated.
void check_label_set(const std::optional<LabelSetRule>& rule,
                     const std::vector<Contender>& contenders) {
  if (!rule || !is_learned(*rule)) return;
  for (const Contender& contender : contenders) {
    const Configured configured = contender.configure({});
    const std::size_t usual = configured.method->traits().adapts_to_data ? 1 : 0;
    if (configured.calibration.folds().value_or(usual) > 0) continue;
    fail(ErrorKind::usage,
         "compare: `label_set`: models of {} have not learned how large label sets are: add "
         "`calibrate` to it, or take model, top1 or sign",
         quoted(contender.name));
  }
}

void check_taxonomies(const std::vector<Contender>& contenders, const TaxonomySource& taxonomy) {
  for (const Contender& contender : contenders) {
    if (contender.taxonomy.kind == SeenTaxonomy::Kind::random &&
        taxonomy.kind == TaxonomySource::Kind::flat) {
      fail(ErrorKind::usage, "compare: `taxonomies=random`: of which shape? Give `taxonomy`, too");
    }
    if (contender.taxonomy.kind != SeenTaxonomy::Kind::given &&
        contender.configure({}).calibration.calibrate) {
      fail(ErrorKind::usage,
           "compare: {}: `calibrate` is for the given taxonomy: leave out `taxonomies`",
           contender.name);
    }
    if (contender.taxonomy.kind != SeenTaxonomy::Kind::given &&
        contender.configure({}).method->traits().intersects_labels) {
      fail(ErrorKind::usage,
           "compare: {}: with `multilabel=intersect` sets of labels are classes, which have no "
           "place in another taxonomy than the given one: leave out `taxonomies`",
           contender.name);
    }
  }
}

bool has_splits(const Splitting& splits) {
  return splits.folds > 0 || splits.sample_per_class > 0 || splits.train_fraction > 0;
}

Comparison compare(const ComparisonSources& sources, const TaxonomySource& taxonomy,
                   const std::vector<ComparedMethod>& methods, const CompareOptions& options) {
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  MemoryBudget memory;
  memory.hold(options.memory);
  return memory.keep([&] {
    PreparedComparison prepared =
        prepare_comparison(sources, taxonomy, methods, options, pool, reporter);
    if (options.checkpoint.folder.empty()) return compare(std::move(prepared), pool, reporter);
    Checkpoint checkpoint(options.checkpoint, {{"comparison", comparison_identity(prepared.plan)}},
                          reporter);
    Comparison result = compare(std::move(prepared), pool, reporter, checkpoint.whole());
    checkpoint.remove();
    return result;
  });
}

const RecordSource* tuning_source(const std::optional<Examples>& examples) {
  return examples ? examples->source().get() : nullptr;
}

}  // namespace

void check_metric(const char* parameter, const std::string& name, const EvaluateOptions& measures) {
  std::vector<std::string> known(metric_names.begin(), metric_names.end());
  for (const std::size_t k : measures.precision_at) {
    known.push_back(fmt::format("precision_at_{}", k));
  }
  if (has_node_costs(measures.loss)) known.emplace_back("set_loss");
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail(ErrorKind::usage, "compare: `{}`: there is no metric {}{}; there are {}", parameter,
       quoted(name), did_you_mean(name, known), join(known, ", "));
}

PreparedComparison prepare_comparison(const ComparisonSources& sources,
                                      const TaxonomySource& taxonomy,
                                      const std::vector<ComparedMethod>& methods,
                                      const CompareOptions& options, ThreadPool& pool,
                                      Reporter& reporter) {
  if (methods.empty()) fail(ErrorKind::usage, "compare: expected methods, got none");
  if (options.taxonomies.empty()) fail(ErrorKind::usage, "compare: expected taxonomies, got none");
  PreparedComparison prepared{options, methods, {}, {}, {}};
  Splitting& splits = prepared.options.splits;
  check_splitting(splits, sources.test != nullptr);
  if (options.curve) {
    prepared.axis.emplace(options, methods, sources.test != nullptr);
    prepared.axis->complete(splits);
  }
  check_tuning(options.tuning, options.measures);
  check_can_be_read_again(sources.train);
  ComparisonPlan& plan = prepared.plan;
  plan.contenders = make_contenders(options, methods, prepared.axis);
  check_label_set(options.measures.label_set, plan.contenders);

  reporter.on_stage("reading");
  ComparisonReader reader(
      sources, taxonomy,
      {!has_splits(splits), options.keep_predictions ? options.snippet_bytes : 0}, pool, reporter);
  read_data(reader, methods, prepared.axis, plan.contenders);
  plan.taxonomy = reader.taxonomy();
  check_taxonomies(plan.contenders, plan.taxonomy);
  plan.measures = options.measures;
  plan.tuning = options.tuning;
  plan.seed = options.seed;
  plan.memory = options.memory;
  ComparisonNotes& notes = prepared.notes;
  notes.splits = make_splits(splits, *plan.contenders.front().data, plan);
  notes.split_count = plan.splits.size();
  notes.seed = options.seed;
  notes.tuning = tuning_words(options.tuning, sources.tune != nullptr);
  plan.measures.keep_instances = plan.tests_once;
  if (options.keep_predictions) plan.explained = most_explained;
  plan.measures.keep_judged = options.keep_predictions || !options.run.empty();
  return prepared;
}

Comparison compare(PreparedComparison prepared, ThreadPool& pool, Reporter& reporter,
                   const CheckpointPart& checkpoint, Communicator& peers) {
  const CompareOptions& options = prepared.options;
  const ComparisonPlan& plan = prepared.plan;
  std::optional<RunStore> store;
  if (!options.run.empty()) {
    store.emplace(options.run, comparison_identity(plan));
  } else if (checkpoint) {
    store.emplace(checkpoint);
  }
  reporter.on_stage("training");
  auto outcomes = run_comparison(plan, store ? &*store : nullptr, pool, reporter, peers);
  Comparison comparison;
  comparison.methods = summarise(plan, outcomes, pool);
  comparison.notes = prepared.notes;
  if (prepared.axis) {
    comparison.curve =
        run_curve(*prepared.axis, {options, prepared.methods, plan, comparison.methods}, checkpoint,
                  pool, reporter, peers);
  }
  if (options.keep_predictions) {
    comparison.details = std::make_shared<const ComparisonDetails>(
        ComparisonDetails{std::move(prepared.plan), std::move(outcomes)});
  }
  return comparison;
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

Comparison compare(const Examples& examples, const TaxonomySource& taxonomy,
                   const std::vector<ComparedMethod>& methods, const CompareOptions& options) {
  return compare({*examples.source(), nullptr, tuning_source(options.tuning.examples)}, taxonomy,
                 methods, options);
}

Comparison compare(const Examples& examples, const Examples& test, const TaxonomySource& taxonomy,
                   const std::vector<ComparedMethod>& methods, const CompareOptions& options) {
  return compare({*examples.source(), test.source().get(), tuning_source(options.tuning.examples)},
                 taxonomy, methods, options);
}

}  // namespace clade
