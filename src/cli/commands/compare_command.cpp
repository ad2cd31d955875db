// clade compare: several methods and taxonomies on the same splits of the same data.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/compare.h"
#include "clade/report.h"
#include "cli/commands/commands.h"
#include "cli/options/compare_options.h"
#include "cli/options/compared_methods.h"
#include "cli/options/rank_options.h"
#include "cli/output/checkpoint_run.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/report_settings.h"
#include "cli/output/terminal_reporter.h"
#include "eval/compare/compare.h"
#include "eval/compare/winner.h"
#include "pipeline/memory_budget.h"
#include "pipeline/over_ranks.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

CommandSpec compare_spec(CompareCall& options) {
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
       "how much more does the taxonomy help with few documents? Tables, and a page to look at"},
      {"clade compare docs.jsonl --taxonomy t.tsv --methods \"clade; hsvm\" --tune "
       "\"C=0.1:10:3; ngrams=1,2\" --save-best best.clade",
       "the best of all, trained on every document"}};
  return spec;
}

// ---- From words to options

Paths files_read(const CompareCall& call, const Paths& data) {
  Paths files = data;
  files.insert(files.end(), {call.splits.test, call.tuning.data, call.taxonomy});
  return files;
}

// What only makes sense together with another option.
void check_goes_together(const CompareCall& call, const Arguments& words) {
  if (!call.run.empty() && !call.checkpoint.checkpoint.empty()) {
    fail(ErrorKind::usage,
         "compare: --run keeps finished runs for good, --checkpoint until the end what was "
         "reached: leave one of the two out");
  }
  const SplitOptions& splits = call.splits;
  if (peek_value(words, "--repeats") && call.curve.empty() && splits.sample_per_class == 0 &&
      splits.train_fraction == 0) {
    fail(ErrorKind::usage, "compare: --repeats goes with --sample-per-class or --train-fraction");
  }
  for (const char* flag : {"--tune-for", "--tune-fraction", "--tune-folds", "--tune-data"}) {
    const bool decides = std::string_view(flag) == "--tune-for" && !call.save_best.empty();
    if (call.tuning.tune.empty() && !decides && peek_value(words, flag)) {
      fail(ErrorKind::usage, "compare: {} goes with --tune: which options are to be chosen?", flag);
    }
  }
}

// The columns of the table; checked now, as a comparison may take hours.
std::vector<std::string> asked_metrics(const std::string& words, const EvaluateOptions& measures) {
  std::vector<std::string> metrics;
  for (const std::string_view word : split(words, ',')) {
    if (!trim(word).empty()) metrics.emplace_back(trim(word));
  }
  if (metrics.size() == 1 && metrics.front() == "all") return metrics;
  for (const std::string& name : metrics) check_metric("metrics", name, measures);
  return metrics;
}

OptionValues curve_of(const std::string& text) {
  std::vector<OptionValues> grid = parse_grid("--curve", text);
  if (grid.size() != 1) {
    fail(ErrorKind::usage, "compare: --curve: expected one option with its values, got {}",
         quoted(text));
  }
  return std::move(grid.front());
}

Tuning tuning_of(const TuneOptions& options) {
  Tuning tuning;
  tuning.options = parse_grid("--tune", options.tune);
  tuning.folds = static_cast<std::size_t>(options.folds);
  tuning.fraction = options.fraction;
  tuning.for_each_measure = options.measure == "each";
  if (!tuning.for_each_measure) tuning.measure = options.measure;
  tuning.description = options.tune;
  return tuning;
}

CompareOptions options_of(const CompareCall& call) {
  CompareOptions options;
  options.seed = call.seed;
  options.splits = {static_cast<std::size_t>(call.splits.folds),
                    static_cast<std::size_t>(call.splits.sample_per_class),
                    call.splits.train_fraction, static_cast<std::size_t>(call.splits.repeats)};
  options.taxonomies = parse_taxonomies(call.taxonomies);
  options.tuning = tuning_of(call.tuning);
  options.measures = call.measures.evaluate_options();
  if (!call.curve.empty()) options.curve = curve_of(call.curve);
  options.run = call.run;
  options.memory = call.memory.bytes();
  options.keep_predictions = !call.report.empty();
  return options;
}

// The files of a comparison; other data than DATA have their own splits.
struct ComparedFiles {
  FileSource train;
  std::optional<FileSource> test, tune;

  ComparedFiles(const CompareCall& call, const Paths& paths)
      : train(paths, call.data.files, "train") {
    FileOptions others = call.data.files;
    others.split.clear();
    if (!call.splits.test.empty()) test.emplace(Paths{call.splits.test}, others, "test");
    others.split = "all";
    if (!call.tuning.data.empty()) tune.emplace(Paths{call.tuning.data}, others, "");
  }
  ComparisonSources sources() const {
    return {train, test ? &*test : nullptr, tune ? &*tune : nullptr};
  }
};

// Everything that was compared on: DATA, with the parts that test, and the data of --test.
FileSource all_records(const CompareCall& call, const Paths& paths) {
  FileSource source(paths, call.data.files, "train");
  if (source.files.split.empty()) source.files.split = "all";
  if (!call.splits.test.empty()) source.paths.emplace_back(call.splits.test);
  return source;
}

