// clade compare: several methods and taxonomies on the same splits of the same data.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands.h"
#include "cli/compare_options.h"
#include "cli/compare_readings.h"
#include "cli/compared_methods.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/terminal_reporter.h"
#include "cli/training_run.h"
#include "eval/comparison.h"
#include "eval/metric_direction.h"
#include "eval/run_store.h"

namespace clade::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

CommandSpec compare_spec(CompareOptions& options) {
  CommandSpec spec;
  spec.name = "compare";
  spec.summary = "compare methods on the same splits of data";
  spec.usage = {"DATA... --methods \"M; M\" [--taxonomy T] [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)},
                 {"Splits (default: the records' field 'split', else --folds 5)",
                  parameters_of(options.splits)},
                 {"Choosing options", parameters_of(options.tuning)},
                 {"Measures", parameters_of(options.measures)}};
  spec.notes =
      "Words, taxonomies and options are learned and chosen from training records only. Every\n"
      "difference to the first method is tested, record by record where every record is tested\n"
      "once, else split by split.\n";
  spec.examples = {
      {"clade compare docs.jsonl --taxonomy topics.tsv --methods \"clade; svm; dnc\"",
       "three methods, on the given split or five folds"},
      {"clade compare docs.jsonl --taxonomy topics.tsv --methods \"hsvm; svm\" --sample-per-class "
       "10 --repeats 20",
       "with ten documents of each class, twenty times"},
      {"clade compare train.svm --test test.svm --taxonomy t.tsv --methods \"hsvm; svm\" --tune "
       "C=0.01:100:9",
       "with C chosen for each on a part of the training records"},
      {"clade compare docs.jsonl --taxonomy t.tsv --methods hsvm --taxonomies "
       "given,random:5,learned",
       "is the taxonomy any good?"}};
  return spec;
}

// ---- The plan

void check_split_options(const SplitOptions& splits, const Words& words) {
  const int kinds = int{!splits.test.empty()} + int{splits.folds > 0} +
                    int{splits.sample_per_class > 0} + int{splits.train_fraction > 0};
  if (kinds > 1) {
    fail(ErrorKind::usage,
         "compare: --test, --folds, --sample-per-class and --train-fraction are different ways "
         "to split: give one");
  }
  if (peek_value(words, "--repeats") && splits.sample_per_class == 0 &&
      splits.train_fraction == 0) {
    fail(ErrorKind::usage, "compare: --repeats goes with --sample-per-class or --train-fraction");
  }
}

void check_metric(const char* where, const std::string& name, const EvaluateOptions& measures) {
  std::vector<std::string> known(metric_names.begin(), metric_names.end());
  for (const std::size_t k : measures.precision_at) {
    known.push_back(fmt::format("precision_at_{}", k));
  }
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail(ErrorKind::usage, "{}: there is no metric {}{}; there are {}", where, quoted(name),
       did_you_mean(name, known), join(known, ", "));
}

// The columns of the table; checked now, as a comparison may take hours.
std::vector<std::string> asked_metrics(const std::string& words, const EvaluateOptions& measures) {
  std::vector<std::string> metrics;
  for (const std::string_view word : split(words, ',')) {
    if (!trim(word).empty()) metrics.emplace_back(trim(word));
  }
  if (metrics.size() == 1 && metrics.front() == "all") return metrics;
  for (const std::string& name : metrics) check_metric("compare: --metrics", name, measures);
  return metrics;
}

// The data are read once for every way of reading texts, and again to test.
void check_can_be_read_again(const Paths& paths) {
  if (std::find(paths.begin(), paths.end(), "-") == paths.end()) return;
  fail(ErrorKind::usage, "compare: the data are read more than once: expected files, got '-'");
}

void check_tune_options(const TuneOptions& tuning, const EvaluateOptions& measures,
                        const Words& words) {
  for (const char* flag : {"--tune-for", "--tune-fraction", "--tune-folds", "--tune-data"}) {
    if (tuning.tune.empty() && peek_value(words, flag)) {
      fail(ErrorKind::usage, "compare: {} goes with --tune: which options are to be chosen?", flag);
    }
  }
  if (!tuning.tune.empty() && tuning.measure != "each") {
    check_metric("compare: --tune-for", tuning.measure, measures);
  }
  if (!(tuning.fraction > 0)) {
    fail(ErrorKind::usage, "compare: --tune-fraction: expected a number above 0 and below 1");
  }
}

Split whole(const Reading& reading) {
  Split split;
  for (std::size_t i = 0; i < reading.train.size(); ++i) split.train.push_back(i);
  for (std::size_t i = 0; i < reading.test->size(); ++i) split.test.push_back(i);
  return split;
}

double test_to_training(const Split& split) {
  return static_cast<double>(split.test.size()) / static_cast<double>(split.train.size());
}

// Sets what is known of the splits in the plan; returns them in words.
std::string make_splits(const SplitOptions& options, const Reading& reading, std::uint64_t seed,
                        ComparisonPlan& plan) {
  const Records& records = reading.train;
  const auto repeats = static_cast<std::size_t>(options.repeats);
  if (reading.test) {
    plan.splits = {whole(reading)};
    return fmt::format("trained on {} records, tested on {}", records.size(), reading.test->size());
  }
  if (options.sample_per_class > 0) {
    plan.tests_once = false;
    plan.splits = per_class_splits(records, static_cast<std::size_t>(options.sample_per_class),
                                   repeats, seed);
    return fmt::format("{} times {} records of each class train, the rest of {} tests", repeats,
                       options.sample_per_class, records.size());
  }
  if (options.train_fraction > 0) {
    plan.tests_once = false;
    plan.splits = fraction_splits(records, options.train_fraction, repeats, seed);
    plan.overlap = test_to_training(plan.splits.front());
    return fmt::format("{} times {} of {} records train at random, the rest tests", repeats,
                       plan.splits.front().train.size(), records.size());
  }
  const int folds = options.folds > 0 ? options.folds : 5;
  plan.splits = fold_splits(records, static_cast<std::size_t>(folds), seed);
  plan.overlap = test_to_training(plan.splits.front());
  return fmt::format("{} folds of {} records", folds, records.size());
}

