// clade train: prepare, train, save.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "base/train_context.h"
#include "cli/commands/commands.h"
#include "cli/options/arguments.h"
#include "cli/options/rank_options.h"
#include "cli/options/train_options.h"
#include "cli/output/checkpoint_run.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/search_report.h"
#include "cli/output/terminal_reporter.h"
#include "cli/output/train_report.h"
#include "cli/output/training_run.h"
#include "eval/search/search.h"
#include "measure/calibrate.h"
#include "measure/choose_c_for.h"
#include "method/timed_reporter.h"
#include "pipeline/choose_label_nodes.h"
#include "pipeline/memory_budget.h"
#include "pipeline/over_ranks.h"
#include "pipeline/part_test.h"
#include "pipeline/prepare.h"
#include "pipeline/train.h"
#include "pipeline/train_stream.h"
#include "pipeline/training_estimate.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

// All files that are read.
Paths files_read(const TrainCall& call, const Paths& data) {
  Paths files = data;
  files.emplace_back(call.options.taxonomy);
  files.emplace_back(call.options.weights);
  files.emplace_back(call.options.text.stopwords);
  for (auto& file : files_of_options(*call.method)) files.push_back(std::move(file));
  return files;
}

void check_outputs(const TrainCall& call, const Paths& data) {
  const TrainOptions& options = call.options;
  Paths files = files_read(call, data);
  if (!options.model_file.empty()) check_output_file("train: -o", options.model_file, files);
  files.emplace_back(options.model_file);
  if (!options.run.trace.empty()) check_output_file("train: --trace", options.run.trace, files);
}

// Two options may say it.
void check_label_nodes(const TrainOptions& options, const Arguments& words) {
  const std::string given = peek_value(words, "--label-nodes").value_or("closed");
  if (!options.close_labels || given == "closed") return;
  fail_parameter("close_labels",
                 "is `label_nodes=closed`, and `label_nodes={}` is given; leave one out", given);
}

std::optional<LabelNodes> label_nodes_of(const TrainOptions& options) {
  return options.close_labels ? LabelNodes::closed : options.label_nodes;
}

TrainingPlan plan_of(const TrainOptions& options) {
  return {options.text, options.data.files.places,
          taxonomy_source(options.taxonomy, options.taxonomy_file), label_nodes_of(options),
          !options.no_fingerprint};
}

FileSource source_of(const TrainOptions& options, const Paths& paths) {
  FileSource source(paths, options.data.files, "train");
  source.weights = options.weights;
  return source;
}

// A method that takes streams, on standard input, whose classes are all known beforehand.
bool is_stream(const TrainCall& call, const Paths& paths) {
  const TrainOptions& options = call.options;
  return paths.size() == 1 && paths[0] == "-" && !options.dry_run && options.weights.empty() &&
         can_stream(*call.method, plan_of(options));
}

// Parts need all examples at once, and rows that say the same in every part.
void check_parts(const TrainCall& call, const Paths& data) {
  const TrainOptions& options = call.options;
  const bool calibrates = options.calibration.folds().value_or(0) > 0;
  if (!calibrates && options.test_fraction == 0) return;
  const char* flag = options.calibration.calibrate ? "--calibrate"
                     : calibrates                  ? "--calibrate-folds"
                                                   : "--test-fraction";
  if (is_stream(call, data)) {
    fail(ErrorKind::usage,
         "train: {}: a stream is seen once and cannot be held out; train from a file", flag);
  }
  if (call.method->traits().kernel == KernelKind::precomputed) {
    fail(ErrorKind::usage,
         "train: {}: rows of a precomputed kernel belong to all training examples and cannot be "
         "cut into parts; leave it out",
         flag);
  }
}

// ---- --budget

ComparedMethod searched_method(const TrainCall& call) {
  ComparedMethod method;
  method.method = call.method->name();
  method.options = call.method_options;
  method.text = call.text_options;
  method.label_nodes = label_nodes_of(call.options);
  method.calibration_folds = call.options.calibration.folds();
  return method;
}

