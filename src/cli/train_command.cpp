// clade train: records, label space, dataset, Method::train, Model::save.
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/terminal_reporter.h"
#include "cli/train_options.h"
#include "cli/train_report.h"
#include "cli/train_stream.h"
#include "cli/training_data.h"
#include "data/read.h"

namespace clade::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Finds out before hours of training whether the model can be written at the end.
void check_model_file(const std::string& file) {
  if (file.empty()) {
    fail(ErrorKind::usage,
         "train: -o is missing: where should the model go? (--dry-run needs none)");
  }
  if (file == "-")
    fail(ErrorKind::usage, "train: -o: a model is a file, it cannot go to standard output");
  std::error_code none;
  if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none)) {
    fail(ErrorKind::environment, "{}: is a folder or a device, expected a file to write", file);
  }
  const AtomicFile probe(file);
}

// The files named in options such as --loss costs:FILE, and all others that are read.
Paths files_read(const TrainCall& call, const Paths& data) {
  Paths files = data;
  files.emplace_back(call.options.taxonomy);
  files.emplace_back(call.options.weights);
  files.emplace_back(call.options.text.stopwords);
  for (const Parameter& parameter : call.method->parameters()) {
    const std::string value = parameter.get();
    const std::size_t colon = value.find(':');
    if (colon != std::string::npos) files.emplace_back(value.substr(colon + 1));
  }
  return files;
}

void check_outputs(const TrainCall& call, const Paths& data) {
  const TrainOptions& options = call.options;
  Paths files = files_read(call, data);
  if (!options.model_file.empty()) check_output_file("train: -o", options.model_file, files);
  files.emplace_back(options.model_file);
  if (!options.trace.empty()) check_output_file("train: --trace", options.trace, files);
}

void check_online_options(const TrainCall& call) {
  const TrainOptions& options = call.options;
  if ((options.trace_updates || options.progressive) && !call.method->is_online()) {
    fail(ErrorKind::usage, "--{}: {} is no online method; leave it out",
         options.trace_updates ? "trace-updates" : "progressive", call.method->name());
  }
  if (options.trace_updates && options.trace.empty()) {
    fail(ErrorKind::usage, "--trace-updates: where should they go? Give --trace FILE, too");
  }
}

// The value of an option, as text; "" where the method has no such option.
std::string option_of(Method& method, std::string_view name) {
  for (const Parameter& parameter : method.parameters()) {
    if (parameter.name == name) return parameter.get();
  }
  return "";
}

double tolerance_of(Method& method) {
  return parse_double(option_of(method, "tolerance")).value_or(0);
}

// What the method put in place of --C auto.
std::optional<double> chosen_C(Method& method, const Model& model) {
  if (option_of(method, "C") != "auto") return std::nullopt;
  for (const auto& [name, value] : model.options()) {
    if (name == "C") return parse_double(value);
  }
  return std::nullopt;
}

struct TrainingSet {
  Vectoriser vectoriser;
  LabelSpace labels;
  Dataset data;
};

TrainingSet read_training_set(const Paths& paths, TrainCall& call, ThreadPool& pool,
                              Reporter& reporter) {
  const TrainOptions& options = call.options;
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(options.text);
  ReadOptions read = read_options(options.data, call.method->precision(), "train");
  read.analyzer = analyzer.get();
  Records records = read_records(paths, read, pool);
  const std::string warning = reading_warning(records);
  if (!warning.empty()) reporter.on_warning(warning);
  if (!options.weights.empty()) records.weights = read_weights(options.weights, records.size());
  const std::size_t all = records.size();
  const std::size_t dropped = drop_unlabelled(records);
  if (records.size() == 0) {
    fail(ErrorKind::input, "{}: expected labelled instances, got {}", paths.front().string(),
         all == 0 ? "no instance at all" : fmt::format("{} without a label", all));
  }
  if (dropped > 0) {
    reporter.on_warning(
        fmt::format("{} of {} instances have no label and are left out", dropped, all));
  }
  Vectoriser vectoriser = Vectoriser::fit(options.text, records, reporter);
  if (!option_of(*call.method, "C").empty()) warn_about_length(vectoriser, records, reporter);
  if (count_features(records) == 0) {
    fail(ErrorKind::input,
         "{}: no record has a feature: is the text in another field or column (--text-fields, "
         "--text-column), or is every word too rare (--min-df)?",
         paths.front().string());
  }
  LabelSpace labels(TaxonomySource::from_option(options.taxonomy), options.label_nodes,
                    records.label_names);
  Dataset data(std::move(records), labels);
  check_labels(data, labels, reporter);
  return {std::move(vectoriser), std::move(labels), std::move(data)};
}

