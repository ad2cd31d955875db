#include "pipeline/training_estimate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/memory.h"
#include "base/text.h"
#include "linear/zeroed_pages.h"
#include "pipeline/calibrate_options.h"
#include "pipeline/memory_budget.h"
#include "pipeline/pilot.h"

namespace clade::detail {

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

// Whether a larger budget can be had.
bool machine_has(double mb) { return mb * megabyte < 0.9 * std::min(physical_memory(), 1e18); }

// A size that one would type, of a tenth more than what was estimated.
std::string budget_for(double mb) {
  const double unit = mb < 1000 ? 64 : 512;
  return size_word(static_cast<std::size_t>(std::ceil(1.1 * mb / unit) * unit) << 20);
}

// What would help, the most useful first.
std::vector<std::string> advice(const EstimatedRun& run, const TrainingEstimate& estimate) {
  std::vector<std::string> ways;
  const MethodTraits traits = run.method.traits();
  if (traits.cost != CostClass::nodes && !run.size.choices.empty()) {
    const double mb = memory_of("dnc", run);
    if (mb < 0.7 * estimate.training_mb) {
      ways.push_back(fmt::format("`method=dnc` (about {})", size_text(mb)));
    }
  }
  if (traits.kernel != KernelKind::linear) ways.emplace_back("a smaller `cache_mb`");
  if (run.size.features > 50'000) {
    ways.emplace_back("fewer features (for texts: `min_df=5` or `hash=16`)");
  }
  if (!run.size.is_numbered) {
    const double rows = 2 * run.size.values * 2 * run.size.real_size / megabyte;
    ways.push_back(fmt::format("'clade pack', which keeps the data out of memory (about {})",
                               size_text(rows)));
  }
  if (estimate.has_budget && machine_has(estimate.training_mb)) {
    ways.push_back(fmt::format("`memory={}`", budget_for(estimate.training_mb)));
  } else {
    ways.push_back(fmt::format("a machine with {:.0f} GB", machine_gb(estimate.training_mb)));
  }
  return ways;
}

}  // namespace

void fit_rows(EstimatedRun& run) {
  run.size.memory = run.memory;
  if (run.memory == 0 || !estimate_training(run, false).exceeds_memory()) return;
  EstimatedRun smaller = run;
  smaller.size.most_row_bytes = run.memory / 2;
  if (!estimate_training(smaller, false).exceeds_memory()) run.size = std::move(smaller.size);
}

void fit_into_memory(const Dataset& data, const LabelSpace& labels, Method& method,
                     std::uint32_t folds, TrainContext& context) {
  if (context.memory == 0) return;
  EstimatedRun run{method, problem_size(data, labels), context.pool.size(),
                   CalibrateOptions::trainings_with(folds), context.memory};
  fit_rows(run);
  const TrainingEstimate estimate = estimate_training(run, false);
  if (estimate.exceeds_memory()) refuse_for_memory(run, estimate);
  context.most_row_bytes = run.size.most_row_bytes;
  if (context.most_row_bytes < std::numeric_limits<std::size_t>::max()) {
    context.reporter.on_warning(fmt::format(
        "within {} of memory, weights have rows for the most frequent features alone, in {} at "
        "most: a model without this budget may differ",
        size_word(context.memory), size_word(context.most_row_bytes)));
  }
}

TrainingEstimate estimate_training(const EstimatedRun& run, bool is_shown) {
  CostEstimate cost = estimate_cost(run.size, run.method.traits(), run.threads);
  // Probabilities take a second training while the first model is there.
  if (run.trainings > 1 && run.method.traits().kernel == KernelKind::linear) cost.bytes *= 2;
  TrainingEstimate result;
  result.seconds = cost.seconds * run.trainings;
  constexpr double worth_asking = 20;
  if (is_shown || result.seconds > worth_asking) result.seconds *= machine_slowness();
  result.training_mb = total_mb(cost.bytes);
  result.memory_mb =
      std::max(result.training_mb, static_cast<double>(peak_own_memory()) / megabyte);
  const auto there_mb = [](std::size_t available) {
    return (static_cast<double>(available) + static_cast<double>(own_memory())) / megabyte;
  };
  const double budget_mb = static_cast<double>(run.memory) / megabyte;
  result.has_budget = run.memory > 0 && budget_mb <= there_mb(available_on_machine());
  result.memory_available_mb = result.has_budget ? budget_mb : there_mb(available_memory());
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
  const std::string there = estimate.has_budget
                                ? fmt::format("`memory={}` allows less", size_word(run.memory))
                                : size_text(estimate.memory_available_mb) + " are there";
  fail(ErrorKind::environment,
       "training {} on {:.0f} instances with {:.0f} features and {:.0f} classes needs about {} of "
       "memory, and {}; what helps: {}{}",
       run.method.name(), run.size.documents, run.size.features, run.size.classes,
       size_text(estimate.training_mb), there, join(advice(run, estimate), "; "),
       run.can_be_forced ? "; `force` trains anyway" : "");
}

}  // namespace clade::detail
