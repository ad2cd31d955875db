// clade update: a model that has learned from more data.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "base/train_context.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/update_options.h"
#include "cli/output/checkpoint_run.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/training_run.h"
#include "method/timed_reporter.h"
#include "pipeline/memory_budget.h"
#include "pipeline/prepare.h"
#include "pipeline/train.h"
#include "pipeline/train_stream.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct UpdateCall {
  UpdateOptions options;
  Model model;
  std::unique_ptr<Method> method;
  Paths paths;
};

// The old model may be replaced: it is whole in memory, and the new file is, before it takes its
// name.
void check_outputs(const UpdateCall& call, const std::string& old_model) {
  const UpdateOptions& options = call.options;
  Paths files = call.paths;
  files.emplace_back(options.weights);
  for (auto& file : files_of_options(*call.method)) files.push_back(std::move(file));
  check_output_file("update: -o", options.model_file, files);
  files.emplace_back(options.model_file);
  files.emplace_back(old_model);
  if (!options.run.trace.empty()) check_output_file("update: --trace", options.run.trace, files);
}

FileSource source_of(const UpdateCall& call) {
  FileSource source(call.paths, call.options.data.files, "train");
  source.weights = call.options.weights;
  return source;
}

bool is_stream(const UpdateCall& call) {
  return call.method->traits().takes_streams && call.paths.size() == 1 && call.paths[0] == "-" &&
         call.options.weights.empty();
}

int update_from_stream(const UpdateCall& call, const TrainingRun& run, ThreadPool& pool,
                       TerminalReporter& reporter, TimedReporter& limited,
                       const std::vector<OnlineProgress>& progressive, Output& out) {
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{limited, pool, run.options.seed};
  reporter.on_stage("updating");
  const StreamTrained result = update_stream(call.model, source_of(call), *call.method, context,
                                             !call.options.no_fingerprint);
  TrainReport report = report_of_stream(run, result);
  report.progressive = progressive;
  return save_and_report(run, result.trained, reporter, report, watch, out);
}

int update_from_files(const UpdateCall& call, const TrainingRun& run, ThreadPool& pool,
                      TerminalReporter& reporter, TimedReporter& limited,
                      const std::vector<OnlineProgress>& progressive, Output& out) {
  const Stopwatch loading;
  reporter.on_stage("reading");
  UpdateSet set = prepare_update(call.model, source_of(call), pool, reporter);
  if (call.options.no_fingerprint) set.fingerprints = {};
  TrainReport report;
  report.method = call.method->name();
  report.size = training_size(set.data, call.model.label_space());
  report.load_seconds = loading.seconds();
  const GracefulStop stop;
  const Stopwatch watch;
  TrainContext context{limited, pool, run.options.seed};
  if (run.checkpoint != nullptr) context.checkpoint = run.checkpoint->whole();
  reporter.on_stage("updating");
  const Trained trained = update(call.model, set, *call.method, context);
  report.progressive = progressive;
  return save_and_report(run, trained, reporter, report, watch, out);
}

int run_within(MemoryBudget& memory, const Arguments& words, Output& out) {
  UpdateOptions options;
  const CommandSpec spec = update_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  check_model_file("update", options.model_file);
  const Model model = Model::load(arguments.front());
  check_updatable(model, arguments.front());
  const UpdateCall call{options, model, method_of(model), paths_from(arguments, 1)};
  set_given_options(options, *call.method);
  call.method->check_parameters();
  call.method->check_update(model);
  TrainingRun run{call.options.run, call.options.data.quiet, *call.method, call.options.model_file,
                  true};
  check_online_options(run);
  check_outputs(call, arguments.front());

  std::vector<OnlineProgress> progressive;
  TerminalReporter reporter(reporter_options(run, progressive, out));
  Paths files = call.paths;
  files.emplace_back(arguments.front());
  files.emplace_back(options.weights);
  const auto checkpoint =
      open_checkpoint(options.run.checkpoint, spec, files, reporter, options.given);
  run.checkpoint = checkpoint.get();
  TimedReporter limited(reporter, time_left(options.run, run.checkpoint));
  if (model.calibration() != nullptr) {
    reporter.on_warning(
        "the probabilities and label sets that the model has learned belong to its old weights: "
        "the new model has none; train on all data with --calibrate for new ones");
  }
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  memory.hold(options.run.memory.bytes());
  return is_stream(call) ? update_from_stream(call, run, pool, reporter, limited, progressive, out)
                         : update_from_files(call, run, pool, reporter, limited, progressive, out);
}

}  // namespace

int run_update(const Arguments& words, Output& out) {
  MemoryBudget memory;
  return memory.keep([&] { return run_within(memory, words, out); });
}

}  // namespace clade::detail::cli
