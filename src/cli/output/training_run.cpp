#include "cli/output/training_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/options.h"
#include "cli/output/interrupt.h"

namespace clade::detail::cli {

namespace {

// What the method put in place of --C auto.
std::optional<double> chosen_C(const Method& method, const Model& model) {
  const auto asked = method.traits().C;
  if (!asked || asked->value) return std::nullopt;
  const auto found = traits_of(model).C;
  return found ? found->value : std::nullopt;
}

std::string gap_words(const TrainSummary& summary) {
  return summary.objective
             ? fmt::format(" with a relative gap of {:.2g}", summary.objective->relative_gap)
             : std::string();
}

void warn_of_early_end(const TrainSummary& summary, bool is_update, Reporter& reporter) {
  if (summary.stopped == Stop::max_seconds) {
    reporter.on_warning(fmt::format("training ended at --max-seconds{}", gap_words(summary)));
  }
  if (summary.stopped == Stop::max_epochs && summary.objective) {
    reporter.on_warning("training ended at --max-epochs before the tolerance was reached");
  }
  if (summary.stopped == Stop::precision) {
    reporter.on_warning(fmt::format(
        "rounding keeps the relative gap at {:.2g}{}", summary.objective->relative_gap,
        is_update ? ", in the precision of the model" : "; --precision double can go below"));
  }
}

}  // namespace

void check_model_file(std::string_view command, const std::string& file) {
  if (file.empty()) {
    fail(ErrorKind::usage, "{}: -o is missing: where should the model go?{}", command,
         command == "train" ? " (--dry-run needs none)" : "");
  }
  check_can_be_written(fmt::format("{}: -o", command), file, "a model");
}

double time_limit(const RunOptions& options) {
  return options.max_seconds > 0 ? options.max_seconds : std::numeric_limits<double>::infinity();
}

double time_left(const RunOptions& options, const Checkpoint* checkpoint) {
  const double used = checkpoint != nullptr ? checkpoint->seconds_before() : 0;
  return std::max(0.0, time_limit(options) - used);
}

void check_online_options(const TrainingRun& run) {
  const RunOptions& options = run.options;
  if ((options.trace_updates || options.progressive) && !run.method.traits().is_online) {
    fail(ErrorKind::usage, "--{}: {} is no online method; leave it out",
         options.trace_updates ? "trace-updates" : "progressive", run.method.name());
  }
  if (options.trace_updates && options.trace.empty()) {
    fail(ErrorKind::usage, "--trace-updates: where should they go? Give --trace FILE, too");
  }
}

std::vector<std::filesystem::path> files_of_options(Method& method) {
  std::vector<std::filesystem::path> files;
  for (const Parameter& parameter : method.parameters()) {
    const std::string value = parameter.get();
    const std::size_t colon = value.find(':');
    if (colon != std::string::npos) files.emplace_back(value.substr(colon + 1));
  }
  return files;
}

TerminalReporter::Options reporter_options(const TrainingRun& run,
                                           std::vector<OnlineProgress>& progressive, Output& out) {
  const RunOptions& options = run.options;
  const double tolerance = run.method.traits().tolerance.value_or(0);
  TerminalReporter::Options voice{run.quiet,           options.trace,
                                  tolerance,           options.trace_updates,
                                  time_limit(options), options.keep_best};
  if (!options.progressive) return voice;
  if (!options.json) out.write("examples\tmean_error\taccuracy\n");
  voice.progressive = [&](const OnlineProgress& now) {
    progressive.push_back(now);
    if (options.json) return;
    out.write(fmt::format("{}\t{:.6g}\t{:.6g}\n", now.examples, now.mean_error, now.accuracy));
  };
  return voice;
}

TrainReport report_of_stream(const TrainingRun& run, const StreamTrained& result) {
  TrainReport report;
  const LabelSpace& labels = result.trained.model.label_space();
  report.method = run.method.name();
  report.size.instances = result.instances;
  report.size.classes = labels.size();
  report.size.nodes = labels.taxonomy().size();
  return report;
}

int save_and_report(const TrainingRun& run, const Trained& trained, TerminalReporter& reporter,
                    TrainReport& report, const Stopwatch& watch, Output& out) {
  reporter.finish();
  report.is_update = run.is_update;
  report.train_seconds = watch.seconds();
  report.size.features = trained.model.feature_count();
  report.summary = trained.summary;
  report.chosen_C = chosen_C(run.method, trained.model);
  const bool interrupted = trained.summary.stopped == Stop::interrupted || stop_was_requested();
  if (interrupted) report.summary.stopped = Stop::interrupted;
  const bool is_empty =
      trained.model.kernel() == KernelKind::linear && trained.model.nonzero_weights() == 0;
  const bool is_saved = !interrupted || (run.options.keep_best && !is_empty);
  if (is_saved) trained.model.save(run.model_file);
  if (!interrupted && run.checkpoint != nullptr) run.checkpoint->remove();
  if (interrupted) {
    reporter.on_warning(
        is_saved ? fmt::format("interrupted: {} is the model so far{}{}", run.model_file,
                               gap_words(report.summary),
                               run.checkpoint != nullptr ? "; the same command goes on from " +
                                                               run.checkpoint->folder().string()
                                                         : "")
        : run.checkpoint != nullptr ? fmt::format("interrupted: the same command goes on from {}",
                                                  run.checkpoint->folder().string())
        : run.options.keep_best ? "interrupted before anything was learned: no model was written"
                                : "interrupted: no model was written (--keep-best writes one)");
  }
  warn_of_early_end(report.summary, run.is_update, reporter);
  if (is_saved && is_empty && report.summary.stopped == Stop::max_seconds) {
    reporter.on_warning("nothing was learned in that time: all weights of the model are zero");
  }
  report.total_seconds = report.load_seconds + watch.seconds();
  if (run.options.json) out.write(train_json(report));
  if (!run.options.json && !run.quiet && is_saved) {
    write_error_line(train_text(report, run.model_file));
  }
  return interrupted ? exit_interrupted : 0;
}

}  // namespace clade::detail::cli
