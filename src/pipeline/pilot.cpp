#include "pipeline/pilot.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/train_context.h"
#include "clade/error.h"
#include "method/cost_estimate.h"
#include "method/timed_reporter.h"

namespace clade::detail {

namespace {

// Parts with fewer examples say little, and so do shorter times.
constexpr std::size_t fewest_examples = 16;
constexpr double shortest = 0.003;
// The first part should take about this share of the time.
constexpr double first_share = 1.0 / 32;
// By how much the ratio may change where examples are twice as many.
constexpr double least_growth = 0.85, most_growth = 1.75;
// Problems that take many passes are hardest where there are about as many examples as features:
// up to there passes double with the examples, from there on they hardly grow.
constexpr int many_epochs = 200;
constexpr double growth_to_hardest = 2, growth_after_hardest = 1.25, well_above = 3;
// A time that one step from part to part can be trusted with.
constexpr double long_enough = 0.3;

// Of all threads.
double processor_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// While it lives, the method has a C where it leaves it open.
class SomeC {
 public:
  explicit SomeC(Method& method) : method_(method) {
    const auto C = method.traits().C;
    is_set_ = C && !C->value;
    if (is_set_) method_.set_C(1);
  }
  ~SomeC() {
    if (is_set_) method_.set_C(std::nullopt);
  }
  SomeC(const SomeC&) = delete;
  SomeC& operator=(const SomeC&) = delete;

 private:
  Method& method_;
  bool is_set_ = false;
};

class PilotRuns {
 public:
  PilotRuns(const TrainingSet& set, Method& method, double seconds, std::uint64_t seed,
            ThreadPool& pool)
      : set_(set), method_(method), seconds_(seconds), seed_(seed), pool_(pool) {
    order_.resize(set.data.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Random(seed).shuffle(std::span(order_));
  }

  // Nothing where no part could be trained on.
  std::optional<double> factor() {
    const SomeC some(method_);
    const std::size_t all = order_.size();
    for (std::size_t examples = first_size(); examples <= all;
         examples = next_size(examples, all)) {
      if (!ratios_.empty() && spent_ + expected(examples) > seconds_) break;
      if (!run(examples) || examples == all) break;
    }
    if (ratios_.empty()) return std::nullopt;
    return ratios_.back() * growth_to(static_cast<double>(all));
  }

 private:
  // The last part is the whole.
  static std::size_t next_size(std::size_t examples, std::size_t all) {
    if (examples == all) return all + 1;
    return 3 * examples >= 2 * all ? all : std::min(all, 2 * examples);
  }

  double formula(const Dataset& data) const {
    return estimate_cost(problem_size(data, set_.labels), method_.traits(), pool_.size()).seconds;
  }

  std::size_t first_size() const {
    const double wanted = first_share * seconds_ / std::max(1e-9, formula(set_.data));
    const auto size = static_cast<double>(order_.size()) * std::min(1.0, wanted);
    return std::min(order_.size(), std::max(fewest_examples, static_cast<std::size_t>(size)));
  }

  // What training on more examples will take.
  double expected(std::size_t examples) const {
    const double times = static_cast<double>(examples) / last_size_;
    return last_seconds_ * times * std::max(1.0, growth());
  }

  // False where there was no time to finish.
  bool run(std::size_t examples) {
    std::vector<std::size_t> chosen(order_.begin(),
                                    order_.begin() + static_cast<std::ptrdiff_t>(examples));
    std::sort(chosen.begin(), chosen.end());
    const Dataset part = set_.data.part(chosen);
    Reporter silent;
    TimedReporter limited(silent, 2 * seconds_ - spent_);
    TrainContext context{limited, pool_, seed_};
    const auto start = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    const Trained trained = method_.train(part, set_.labels, context);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    // Other processes may take the processor away.
    last_seconds_ = std::min(passed.count(), processor_seconds() - processor);
    spent_ += last_seconds_;
    last_size_ = static_cast<double>(examples);
    last_epochs_ = trained.summary.objective ? trained.summary.epochs : 0;
    const double ratio = last_seconds_ / std::max(1e-9, formula(part));
    if (trained.summary.stopped == Stop::interrupted) {
      // It takes longer than this.
      if (ratios_.empty() || ratio > ratios_.back()) ratios_.push_back(ratio);
      return false;
    }
    if (last_seconds_ < shortest && examples < order_.size()) {
      ratios_.assign(1, ratio);
    } else {
      ratios_.push_back(ratio);
    }
    return true;
  }

  // From the last part to so many examples.
  double growth_to(double examples) const {
    const double features = problem_size(set_.data, set_.labels).features;
    const double doublings = std::log2(examples / last_size_);
    if (last_epochs_ < many_epochs || last_size_ >= well_above * features) {
      return std::pow(growth(), doublings);
    }
    if (last_size_ >= features) return 1;
    const double to_hardest = std::log2(std::min(examples, features) / last_size_);
    return std::pow(growth_to_hardest, to_hardest) *
           std::pow(growth_after_hardest, doublings - to_hardest);
  }

  // From part to part.
  double growth() const {
    if (ratios_.size() < 2) return 1;
    const std::size_t steps_back = last_seconds_ > long_enough ? 1 : 3;
    const std::size_t first = ratios_.size() > steps_back ? ratios_.size() - 1 - steps_back : 0;
    const auto steps = static_cast<double>(ratios_.size() - 1 - first);
    const double times = std::pow(ratios_.back() / ratios_[first], 1 / steps);
    return std::clamp(times, least_growth, most_growth);
  }

  const TrainingSet& set_;
  Method& method_;
  double seconds_;
  std::uint64_t seed_;
  ThreadPool& pool_;
  std::vector<std::size_t> order_;
  std::vector<double> ratios_;
  double spent_ = 0, last_seconds_ = 0, last_size_ = 1;
  int last_epochs_ = 0;
};

}  // namespace

double pilot_factor(const TrainingSet& set, Method& method, double seconds, double otherwise,
                    std::uint64_t seed, ThreadPool& pool) {
  const bool is_whole = method.traits().kernel == KernelKind::precomputed;
  if (is_whole || !(seconds > 0)) return otherwise;
  try {
    return PilotRuns(set, method, seconds, seed, pool).factor().value_or(otherwise);
  } catch (const Error&) {
    return otherwise;
  } catch (const std::bad_alloc&) {
    return otherwise;
  }
}

}  // namespace clade::detail