// What a search cannot go with.
void check_budget(const TrainCall& call, const Paths& paths) {
  const TrainOptions& options = call.options;
  if (options.budget.empty()) return;
  const auto refuse = [](bool is_given, const char* flag, const char* advice) {
    if (is_given) fail(ErrorKind::usage, "train: --budget does not go with {}: {}", flag, advice);
  };
  refuse(options.test_fraction > 0, "--test-fraction",
         "what is held out must not choose options; make two files with 'clade split', search on "
         "the one and 'clade evaluate' on the other");
  refuse(options.dry_run, "--dry-run",
         "what would be trained is what the search is to find; leave one of the two out");
  refuse(options.run.max_seconds > 0, "--max-seconds",
         "a budget of time holds for the whole call; leave one of the two out");
  refuse(std::find(paths.begin(), paths.end(), "-") != paths.end(), "standard input",
         "the data are read more than once; give files");
  refuse(call.method->traits().kernel == KernelKind::precomputed, "--kernel precomputed",
         "its columns are the training examples, which cannot be cut into folds");
  check_search(searched_method(call), options.measure);
}

// Sets what was found, as if it had been typed.
void take_found(const Setting& chosen, TrainCall& call) {
  std::vector<Parameter> parameters = call.method->parameters();
  for (Parameter& p : parameters_of(call.options.text)) parameters.push_back(std::move(p));
  for (const auto& [name, value] : chosen) {
    for (const Parameter& p : parameters) {
      if (p.name == name) p.set(value);
    }
  }
}

std::shared_ptr<const SearchReport> search_and_take(const CommandSpec& spec, const Arguments& words,
                                                    const Paths& paths, TrainCall& call,
                                                    ThreadPool& pool, TerminalReporter& reporter,
                                                    Checkpoint* checkpoint, Output& out) {
  const GracefulStop stop;
  const TrainOptions& options = call.options;
  SearchOptions search;
  search.budget = parse_budget(options.budget);
  search.measure = options.measure;
  search.seed = options.run.seed;
  const FileSource source = source_of(options, paths);
  SearchReport report;
  report.result =
      detail::search({source, plan_of(options)}, searched_method(call), search, pool, reporter,
                     checkpoint != nullptr ? checkpoint->whole() : CheckpointPart(),
                     checkpoint != nullptr ? checkpoint->seconds_before() : 0);
  reporter.finish();
  forget_stop();
  take_found(report.result.chosen, call);
  report.command = typed_command(spec, words, report.result.chosen);
  if (!options.run.json) out.write(search_text(report));
  if (report.result.end == SearchEnd::interrupted) {
    write_warning(checkpoint != nullptr
                      ? fmt::format("interrupted: the same command goes on from {}",
                                    checkpoint->folder().string())
                      : "interrupted: the best so far is trained; a second interruption ends that, "
                        "too");
  }
  return std::make_shared<const SearchReport>(std::move(report));
}

// ---- Several ranks

// What needs all examples on one rank.
void check_ranks(const TrainCall& call) {
  const TrainOptions& options = call.options;
  const auto refuse = [](bool is_given, const char* flag) {
    refuse_over_ranks("train", is_given, flag);
  };
  refuse(!options.budget.empty(), "--budget");
  refuse(options.test_fraction > 0, "--test-fraction");
  refuse(options.calibration.folds().value_or(0) > 0, "--calibrate");
  refuse(options.dry_run, "--dry-run");
  refuse(!options.weights.empty(), "--weights");
  refuse(!options.measure.empty(), "--for");
  check_method_over_ranks(call.method->traits());
  if (!options.run.checkpoint.checkpoint.empty()) {
    check_checkpoint_over_ranks(call.method->traits());
  }
}

// Every rank reads its part of the same files, and rank 0 alone writes.
void divide(TrainCall& call, FileSource& source, Communicator& peers) {
  if (peers.is_alone()) return;
  TrainOptions& options = call.options;
  check_ranks(call);
  Paths others;
  if (!options.taxonomy.starts_with("paths")) others.emplace_back(options.taxonomy);
  divide_reading("train", source, options.data, others, peers);
  if (!peers.is_first()) options.run.trace.clear();
}

// What trainings are refused by beforehand.
std::size_t kept_memory(const TrainOptions& options) {
  return options.force ? 0 : options.run.memory.bytes();
}

