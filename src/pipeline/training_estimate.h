// What a training run will take, told before it begins.
#pragma once

#include <cstdint>
#include <string>

#include "base/threads.h"
#include "base/train_context.h"
#include "clade/features.h"
#include "clade/label_space.h"
#include "clade/method.h"
#include "method/cost_estimate.h"
#include "pipeline/prepare.h"

namespace clade::detail {

struct TrainingEstimate {
  double seconds = 0;
  double memory_mb = 0;            // of the whole process, without mapped files: the most so far,
  double training_mb = 0;          // or of training
  double memory_available_mb = 0;  // for all of it
  bool has_budget = false;         // that is what was given

  // A budget is kept; what the machine has may be more than it says, and the estimate wrong.
  bool exceeds_memory() const {
    return training_mb > (has_budget ? 1 : 1.25) * memory_available_mb;
  }
  bool is_long() const { return seconds > 60; }
};

struct EstimatedRun {
  Method& method;
  ProblemSize size;
  unsigned threads = 1;
  double trainings = 1;        // of about this size, one after the other
  std::size_t memory = 0;      // the budget; 0: none
  bool can_be_forced = false;  // there is an option for that
};
// By the sizes of the problem alone; `is_shown`: it is worth some thousandths of a second to find
// out how fast the machine is.
TrainingEstimate estimate_training(const EstimatedRun& run, bool is_shown);
// Where a budget does not suffice otherwise: has rows of weights take half of it at most.
void fit_rows(EstimatedRun& run);
// Before a training within context.memory: Error{environment} where it will need more. Sets what
// rows of weights may take. `folds` are those of a calibration.
void fit_into_memory(const Dataset& data, const LabelSpace& labels, Method& method,
                     std::uint32_t folds, TrainContext& context);
// By sizes, with the time that small trainings (pipeline/pilot.h) let expect.
TrainingEstimate estimate_with_pilot(const EstimatedRun& run, const TrainingSet& set,
                                     double seconds, std::uint64_t seed, ThreadPool& pool);

// about 40 s, about 12 minutes, about 3.5 hours
std::string duration_text(double seconds);
// For people: about so long, with so much memory.
std::string estimate_text(const TrainingEstimate& estimate);

// Error{environment} with what would fit.
[[noreturn]] void refuse_for_memory(const EstimatedRun& run, const TrainingEstimate& estimate);

}  // namespace clade::detail
