// clade compare: several methods and taxonomies on the same splits of the same data.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/label_sets.h"
#include "cli/commands/commands.h"
#include "cli/options/compare_curve.h"
#include "cli/options/compare_options.h"
#include "cli/options/compare_readings.h"
#include "cli/options/compare_splits.h"
#include "cli/options/compared_methods.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/report_settings.h"
#include "cli/output/terminal_reporter.h"
#include "cli/output/training_run.h"
#include "eval/compare/comparison.h"
#include "eval/compare/comparison_json.h"
#include "eval/compare/run_store.h"
#include "measure/metric_direction.h"
#include "report/comparison_page.h"
#include "report/page.h"

namespace clade::detail::cli {

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
       "is the taxonomy any good?"},
      {"clade compare docs.jsonl --taxonomy t.tsv --methods \"hsvm; svm\" --curve "
       "sample-per-class=1,2,5,10 --report page.html",
       "how much more does the taxonomy help with few documents? Tables, and a page to look at"}};
  return spec;
}

// ---- The plan

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

std::vector<Contender> make_contenders(const CompareOptions& options,
                                       const std::vector<MethodWords>& methods,
                                       Readings& readings) {
  const std::vector<SeenTaxonomy> taxonomies = split_taxonomies(options.taxonomies);
  const Grid grid = parse_grid("--tune", options.tuning.tune);
  check_grid_is_used("--tune", grid, methods);
  std::vector<Contender> contenders;
  for (const MethodWords& method : methods) {
    const std::vector<Setting> settings = settings_for(method, grid);
    for (const Setting& setting : settings) configure(method, setting);
    const bool flat = configure(method, {}).method->traits().is_flat;
    for (const SeenTaxonomy& taxonomy : taxonomies) {
      Contender contender;
      contender.name = method.name;
      contender.taxonomy = taxonomy;
      contender.is_flat = flat;
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
        contender.configure({}).method->traits().intersects_labels) {
      fail(ErrorKind::usage,
           "compare: {}: with --multilabel intersect sets of labels are classes, which have no "
           "place in another taxonomy than the given one: leave out --taxonomies",
           contender.name);
    }
  }
}

struct Told {
  const ComparisonPlan& plan;
  const std::vector<std::vector<RunOutcome>>& outcomes;
  const std::vector<ContenderSummary>& summaries;
  const ComparisonNotes& notes;
  const std::optional<Curve>& curve;
};

void tell(const CompareOptions& options, const std::vector<std::string>& metrics, const Told& told,
          Output& out) {
  if (options.json) {
    auto json = comparison_json(told.summaries, told.notes);
    if (told.curve) json["curve"] = curve_json(*told.curve);
    out.write(json_text(json));
    return;
  }
  out.write(comparison_table(told.summaries, metrics, options.output));
  if (options.output == TableFormat::text) {
    out.write('\n' + with_flags(comparison_notes(told.notes, told.summaries)));
  }
  if (!told.curve) return;
  for (const std::string& metric : table_columns(told.summaries, metrics)) {
    out.write('\n' + curve_table(*told.curve, metric));
  }
}

void write_report(const CompareOptions& options, const std::vector<std::string>& metrics,
                  const CommandSpec& spec, const Words& words, const Paths& paths,
                  const Told& told) {
  report::ReportHead head = report_head(
      spec, words, fmt::format("Methods compared on {}", paths.front().filename().string()));
  for (const Contender& contender : told.plan.contenders) {
    Configured configured = contender.configure({});
    head.settings.push_back(
        settings_of("Method: " + contender.name, configured.method->parameters()));
    for (const Parameter& p : parameters_of(configured.text)) {
      head.settings.back().values.emplace_back(p.name, p.get());
    }
  }
  head.notes = {told.notes.splits, fmt::format("seed {}", told.notes.seed)};
  if (!told.notes.tuning.empty()) head.notes.push_back(told.notes.tuning);
  report::write_page(options.report, "report",
                     report::comparison_report(head, {told.plan, told.outcomes, told.summaries,
                                                      told.notes, told.curve, metrics}));
}

// What the curve needs of a method that is seen with several taxonomies, once for each.
std::vector<MethodWords> by_contender(const std::vector<MethodWords>& methods,
                                      std::size_t contenders) {
  std::vector<MethodWords> result;
  for (const MethodWords& method : methods) {
    result.insert(result.end(), contenders / methods.size(), method);
  }
  return result;
}

}  // namespace

int run_compare(const Words& words, Output& out) {
  CompareOptions options;
  const CommandSpec spec = compare_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  const std::vector<MethodWords> methods = split_methods(options.methods);
  check_split_options(options.splits, !options.curve.empty(), words);
  std::optional<CurveAxis> axis;
  if (!options.curve.empty()) {
    axis.emplace(options, methods);
    axis->complete(options.splits);
  }
  ComparisonPlan plan;
  plan.measures = options.measures.evaluate_options();
  if (plan.measures.label_set && is_learned(*plan.measures.label_set)) {
    fail(ErrorKind::usage,
         "compare: --label-set: its models have not learned how large label sets are: expected "
         "model, top1 or sign");
  }
  check_tune_options(options.tuning, plan.measures, words);
  check_can_be_read_again(paths);
  check_report_output("compare", options.report, paths);
  const std::vector<std::string> metrics = asked_metrics(options.metrics, plan.measures);

  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  reporter.on_stage("reading");
  Readings readings(options, paths, pool, reporter);
  plan.contenders = make_contenders(options, methods, readings);
  plan.taxonomy = readings.taxonomy();
  check_taxonomies(plan.contenders, plan.taxonomy);
  plan.tuning = tuning_of(options.tuning);
  plan.seed = options.seed;
  const Reading& reading = *plan.contenders.front().reading;
  ComparisonNotes notes;
  notes.splits = make_splits(options.splits, reading, options.seed, plan);
  notes.split_count = plan.splits.size();
  notes.seed = options.seed;
  notes.tuning = tuning_words(options.tuning);
  plan.measures.keep_instances = plan.tests_once;
  plan.measures.keep_judged = !options.report.empty() || !options.run.empty();

  std::optional<RunStore> store;
  if (!options.run.empty()) store.emplace(options.run, comparison_identity(plan));
  const GracefulStop stop;
  std::vector<std::vector<RunOutcome>> outcomes;
  std::vector<ContenderSummary> summaries;
  std::optional<Curve> curve;
  reporter.on_stage("training");
  try {
    outcomes = run_comparison(plan, store ? &*store : nullptr, pool, reporter);
    summaries = summarise(plan, outcomes, pool);
    if (axis) {
      const auto split_again = [&](const SplitOptions& splits, ComparisonPlan& other) {
        make_splits(splits, reading, options.seed, other);
      };
      const auto contender_words = by_contender(methods, plan.contenders.size());
      curve = run_curve(*axis, {options, contender_words, plan, summaries, split_again}, pool,
                        reporter);
    }
  } catch (const Cancelled&) {
    reporter.finish();
    reporter.on_warning(store ? "interrupted: the same call goes on from here"
                              : "interrupted: with --run FOLDER the same call could go on");
    return exit_interrupted;
  }
  reporter.finish();
  const Told told{plan, outcomes, summaries, notes, curve};
  tell(options, metrics, told, out);
  if (!options.report.empty()) write_report(options, metrics, spec, words, paths, told);
  return 0;
}

}  // namespace clade::detail::cli