int train_and_save(const TrainingSet& set, TrainCall& call, const TrainingRun& run,
                   ThreadPool& pool, TerminalReporter& reporter, TimedReporter& limited,
                   TrainReport& report, const std::vector<OnlineProgress>& progressive, Output& out,
                   Communicator& peers) {
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{limited, pool, run.options.seed, peers};
  context.memory = kept_memory(call.options);
  if (run.checkpoint != nullptr) context.checkpoint = run.checkpoint->whole();
  reporter.on_stage("training");
  // With --budget it has decided already.
  const std::string measure = call.options.budget.empty() ? call.options.measure : "";
  const std::optional<std::size_t> folds = call.options.calibration.folds();
  const Trained trained = measure.empty()
                              ? train(set, *call.method, folds, context)
                              : train_with_C_for(measure, set, *call.method, folds, context);
  report.progressive = progressive;
  const int code =
      peers.is_first() ? save_and_report(run, trained, reporter, report, watch, out) : 0;
  // What the other ranks have kept is needed until the model is safe.
  const bool is_over = peers.all(code == 0 && trained.summary.stopped != Stop::interrupted);
  if (is_over && run.checkpoint != nullptr && !peers.is_first()) {
    run.checkpoint->remove();
    std::error_code none;  // the folder of all is empty when the last has gone
    std::filesystem::remove(run.checkpoint->folder().parent_path(), none);
  }
  return code;
}

int train_stream_and_save(const Paths& paths, const TrainCall& call, const TrainingRun& run,
                          ThreadPool& pool, TerminalReporter& reporter, TimedReporter& limited,
                          const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{limited, pool, run.options.seed};
  reporter.on_stage("training");
  const StreamTrained result =
      train_stream(source_of(call.options, paths), plan_of(call.options), *call.method, context);
  TrainReport report = report_of_stream(run, result);
  report.progressive = progressive;
  return save_and_report(run, result.trained, reporter, report, watch, out);
}

// What small trainings may take before a run begins: a dry run is made for that, and a long run
// hardly notices.
double pilot_seconds(const TrainOptions& options, const TrainingEstimate& by_sizes) {
  constexpr double longest = 3, worth_asking = 5, share = 0.03;
  if (options.dry_run) return longest;
  const bool is_needed = by_sizes.seconds > worth_asking && !options.data.quiet;
  return is_needed ? std::min({longest, share * by_sizes.seconds, share * time_limit(options.run)})
                   : 0;
}

// Says what is coming where that is long, and refuses what memory does not suffice for.
TrainingEstimate estimate_or_refuse(const TrainingSet& set, const TrainOptions& options,
                                    Method& method, ThreadPool& pool, TerminalReporter& reporter) {
  const double parts = options.test_fraction > 0 ? 2 - options.test_fraction : 1;
  const std::uint32_t folds =
      settled_folds(options.calibration.folds(), method, set.data, set.labels, options.run.seed);
  EstimatedRun run{method,
                   problem_size(set.data, set.labels),
                   pool.size(),
                   CalibrateOptions::trainings_with(folds) * parts,
                   options.run.memory.bytes(),
                   true};
  fit_rows(run);
  TrainingEstimate estimate = estimate_training(run, options.dry_run);
  const bool is_too_large = estimate.exceeds_memory();
  if (is_too_large && !options.dry_run && !options.force) refuse_for_memory(run, estimate);
  const double seconds = pilot_seconds(options, estimate);
  const bool is_on_device = method.traits().is_on_device;
  if (seconds > 0 && !is_too_large && !is_on_device) {
    estimate = estimate_with_pilot(run, set, seconds, options.run.seed, pool);
  }
  if (!options.dry_run && estimate.is_long() && !options.data.quiet && !is_on_device) {
    reporter.finish();
    write_error_line("clade: this will take " + estimate_text(estimate));
  }
  return estimate;
}

// Measures a training without a part of the records, and prints the measures unless --json will.
std::shared_ptr<const PartTest> test_part(const Records& records, const TrainingPlan& plan,
                                          TrainCall& call, const std::string& name,
                                          ThreadPool& pool, TerminalReporter& reporter,
                                          const TimedReporter& whole, const CheckpointPart& kept,
                                          Output& out) {
  const GracefulStop stop;
  const TrainOptions& options = call.options;
  // The training on all records has the larger part of the time.
  const double share = (1 - options.test_fraction) / (2 - options.test_fraction);
  TimedReporter limited(reporter, share * whole.seconds_left());
  TrainContext context{limited, pool, options.run.seed};
  context.checkpoint = kept;
  context.memory = kept_memory(options);
  auto test = std::make_shared<const PartTest>(
      test_on_part(records, options.test_fraction, plan, *call.method, options.calibration.folds(),
                   name, context));
  reporter.finish();
  for (const std::string& warning : test->measured.evaluation.warnings) write_warning(warning);
  if (!options.run.json) out.write(part_test_text(*test));
  return test;
}

