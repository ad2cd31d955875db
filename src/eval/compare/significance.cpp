#include "eval/compare/significance.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/random.h"

namespace clade::detail {

namespace {

// The continued fraction of the incomplete beta function, by Lentz's method: it converges quickly
// for x < (a + 1)/(a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, enough = 1e-15;
  const auto away_from_zero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m <= 500; ++m) {
    const double k = m;
    const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    value *= d * c;
    if (std::fabs(d * c - 1) < enough) break;
  }
  return value;
}

// The regularised incomplete beta function I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// Rounding must not decide whether a sum is as far from zero as the one that was seen.
bool is_as_far(double sum, double seen) {
  return std::fabs(sum) >= std::fabs(seen) * (1 - 1e-12) - 1e-300;
}

double share_of_all(std::span<const double> differences, double seen) {
  const std::size_t ways = std::size_t{1} << differences.size();
  std::size_t far = 0;
  for (std::size_t way = 0; way < ways; ++way) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += (way >> i & 1) != 0 ? -differences[i] : differences[i];
    }
    far += is_as_far(sum, seen);
  }
  return static_cast<double>(far) / static_cast<double>(ways);
}

// With very many values the sum over random signs is normal, to more digits than drawing would
// give.
constexpr std::size_t many = 10000;

double normal_two_sided(double z) { return std::erfc(std::fabs(z) / std::sqrt(2.0)); }

// What four differences add up to, by their 16 choices of signs: a draw adds one number for four.
constexpr std::size_t at_once = 4, choices = 16;

std::vector<double> signed_sums(std::span<const double> differences) {
  const std::size_t groups = (differences.size() + at_once - 1) / at_once;
  std::vector<double> sums(groups * choices);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    for (std::size_t signs = 0; signs < choices; ++signs) {
      const bool turned = (signs >> (i % at_once) & 1) != 0;
      sums[i / at_once * choices + signs] += turned ? -differences[i] : differences[i];
    }
  }
  return sums;
}

double share_of_drawn(std::span<const double> differences, double seen, std::uint64_t seed) {
  constexpr std::size_t draws = 9999, groups_of_bits = 64 / at_once;
  const std::vector<double> sums = signed_sums(differences);
  Random random(seed);
  std::size_t far = 1;
  for (std::size_t k = 0; k < draws; ++k) {
    double sum = 0;
    std::uint64_t bits = 0;
    for (std::size_t g = 0; g * choices < sums.size(); ++g) {
      if (g % groups_of_bits == 0) bits = random.bits();
      sum += sums[g * choices + bits % choices];
      bits /= choices;
    }
    far += is_as_far(sum, seen);
  }
  return static_cast<double>(far) / static_cast<double>(draws + 1);
}

}  // namespace

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double student_two_sided(double t, double degrees) {
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

std::optional<double> paired_t_test(std::span<const double> differences, double overlap) {
  if (differences.size() < 2) return std::nullopt;
  const double n = static_cast<double>(differences.size());
  const double mean = mean_of(differences), deviation = standard_deviation(differences);
  // Equal differences have a deviation of rounding only.
  if (deviation <= 1e-14 * std::fabs(mean)) return mean == 0 ? 1.0 : 0.0;
  return student_two_sided(mean / (deviation * std::sqrt(1 / n + overlap)), n - 1);
}

std::optional<double> permutation_test(std::span<const double> differences, std::uint64_t seed) {
  // Zeros change no sum.
  std::vector<double> others;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(others),
               [](double d) { return d != 0; });
  if (differences.size() < 2) return std::nullopt;
  const double seen = std::accumulate(others.begin(), others.end(), 0.0);
  if (others.size() <= 16) return share_of_all(others, seen);
  if (others.size() > many) {
    const double squares = std::inner_product(others.begin(), others.end(), others.begin(), 0.0);
    return normal_two_sided(seen / std::sqrt(squares));
  }
  return share_of_drawn(others, seen, seed);
}

std::vector<double> holm_corrected(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> corrected(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, factor * p_values[order[rank]]));
    corrected[order[rank]] = largest;
  }
  return corrected;
}

Interval bootstrap_interval(std::span<const double> values, std::uint64_t seed) {
  constexpr std::size_t samples = 1000;
  if (values.empty()) return {};
  if (values.size() > many) {
    const double error = standard_deviation(values) / std::sqrt(static_cast<double>(values.size()));
    return {mean_of(values) - 1.96 * error, mean_of(values) + 1.96 * error};
  }
  Random random(seed);
  const std::uint64_t size = values.size();
  std::vector<double> means(samples);
  for (double& mean : means) {
    double sum = 0;
    // An index from 32 bits, without a division: its bias is far below what 1000 samples can show.
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += values[(random.bits() >> 32) * size >> 32];
    mean = sum / static_cast<double>(values.size());
  }
  std::sort(means.begin(), means.end());
  return {means[samples / 40], means[samples - 1 - samples / 40]};
}

}  // namespace clade::detail
