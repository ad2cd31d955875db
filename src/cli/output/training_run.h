// What train and update have in common: how a run speaks, and what it leaves behind.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/checkpoint.h"
#include "base/params.h"
#include "clade/method.h"
#include "cli/options/arguments.h"
#include "cli/options/checkpoint_fields.h"
#include "cli/options/memory_field.h"
#include "cli/output/output.h"
#include "cli/output/terminal_reporter.h"
#include "cli/output/train_report.h"
#include "pipeline/train.h"
#include "pipeline/train_stream.h"

namespace clade::detail::cli {

struct RunOptions {
  std::string trace;
  bool trace_updates = false;
  bool progressive = false;
  double max_seconds = 0;  // 0: no limit
  bool keep_best = false;
  CheckpointFields checkpoint;
  MemoryField memory;
  std::uint64_t seed = 0;
  bool json = false;

  static constexpr auto fields() {
    using P = RunOptions;
    return std::tuple{
        Field{"trace", &P::trace, file_name,
              "write a JSON object per line for every certified pass of the solver, or every pass "
              "of an online method"},
        PlainField{"trace_updates", &P::trace_updates,
                   "of an online method: the trace holds every change of the weights instead"},
        PlainField{"progressive", &P::progressive,
                   "of an online method: print how well it predicted examples before it learned "
                   "from them, at 1024 examples, 2048 and so on"},
        Field{"max_seconds", &P::max_seconds, above_zero,
              "end soon after so many seconds, reading included, with the model that was reached "
              "and the gap that it has"},
        PlainField{"keep_best", &P::keep_best,
                   "an interrupted run (Ctrl-C) writes the best model so far"},
        Nested{&P::checkpoint},
        Nested{&P::memory},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "describe the run as one JSON object on standard output"}};
  }
};

// The limit of the whole call, or none.
double time_limit(const RunOptions& options);
// What earlier processes of the same run have left of it.
double time_left(const RunOptions& options, const Checkpoint* checkpoint);

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// All must outlive the run.
struct TrainingRun {
  const RunOptions& options;
  bool quiet = false;
  Method& method;
  const std::string& model_file;
  bool is_update = false;
  Checkpoint* checkpoint = nullptr;  // of the run; removed once the model is there
};

// Finds out before hours of training whether the model can be written at the end. `command` is for
// messages.
void check_model_file(std::string_view command, const std::string& file);

// Error{usage} for what only online methods have.
void check_online_options(const TrainingRun& run);

// The files named in options such as --loss costs:FILE.
std::vector<std::filesystem::path> files_of_options(Method& method);

// How progress is shown; what --progressive asks for is kept, and printed unless --json will.
TerminalReporter::Options reporter_options(const TrainingRun& run,
                                           std::vector<OnlineProgress>& progressive, Output& out);

// What is known of a training from a stream once it is over.
TrainReport report_of_stream(const TrainingRun& run, const StreamTrained& result);

// Saves the model and says how it went; `watch` was started with the training. Returns the exit
// code.
int save_and_report(const TrainingRun& run, const Trained& trained, TerminalReporter& reporter,
                    TrainReport& report, const Stopwatch& watch, Output& out);

}  // namespace clade::detail::cli