Tuning tuning_of(const TuneOptions& options) {
  Tuning tuning;
  tuning.folds = static_cast<std::size_t>(options.folds);
  tuning.fraction = options.fraction;
  tuning.for_each_measure = options.measure == "each";
  if (!tuning.for_each_measure) tuning.measure = options.measure;
  return tuning;
}

std::string tuning_words(const TuneOptions& options) {
  if (options.tune.empty()) return "";
  const std::string on = !options.data.empty() ? "given data"
                         : options.folds > 0
                             ? fmt::format("{} folds of the training records", options.folds)
                             : fmt::format("{:g} of the training records", options.fraction);
  return fmt::format("{} chosen on {} by {}", options.tune, on,
                     options.measure == "each" ? "each measure for itself" : options.measure);
}

std::vector<Contender> make_contenders(const CompareOptions& options, Readings& readings) {
  const std::vector<SeenTaxonomy> taxonomies = split_taxonomies(options.taxonomies);
  const std::vector<MethodWords> methods = split_methods(options.methods);
  const Grid grid = parse_grid(options.tuning.tune);
  check_grid_is_used(grid, methods);
  std::vector<Contender> contenders;
  for (const MethodWords& method : methods) {
    const std::vector<Setting> settings = settings_for(method, grid);
    for (const Setting& setting : settings) configure(method, setting);
    for (const SeenTaxonomy& taxonomy : taxonomies) {
      Contender contender;
      contender.name = method.name;
      contender.taxonomy = taxonomy;
      contender.grid = settings;
      contender.configure = [method](const Setting& setting) {
        return cli::configure(method, setting);
      };
      contenders.push_back(std::move(contender));
    }
  }
  // All words are right: now the data are read.
  for (Contender& contender : contenders) contender.reading = readings.of(contender.configure({}));
  return contenders;
}

void check_taxonomies(const std::vector<Contender>& contenders, const TaxonomySource& taxonomy) {
  for (const Contender& contender : contenders) {
    if (contender.taxonomy.kind == SeenTaxonomy::Kind::random &&
        taxonomy.kind == TaxonomySource::Kind::flat) {
      fail(ErrorKind::usage, "compare: --taxonomies random: of which shape? Give --taxonomy, too");
    }
    if (contender.taxonomy.kind != SeenTaxonomy::Kind::given &&
        option_of(*contender.configure({}).method, "multilabel") == "intersect") {
      fail(ErrorKind::usage,
           "compare: {}: with --multilabel intersect sets of labels are classes, which have no "
           "place in another taxonomy than the given one: leave out --taxonomies",
           contender.name);
    }
  }
}

void tell(const CompareOptions& options, const std::vector<std::string>& metrics,
          const std::vector<ContenderSummary>& summaries, const ComparisonNotes& notes,
          Output& out) {
  if (options.json) {
    out.write(comparison_json(summaries, notes) + '\n');
    return;
  }
  out.write(comparison_table(summaries, metrics, options.output));
  if (options.output == TableFormat::text) out.write('\n' + comparison_notes(notes, summaries));
}

}  // namespace

int run_compare(const Words& words, Output& out) {
  CompareOptions options;
  const CommandSpec spec = compare_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  check_split_options(options.splits, words);
  ComparisonPlan plan;
  plan.measures = options.measures.evaluate_options();
  check_tune_options(options.tuning, plan.measures, words);
  check_can_be_read_again(paths);
  const std::vector<std::string> metrics = asked_metrics(options.metrics, plan.measures);

  TerminalReporter reporter({options.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  reporter.on_stage("reading");
  Readings readings(options, paths, pool, reporter);
  plan.contenders = make_contenders(options, readings);
  plan.taxonomy = readings.taxonomy();
  check_taxonomies(plan.contenders, plan.taxonomy);
  plan.tuning = tuning_of(options.tuning);
  plan.seed = options.seed;
  ComparisonNotes notes;
  notes.splits = make_splits(options.splits, *plan.contenders.front().reading, options.seed, plan);
  notes.split_count = plan.splits.size();
  notes.seed = options.seed;
  notes.tuning = tuning_words(options.tuning);
  plan.measures.keep_instances = plan.tests_once;

  std::optional<RunStore> store;
  if (!options.run.empty()) store.emplace(options.run, comparison_identity(plan));
  const GracefulStop stop;
  reporter.on_stage("training");
  const auto outcomes = run_comparison(plan, store ? &*store : nullptr, pool, reporter);
  reporter.finish();
  if (outcomes.empty()) {
    reporter.on_warning(store ? "interrupted: the same call goes on from here"
                              : "interrupted: with --run FOLDER the same call could go on");
    return exit_interrupted;
  }
  tell(options, metrics, summarise(plan, outcomes, pool), notes, out);
  return 0;
}

}  // namespace clade::cli
