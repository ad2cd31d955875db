// What a training run will take, told before it begins.
#pragma once

#include <string>

#include "base/threads.h"
#include "clade/features.h"
#include "clade/label_space.h"
#include "clade/method.h"
#include "method/cost_estimate.h"
#include "pipeline/prepare.h"

namespace clade::detail::cli {

struct TrainingEstimate {
  double seconds = 0;
  double memory_mb = 0;            // of the whole process, without mapped files
  double memory_available_mb = 0;  // for all of it

  // Beyond what an estimate may be wrong by.
  bool exceeds_memory() const { return memory_mb > 1.25 * memory_available_mb; }
  bool is_long() const { return seconds > 60; }
};

struct EstimatedRun {
  Method& method;
  const ProblemSize size;
  unsigned threads = 1;
  double trainings = 1;  // of about this size, one after the other
};
// By the sizes of the problem alone; `is_shown`: it is worth some thousandths of a second to find
// out how fast the machine is.
TrainingEstimate estimate_training(const EstimatedRun& run, bool is_shown);
// The same with the time that small trainings (pipeline/pilot.h) let expect.
TrainingEstimate estimate_with_pilot(const EstimatedRun& run, const TrainingSet& set,
                                     double seconds, std::uint64_t seed, ThreadPool& pool);

// about 40 s, about 12 minutes, about 3.5 hours
std::string duration_text(double seconds);
// For people: about so long, with so much memory.
std::string estimate_text(const TrainingEstimate& estimate);

// Error{environment} with what to do instead.
[[noreturn]] void refuse_for_memory(const EstimatedRun& run, const TrainingEstimate& estimate);

}  // namespace clade::detail::cli