// Saves the model and says how it went.
int save_and_tell(const Trained& trained, const Vectoriser& vectoriser, const TrainCall& call,
                  TerminalReporter& reporter, TrainReport& report, const Stopwatch& watch,
                  Output& out) {
  reporter.finish();
  report.train_seconds = watch.seconds();
  report.features = trained.model.feature_count();
  report.summary = trained.summary;
  report.chosen_C = chosen_C(*call.method, trained.model);
  const bool interrupted = trained.summary.stopped == "interrupted" || stop_was_requested();
  if (interrupted) {
    report.summary.stopped = "interrupted";
    reporter.on_warning("interrupted: no model was written");
  } else {
    trained.model.with_vectoriser(vectoriser).save(call.options.model_file);
  }
  if (report.summary.stopped == "max-epochs" && report.summary.objective) {
    reporter.on_warning("training ended at --max-epochs before the tolerance was reached");
  }
  if (report.summary.stopped == "precision") {
    reporter.on_warning(
        fmt::format("rounding keeps the relative gap at {:.2g}; --precision double can go below",
                    report.summary.objective->relative_gap));
  }
  report.total_seconds = report.load_seconds + watch.seconds();
  if (call.options.json) out.write(train_json(report));
  if (!call.options.json && !call.options.quiet && !interrupted) {
    write_error_line(train_text(report, call.options.model_file));
  }
  return interrupted ? exit_interrupted : 0;
}

int train_and_save(const TrainingSet& set, const TrainCall& call, ThreadPool& pool,
                   TerminalReporter& reporter, TrainReport& report,
                   const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{reporter, pool, call.options.seed};
  reporter.on_stage("training");
  const Trained trained = call.method->train(set.data, set.labels, context);
  report.progressive = progressive;
  return save_and_tell(trained, set.vectoriser, call, reporter, report, watch, out);
}

int train_stream_and_save(const Paths& paths, const TrainCall& call, ThreadPool& pool,
                          TerminalReporter& reporter,
                          const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  reporter.on_stage("training");
  StreamResult result = train_stream(call, paths, pool, reporter);
  result.report.progressive = progressive;
  return save_and_tell(result.trained, result.vectoriser, call, reporter, result.report, watch,
                       out);
}

// Who speaks while it trains; what --progressive asks for is kept, and printed unless --json will.
TerminalReporter::Options voice_of(const TrainCall& call, std::vector<OnlineProgress>& progressive,
                                   Output& out) {
  const TrainOptions& options = call.options;
  TerminalReporter::Options voice{options.quiet, options.dry_run ? "" : options.trace,
                                  tolerance_of(*call.method), options.trace_updates};
  if (!options.progressive) return voice;
  if (!options.json) out.write("examples\tmean_error\taccuracy\n");
  voice.progressive = [&](const OnlineProgress& now) {
    progressive.push_back(now);
    if (options.json) return;
    out.write(fmt::format("{}\t{:.6g}\t{:.6g}\n", now.examples, now.mean_error, now.accuracy));
  };
  return voice;
}

}  // namespace

int run_train(const Words& words, Output& out) {
  const auto call = make_train_call(words);
  const CommandSpec spec = train_spec(*call);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  const TrainOptions& options = call->options;
  call->method->check_parameters();
  check_online_options(*call);
  if (!options.dry_run) check_model_file(options.model_file);
  check_outputs(*call, paths);

  const Stopwatch watch;
  std::vector<OnlineProgress> progressive;
  TerminalReporter reporter(voice_of(*call, progressive, out));
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  if (is_stream(*call, paths)) {
    return train_stream_and_save(paths, *call, pool, reporter, progressive, out);
  }
  reporter.on_stage("reading");
  const TrainingSet set = read_training_set(paths, *call, pool, reporter);
  TrainReport report = start_report(*call->method, set.data, set.labels);
  report.load_seconds = watch.seconds();
  if (options.dry_run) {
    reporter.finish();
    TextParams text = set.vectoriser.fitted().params;
    std::vector<Parameter> parameters = call->method->parameters();
    for (Parameter& p : parameters_of(text)) parameters.push_back(std::move(p));
    out.write(dry_run_text(report, parameters, options.json));
    return 0;
  }
  return train_and_save(set, *call, pool, reporter, report, progressive, out);
}

}  // namespace clade::cli
