// What one core of this machine can do, and which share of it scoring reaches.
//
// Scoring is WeightView::score over all training rows, the solver's most frequent work. The bytes
// counted are those of the weight rows that it reads, wherever they come from: words follow Zipf's
// law, so a part of them is in the caches. CPU time of the thread, one warm-up, the median of five.
#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "bench/machine_limits.h"
#include "bench/series.h"
#include "bench/training_set.h"
#include "linear/weight_rows.h"

namespace clade::detail::bench {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

struct Limits {
  double memory = read_bandwidth(1024 * megabyte);
  double large_cache = read_bandwidth(24 * megabyte);
  double small_cache = read_bandwidth(8 * megabyte);
  double arithmetic = multiply_add_peak();
};

void print_limits(const Limits& limits) {
  fmt::print(
      "one core: read from memory {:.1f} GB/s, from 24 MB {:.1f}, from 8 MB {:.1f}; "
      "single precision multiply-adds {:.1f} GFLOP/s\n",
      limits.memory, limits.large_cache, limits.small_cache, limits.arithmetic);
  std::fflush(stdout);
}

// Every page is written, as after training: memory that never was would come from one empty page.
WeightRows<float> some_weights(std::size_t features, std::size_t units) {
  WeightRows<float> weights(features, units);
  for (std::size_t j = 0; j < features; ++j) {
    float value = 0.001F * static_cast<float>(j % 997);
    for (float& w : weights.row(j)) w = value = 0.75F - value * 0.5F;
  }
  return weights;
}

void check_scores(const WeightRows<float>& weights, SparseRow row, const std::vector<float>& raw) {
  for (std::size_t r = 0; r < weights.units(); ++r) {
    double score = 0, size = 0;
    for (const Feature& f : row) {
      const double term =
          static_cast<double>(f.value) * static_cast<double>(weights.view().row(f.index)[r]);
      score += term;
      size += std::abs(term);
    }
    check(std::abs(score - static_cast<double>(raw[r])) <= 1e-5 * size, "a score is wrong");
  }
}

Series score_all(const TrainingSet& set, const std::string& name,
                 const WeightRows<float>& weights) {
  std::vector<float> raw(weights.view().stride);
  for (std::size_t i = 0; i < set.size(); i += 100) {
    weights.view().score(set.rows.row(i), raw.data());
    check_scores(weights, set.rows.row(i), raw);
  }
  const auto score = [&] {
    for (std::size_t i = 0; i < set.size(); ++i) weights.view().score(set.rows.row(i), raw.data());
  };
  // Small sets several times in a run: a few milliseconds are too short to measure.
  const std::size_t passes = 1 + 500'000'000 / (set.rows.nonzeros() * weights.units());
  Series series{name, {}, {}};
  score();
  for (int run = 0; run < timed_runs; ++run) {
    const double seconds = thread_seconds_of([&] {
      for (std::size_t pass = 0; pass < passes; ++pass) score();
    });
    series.seconds.push_back(seconds / static_cast<double>(passes));
  }
  return series;
}

Series measure(const TrainingSet& set, std::size_t units, const char* units_are,
               const Limits& limits) {
  const WeightRows<float> weights = some_weights(set.features, units);
  const Series series = score_all(set, fmt::format("score/{}-{}", set.name, units_are), weights);
  const double giga_weights = 1e-9 * static_cast<double>(set.rows.nonzeros() * units);
  const double bandwidth = 4 * giga_weights / series.median();
  const double arithmetic = 2 * giga_weights / series.median();
  const double megabytes = 4e-6 * static_cast<double>(set.features * units);
  fmt::print(
      "{:<8} {:>5} {:<8} {:>7.0f} {:>12.2f} {:>7.1f} {:>12.0f}% {:>10.0f}% {:>9.1f} {:>7.0f}%\n",
      set.name, units, units_are, megabytes,
      1e6 * series.median() / static_cast<double>(set.size()), bandwidth,
      100 * bandwidth / limits.memory, 100 * bandwidth / limits.small_cache, arithmetic,
      100 * arithmetic / limits.arithmetic);
  std::fflush(stdout);
  return series;
}

void run() {
  const Limits limits;
  print_limits(limits);
  fmt::print("{:<8} {:>14} {:>7} {:>12} {:>7} {:>13} {:>11} {:>9} {:>8}\n", "scoring", "units",
             "MB", "us/instance", "GB/s", "of memory's", "of 8 MB's", "GFLOP/s", "of peak");
  std::vector<Series> all;
  for (const char* name : {"wipo-d", "wipo-b"}) {
    const TrainingSet set = *load_set(name, "", LabelUse::first_only);
    all.push_back(measure(set, set.classes(), "classes", limits));
    // All nodes but the root, which tells no classes apart.
    all.push_back(measure(set, set.label_space.taxonomy().size() - 1, "nodes", limits));
  }
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

int main() {
  try {
    clade::detail::bench::run();
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "limits_bench: {}\n", e.what());
    return 1;
  }
}