int print_dry_run(const TrainingSet& set, Method& method, bool json, const TrainReport& report,
                  TerminalReporter& reporter, Output& out) {
  reporter.finish();
  TextParams text = set.vectoriser.fitted().params;
  std::vector<Parameter> parameters = method.parameters();
  for (Parameter& p : parameters_of(text)) parameters.push_back(std::move(p));
  out.write(dry_run_text(report, parameters, json));
  return 0;
}

int run_within(MemoryBudget& memory, const Arguments& words, Output& out, Communicator& peers) {
  const auto call = make_train_call(words);
  const CommandSpec spec = train_spec(*call);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  TrainOptions& options = call->options;
  // What is usual may depend on the options of the method.
  if (!peek_value(words, "--label-nodes")) {
    options.label_nodes = usual_label_nodes(call->method->traits());
  }
  TrainingRun run{options.run, options.data.quiet, *call->method, options.model_file};
  call->method->check_parameters();
  options.calibration.check();
  check_label_nodes(options, words);
  check_online_options(run);
  FileSource source = source_of(options, paths);
  divide(*call, source, peers);
  if (!options.dry_run && peers.is_first()) check_model_file("train", options.model_file);
  check_outputs(*call, paths);
  check_parts(*call, paths);
  check_budget(*call, paths);
  if (!options.measure.empty() && options.budget.empty()) check_measure("for", options.measure);
  if (options.dry_run) options.run.trace.clear();

  const Stopwatch watch;
  std::vector<OnlineProgress> progressive;
  TerminalReporter reporter(reporter_options(run, progressive, out));
  const auto checkpoint = options.dry_run
                              ? nullptr
                              : open_checkpoint(options.run.checkpoint, spec,
                                                files_read(*call, paths), reporter, {}, peers);
  run.checkpoint = checkpoint.get();
  TimedReporter limited(reporter, time_left(options.run, run.checkpoint));
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  memory.hold(options.run.memory.bytes());
  if (is_stream(*call, paths)) {
    return train_stream_and_save(paths, *call, run, pool, reporter, limited, progressive, out);
  }
  TrainReport report;
  if (!options.budget.empty()) {
    report.search = search_and_take(spec, words, paths, *call, pool, reporter, run.checkpoint, out);
    const bool is_cut = report.search->result.end == SearchEnd::interrupted;
    if (is_cut && checkpoint != nullptr) return exit_interrupted;
  }
  reporter.on_stage("reading");
  TrainingPlan plan = plan_of(options);
  Records records = read_for_plan(source, plan, *call->method, pool, reporter, peers);
  if (options.test_fraction > 0 && !options.dry_run) {
    report.test = test_part(records, plan, *call, source.name(), pool, reporter, limited,
                            whole_of(checkpoint), out);
  }
  const TrainingSet set =
      prepare(std::move(records), plan, *call->method, source.name(), reporter, &pool, peers);
  report.method = call->method->name();
  report.size = training_size(set.data, set.labels);
  report.load_seconds = watch.seconds();
  // With what the data decide, which the cost goes by.
  const std::unique_ptr<Method> settled = call->method->settled(set.data, set.labels);
  Method& method = settled ? *settled : *call->method;
  if (peers.is_alone()) {
    report.estimate = estimate_or_refuse(set, options, method, pool, reporter);
  }
  if (options.dry_run) return print_dry_run(set, method, options.run.json, report, reporter, out);
  const int code =
      train_and_save(set, *call, run, pool, reporter, limited, report, progressive, out, peers);
  const bool was_cut = report.search && report.search->result.end == SearchEnd::interrupted;
  return code == 0 && was_cut ? exit_interrupted : code;
}

}  // namespace

int run_train(const Arguments& words, Output& out, Communicator& peers) {
  MemoryBudget memory;
  return memory.keep([&] { return run_within(memory, words, out, peers); });
}

}  // namespace clade::detail::cli
