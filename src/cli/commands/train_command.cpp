// clade train: records, label space, dataset, Method::train, Model::save.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "cli/commands/commands.h"
#include "cli/output/forecast.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/terminal_reporter.h"
#include "cli/options/train_options.h"
#include "cli/output/train_report.h"
#include "cli/train_stream.h"
#include "cli/training_data.h"
#include "cli/output/training_run.h"
#include "data/taxonomy_file.h"
#include "measure/calibrate.h"

namespace clade::cli {

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

// Folds need all examples at once, and rows that say the same in every fold.
void check_calibration(const TrainCall& call, const Paths& data) {
  if (!call.options.calibration.calibrate) return;
  if (is_stream(call, data)) {
    fail(ErrorKind::usage,
         "train: --calibrate: a stream is seen once and cannot be held out; train from a file");
  }
  if (call.method->traits().kernel == KernelKind::precomputed) {
    fail(ErrorKind::usage,
         "train: --calibrate: rows of a precomputed kernel belong to all training examples and "
         "cannot be cut into folds; leave it out");
  }
}

struct TrainingSet {
  Vectoriser vectoriser;
  LabelSpace labels;
  Dataset data;
};

// Where C goes with the length of the rows.
bool has_C_of_linear_rows(const Method& method) {
  const MethodTraits traits = method.traits();
  return traits.C && traits.kernel == KernelKind::linear;
}

TrainingSet read_training_set(const Paths& paths, TrainCall& call, ThreadPool& pool,
                              Reporter& reporter) {
  const TrainOptions& options = call.options;
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(options.text);
  ReadOptions read = read_options(options.data, call.method->traits().precision, "train");
  read.letters = call.method->traits().takes_strings();
  if (!read.letters) read.analyzer = analyzer.get();
  Records records = read_labelled(paths, read, options.weights, pool, reporter);
  if (read.letters) check_has_letters(records, paths);
  Vectoriser vectoriser =
      Vectoriser::fit(options.text, records, reporter).with_places(text_places(options.data));
  if (has_C_of_linear_rows(*call.method)) warn_about_length(vectoriser, records, reporter);
  check_has_features(records, paths);
  const TaxonomySource source =
      settled_source(taxonomy_source(options.taxonomy, options.taxonomy_file), records);
  LabelSpace labels(source, options.label_nodes, records.label_names);
  Dataset data(std::move(records), labels);
  check_labels(data, labels, reporter);
  return {std::move(vectoriser), std::move(labels), std::move(data)};
}

int train_and_save(const TrainingSet& set, TrainCall& call, const TrainingRun& run,
                   ThreadPool& pool, TerminalReporter& reporter, TrainReport& report,
                   const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{reporter, pool, run.options.seed};
  reporter.on_stage("training");
  Trained trained = call.method->train(set.data, set.labels, context);
  const CalibrateOptions& calibration = call.options.calibration;
  if (calibration.calibrate && trained.summary.stopped != "interrupted") {
    trained.model = calibrated(trained.model, *call.method, set.data, set.labels,
                               static_cast<std::uint32_t>(calibration.calibrate_folds), context);
  }
  report.progressive = progressive;
  return save_and_tell(run, trained, set.vectoriser, reporter, report, watch, out);
}

int train_stream_and_save(const Paths& paths, const TrainCall& call, const TrainingRun& run,
                          ThreadPool& pool, TerminalReporter& reporter,
                          const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  reporter.on_stage("training");
  StreamResult result = train_stream(call, paths, pool, reporter);
  result.report.progressive = progressive;
  return save_and_tell(run, result.trained, result.vectoriser, reporter, result.report, watch, out);
}

// Says what is coming where that is long, and refuses what memory does not suffice for.
Forecast foresee(const TrainingSet& set, const TrainCall& call, const ThreadPool& pool,
                 TerminalReporter& reporter) {
  const TrainOptions& options = call.options;
  const CalibrateOptions& calibration = options.calibration;
  const ForecastRun run{*call.method, cost_shape(set.data, set.labels), pool.size(),
                        calibration.calibrate ? calibration.calibrate_folds : 1.0};
  const Forecast forecast = cli::forecast(run, options.dry_run);
  if (options.dry_run) return forecast;
  if (forecast.exceeds_memory() && !options.force) refuse_for_memory(run, forecast);
  if (forecast.is_long() && !options.run.quiet) {
    reporter.finish();
    write_error_line("clade: this will take " + forecast_text(forecast));
  }
  return forecast;
}

int tell_dry_run(const TrainingSet& set, const TrainCall& call, const TrainReport& report,
                 TerminalReporter& reporter, Output& out) {
  reporter.finish();
  TextParams text = set.vectoriser.fitted().params;
  std::vector<Parameter> parameters = call.method->parameters();
  for (Parameter& p : parameters_of(text)) parameters.push_back(std::move(p));
  out.write(dry_run_text(report, parameters, call.options.run.json));
  return 0;
}

}  // namespace

int run_train(const Words& words, Output& out) {
  const auto call = make_train_call(words);
  const CommandSpec spec = train_spec(*call);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  TrainOptions& options = call->options;
  const TrainingRun run{options.run, *call->method, options.model_file};
  call->method->check_parameters();
  check_online_options(run);
  if (!options.dry_run) check_model_file("train", options.model_file);
  check_outputs(*call, paths);
  check_calibration(*call, paths);
  if (options.dry_run) options.run.trace.clear();

  const Stopwatch watch;
  std::vector<OnlineProgress> progressive;
  TerminalReporter reporter(voice_of(run, progressive, out));
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  if (is_stream(*call, paths)) {
    return train_stream_and_save(paths, *call, run, pool, reporter, progressive, out);
  }
  reporter.on_stage("reading");
  const TrainingSet set = read_training_set(paths, *call, pool, reporter);
  TrainReport report = start_report(*call->method, set.data, set.labels);
  report.load_seconds = watch.seconds();
  report.estimate = foresee(set, *call, pool, reporter);
  if (options.dry_run) return tell_dry_run(set, *call, report, reporter, out);
  return train_and_save(set, *call, run, pool, reporter, report, progressive, out);
}

}  // namespace clade::cli
