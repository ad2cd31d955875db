#include "measure/fit_softmax.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace clade::detail {

namespace {

constexpr std::size_t grain = 256;  // follows from nothing: sums are merged in this many examples

// The choices of one level: values of all members, the true one named.
struct Choices {
  Csr<float> values;
  std::vector<std::uint32_t> truth;
  std::vector<double> weights;
};

Choices choices_at(const NestedSoftmax& softmax, const HeldOut& examples,
                   std::span<const double> scales, std::size_t level) {
  Choices choices;
  std::vector<double> scores, groups(softmax.groups());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto labels = examples.labels.row(i);
    if (labels.empty()) continue;
    const auto way = softmax.way(labels.front());
    if (way.size() < level || softmax.members(way[level - 1].group).size() < 2) continue;
    examples.copy_scores(i, scores);
    softmax.set_values(scores, scales, level + 1, groups);
    for (const auto member : softmax.members(way[level - 1].group)) {
      choices.values.push(static_cast<float>(softmax.value(member, scores, groups)));
    }
    choices.values.end_row();
    choices.truth.push_back(way[level - 1].member);
    choices.weights.push_back(examples.weight(i));
  }
  return choices;
}

struct Slope {
  double first = 0, second = 0;  // derivatives of the negative log likelihood
};

// At scale t: the expected value less that of the truth, and its variance.
Slope slope_of(std::span<const float> values, std::size_t truth, double t, double doubt) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0, mean = 0, square = 0, plain = 0;
  for (const float v : values) {
    const double share = std::exp(t * (v - largest));
    sum += share;
    mean += share * (v - largest);
    square += share * (v - largest) * (v - largest);
    plain += v - largest;
  }
  mean /= sum;
  const double target =
      (1 - doubt) * (values[truth] - largest) + doubt * plain / static_cast<double>(values.size());
  return {mean - target, std::max(0.0, square / sum - mean * mean)};
}

Slope total_slope(const Choices& choices, double t, ThreadPool& pool) {
  const std::size_t count = choices.truth.size();
  const double doubt = 1 / (static_cast<double>(count) + 2);
  std::vector<Slope> sums((count + grain - 1) / grain);
  pool.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    Slope& sum = sums[begin / grain];
    for (std::size_t i = begin; i < end; ++i) {
      const Slope one = slope_of(choices.values.row(i), choices.truth[i], t, doubt);
      sum.first += choices.weights[i] * one.first;
      sum.second += choices.weights[i] * one.second;
    }
  });
  Slope total;
  for (const Slope& sum : sums) {
    total.first += sum.first;
    total.second += sum.second;
  }
  return total;
}

// How far the values of a choice lie apart: the scale of scales.
double typical_spread(const Choices& choices) {
  double sum = 0;
  for (std::size_t i = 0; i < choices.truth.size(); ++i) {
    const auto values = choices.values.row(i);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    sum += std::min(1e12, static_cast<double>(*most) - *least);
  }
  const double mean = sum / static_cast<double>(choices.truth.size());
  return mean > 1e-12 ? mean : 1;
}

// The likelihood is concave in the scale: Newton's method inside a bracket.
double best_scale(const Choices& choices, ThreadPool& pool) {
  const double unit = 1 / typical_spread(choices);
  double low = 1e-3 * unit, high = 1e4 * unit, t = unit;
  constexpr int most_steps = 60;
  for (int step = 0; step < most_steps && high > low * (1 + 1e-9); ++step) {
    const Slope slope = total_slope(choices, t, pool);
    (slope.first > 0 ? high : low) = t;
    double next = t - slope.first / std::max(slope.second, 1e-300);
    if (!(next > low && next < high)) next = std::sqrt(low * high);
    if (std::abs(next - t) <= 1e-9 * t) return next;
    t = next;
  }
  return t;
}

}  // namespace

std::vector<double> fit_scales(const NestedSoftmax& softmax, const HeldOut& examples,
                               ThreadPool& pool) {
  std::vector<double> scales(softmax.levels(), 1.0);
  for (std::size_t level = softmax.levels(); level >= 1; --level) {
    const Choices choices = choices_at(softmax, examples, scales, level);
    const bool has_deeper = level < softmax.levels();
    scales[level - 1] = !choices.truth.empty() ? best_scale(choices, pool)
                        : has_deeper           ? scales[level]
                                               : 1.0;
  }
  return scales;
}

}  // namespace clade::detail