void check_save_best(const CompareCall& call, const CompareOptions& options, const Paths& paths) {
  if (call.save_best.empty()) return;
  const bool has_given =
      std::any_of(options.taxonomies.begin(), options.taxonomies.end(),
                  [](const SeenTaxonomy& seen) { return seen.kind == SeenTaxonomy::Kind::given; });
  if (!has_given) {
    fail(ErrorKind::usage,
         "compare: --save-best: the model sees the given taxonomy: expected given in --taxonomies");
  }
  if (call.tuning.measure != "each")
    check_metric("tune_for", call.tuning.measure, options.measures);
  Paths others = paths;
  others.emplace_back(call.splits.test);
  others.emplace_back(call.taxonomy);
  others.emplace_back(call.report);
  check_output_file("compare: --save-best", call.save_best, others);
  check_can_be_written("compare: --save-best", call.save_best, "a model");
}

// Every rank reads all data and makes some of the runs.
void divide_runs(CompareCall& call, const Paths& data, Communicator& peers) {
  if (peers.is_alone()) return;
  if (!call.checkpoint.checkpoint.empty()) {
    fail(ErrorKind::usage,
         "compare: --checkpoint: is for one rank; over several --run FOLDER keeps finished runs, "
         "and the same command goes on from there");
  }
  Paths files = data;
  files.insert(files.end(), {call.splits.test, call.tuning.data});
  if (!call.taxonomy.starts_with("paths")) files.emplace_back(call.taxonomy);
  check_same_files(files, peers);
  share_cores(call.data, peers);
}

// ---- What comes out

int save_best(const CompareCall& call, const Paths& paths,
              const std::vector<ComparedMethod>& methods, const CompareOptions& options,
              const Comparison& comparison, const CheckpointPart& checkpoint, ThreadPool& pool,
              TerminalReporter& reporter) {
  const Winner winner = winner_of(comparison, methods, options, options.tuning.measure);
  const FileSource source = all_records(call, paths);
  reporter.on_stage("training the best method on all records");
  const Trained trained = train_winner(winner, source, source.files.places,
                                       taxonomy_source(call.taxonomy, call.taxonomy_file), options,
                                       pool, reporter, checkpoint.part("best"));
  reporter.finish();
  if (trained.summary.stopped == Stop::interrupted || reporter.stop_requested()) {
    reporter.on_warning("interrupted: no model was written");
    return exit_interrupted;
  }
  trained.model.save(call.save_best);
  if (!call.data.quiet) {
    write_error_line(
        fmt::format("{}{}{} is best by {} ({:.4f}); trained on all records, its model "
                    "was written to {}",
                    winner.name, winner.chosen.empty() ? "" : " with ", setting_text(winner.chosen),
                    options.tuning.measure, winner.value, call.save_best));
  }
  return 0;
}

void print_comparison(const CompareCall& call, const std::vector<std::string>& metrics,
                      const Comparison& comparison, Output& out) {
  if (call.json) return out.write(comparison.json() + '\n');
  out.write(comparison.table(metrics, call.output));
  if (call.output == TableFormat::text) {
    out.write('\n' + with_flags(comparison.notes_text()));
  }
  if (comparison.curve) out.write('\n' + comparison.curve_text(metrics));
}

int run_within(MemoryBudget& memory, const Arguments& words, Output& out, Communicator& peers) {
  CompareCall call;
  const CommandSpec spec = compare_spec(call);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  const std::vector<ComparedMethod> methods = parse_methods(call.methods);
  check_goes_together(call, words);
  const CompareOptions options = options_of(call);
  check_report_output("compare", call.report, paths);
  check_save_best(call, options, paths);
  const std::vector<std::string> metrics = asked_metrics(call.metrics, options.measures);
  divide_runs(call, paths, peers);

  TerminalReporter reporter({call.data.quiet, ""});
  const auto checkpoint = open_checkpoint(call.checkpoint, spec, files_read(call, paths), reporter);
  ThreadPool pool(static_cast<unsigned>(call.data.threads));
  memory.hold(call.memory.bytes());
  const ComparedFiles files(call, paths);
  PreparedComparison prepared =
      prepare_comparison(files.sources(), taxonomy_source(call.taxonomy, call.taxonomy_file),
                         methods, options, pool, reporter);
  const GracefulStop stop;
  std::optional<Comparison> comparison;
  try {
    comparison = compare(std::move(prepared), pool, reporter, whole_of(checkpoint), peers);
  } catch (const Cancelled&) {
    reporter.finish();
    reporter.on_warning(!call.run.empty() || checkpoint != nullptr
                            ? "interrupted: the same command goes on from here"
                            : "interrupted: with --checkpoint FOLDER the same command could go on");
    return exit_interrupted;
  }
  reporter.finish();
  if (!peers.is_first()) return 0;
  print_comparison(call, metrics, *comparison, out);
  if (!call.report.empty()) {
    const std::string title =
        fmt::format("Methods compared on {}", paths.front().filename().string());
    write_report(call.report, *comparison, report_head(spec, words, title, paths), metrics);
  }
  int code = 0;
  if (!call.save_best.empty()) {
    code =
        save_best(call, paths, methods, options, *comparison, whole_of(checkpoint), pool, reporter);
  }
  if (code == 0 && checkpoint != nullptr) checkpoint->remove();
  return code;
}

}  // namespace

int run_compare(const Arguments& words, Output& out, Communicator& peers) {
  MemoryBudget memory;
  return memory.keep([&] { return run_within(memory, words, out, peers); });
}

}  // namespace clade::detail::cli
