#include "cli/output/training_estimate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/fail.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/output/text_sizes.h"
#include "pipeline/pilot.h"

namespace clade::detail::cli {

namespace {

constexpr double megabyte = 1024.0 * 1024.0;  // as peak_memory_mb has it

double total_mb(double bytes) {
  const double own = static_cast<double>(own_memory());
  constexpr double program = 10 * megabyte;  // its own pages, which are shared
  return (program + own + bytes) / megabyte;
}

std::string size_text(double mb) {
  return byte_size(static_cast<std::size_t>(std::min(mb, 1e12) * megabyte));
}

double memory_of(std::string_view method, const EstimatedRun& run) {
  const std::unique_ptr<Method> other = make_method(method);
  return total_mb(estimate_cost(run.size, other->traits(), run.threads).bytes);
}

// The sizes that machines come in.
double machine_gb(double mb) {
  double gb = 8;
  while (gb * 1e3 < 1.25 * mb) gb *= 2;
  return gb;
}

// What would help, the most useful first.
std::vector<std::string> advice(const EstimatedRun& run, const TrainingEstimate& estimate) {
  std::vector<std::string> ways;
  const MethodTraits traits = run.method.traits();
  if (traits.cost != CostClass::nodes && !run.size.choices.empty()) {
    const double mb = memory_of("dnc", run);
    if (mb < 0.7 * estimate.memory_mb) {
      ways.push_back(fmt::format("--method dnc (about {})", size_text(mb)));
    }
  }
  if (traits.kernel != KernelKind::linear) ways.emplace_back("a smaller --cache-mb");
  if (run.size.features > 50'000) {
    ways.emplace_back("fewer features (for texts: --min-df 5 or --hash 16)");
  }
  if (!run.size.is_numbered) {
    const double rows = 2 * run.size.values * 2 * run.size.real_size / megabyte;
    ways.push_back(fmt::format("'clade pack', which keeps the data out of memory (about {})",
                               size_text(rows)));
  }
  ways.push_back(fmt::format("a machine with {:.0f} GB", machine_gb(estimate.memory_mb)));
  return ways;
}

}  // namespace

TrainingEstimate estimate_training(const EstimatedRun& run, bool is_shown) {
  const CostEstimate cost = estimate_cost(run.size, run.method.traits(), run.threads);
  TrainingEstimate result;
  result.seconds = cost.seconds * run.trainings;
  constexpr double worth_asking = 20;
  if (is_shown || result.seconds > worth_asking) result.seconds *= machine_slowness();
  result.memory_mb = total_mb(cost.bytes);
  result.memory_available_mb =
      (static_cast<double>(available_memory()) + static_cast<double>(own_memory())) / megabyte;
  return result;
}

TrainingEstimate estimate_with_pilot(const EstimatedRun& run, const TrainingSet& set,
                                     double seconds, std::uint64_t seed, ThreadPool& pool) {
  TrainingEstimate result = estimate_training(run, true);
  const double by_sizes =
      run.trainings * estimate_cost(run.size, run.method.traits(), run.threads).seconds;
  const double otherwise = by_sizes > 0 ? result.seconds / by_sizes : 1;
  result.seconds = by_sizes * pilot_factor(set, run.method, seconds, otherwise, seed, pool);
  return result;
}

std::string duration_text(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 100 * 60) return fmt::format("about {:.0f} minutes", seconds / 60);
  return fmt::format("about {:.3g} hours", seconds / 3600);
}

std::string estimate_text(const TrainingEstimate& estimate) {
  return fmt::format("{}, with about {} of memory ({} are there)", duration_text(estimate.seconds),
                     size_text(estimate.memory_mb), size_text(estimate.memory_available_mb));
}

void refuse_for_memory(const EstimatedRun& run, const TrainingEstimate& estimate) {
  fail(ErrorKind::environment,
       "training {} on {:.0f} instances with {:.0f} features and {:.0f} classes needs about {} of "
       "memory, and {} are there; what helps: {}; --force trains anyway",
       run.method.name(), run.size.documents, run.size.features, run.size.classes,
       size_text(estimate.memory_mb), size_text(estimate.memory_available_mb),
       join(advice(run, estimate), "; "));
}

}  // namespace clade::detail::cli
