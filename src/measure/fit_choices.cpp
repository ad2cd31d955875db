// How sure choices between siblings are (Calibration::Choice), by Newton's method with the outer
// products of gradients in the place of second derivatives.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "measure/fit_softmax.h"

namespace clade::detail {

namespace {

constexpr std::size_t grain = 256;
// Three numbers need no more; of more values every so many examples are taken.
constexpr std::size_t most_values = std::size_t{1} << 21;

// The logarithms of scale and tail, and of the odds of the floor.
using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;

Calibration::Choice choice_at(const Vector& place) {
  return {std::exp(place[0]), std::exp(place[1]), 1 / (1 + std::exp(-place[2]))};
}

// What choices are pulled to: hardly any tail and floor.
Vector usual_place(double scale) { return {std::log(scale), std::log(0.05), std::log(0.01)}; }
constexpr double pull = 0.1;  // of an example whose gradient is 1
// Beyond these nothing changes any more.
const Vector least_change{-30, -9, -30}, most_change{30, 4, 4.6};

struct Choices {
  Csr<float> distances;    // of members to the best, by example
  Csr<float> frequencies;  // of the same
  std::vector<std::uint32_t> truth;
  std::vector<double> weights;
};

Choices choices_at(const NestedSoftmax& softmax, const HeldOut& examples,
                   std::span<const double> scales, const Csr<double>& frequencies,
                   std::size_t level) {
  const auto group_of = [&](std::size_t i) -> std::optional<NestedSoftmax::Choice> {
    const auto labels = examples.labels.row(i);
    if (labels.empty()) return std::nullopt;
    const auto way = softmax.way(labels.front());
    if (way.size() < level || softmax.members(way[level - 1].group).size() < 2) return std::nullopt;
    return way[level - 1];
  };
  std::size_t total = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (const auto choice = group_of(i)) total += softmax.members(choice->group).size();
  }
  const std::size_t step = total / most_values + 1;
  Choices result;
  std::vector<double> scores, groups(softmax.groups());
  for (std::size_t i = 0; i < examples.size(); i += step) {
    const auto choice = group_of(i);
    if (!choice) continue;
    examples.copy_scores(i, scores);
    softmax.set_values(scores, scales, level + 1, groups);
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto m : softmax.members(choice->group)) {
      largest = std::max(largest, softmax.value(m, scores, groups));
    }
    for (const auto m : softmax.members(choice->group)) {
      result.distances.push(static_cast<float>(largest - softmax.value(m, scores, groups)));
    }
    result.distances.end_row();
    for (const double f : frequencies.row(choice->group)) {
      result.frequencies.push(static_cast<float>(f));
    }
    result.frequencies.end_row();
    result.truth.push_back(choice->member);
    result.weights.push_back(examples.weight(i));
  }
  return result;
}

// The negative log likelihood and what Newton's method needs of it.
struct Likelihood {
  double value = 0;
  Vector gradient = Vector::Zero();
  Matrix products = Matrix::Zero();

  void add(const Likelihood& other) {
    value += other.value;
    gradient += other.gradient;
    products += other.products;
  }
};

void add_example(const Calibration::Choice& choice, std::span<const float> distances,
                 std::span<const float> frequencies, std::size_t truth, double importance,
                 Likelihood& to) {
  double sum = 0, by_scale = 0, by_tail = 0, of_truth = 0, truth_by_scale = 0, truth_by_tail = 0;
  for (std::size_t m = 0; m < distances.size(); ++m) {
    const double u = choice.scale * distances[m];
    const double exponent = std::log1p(choice.tail * u) / choice.tail;
    const double weight = std::exp(-exponent);
    const double slope = u / (1 + choice.tail * u);
    sum += weight;
    by_scale += weight * slope;
    by_tail += weight * (slope - exponent);
    if (m != truth) continue;
    of_truth = weight;
    truth_by_scale = slope;
    truth_by_tail = slope - exponent;
  }
  const double share = of_truth / sum;
  const double p = std::max(1e-300, (1 - choice.floor) * share + choice.floor * frequencies[truth]);
  const double inner = (1 - choice.floor) * share / p;
  const Vector gradient{inner * (truth_by_scale - by_scale / sum),
                        inner * (truth_by_tail - by_tail / sum),
                        -choice.floor * (1 - choice.floor) * (frequencies[truth] - share) / p};
  to.value -= importance * std::log(p);
  if (!gradient.allFinite()) return;
  to.gradient += importance * gradient;
  to.products += importance * gradient * gradient.transpose();
}

Likelihood likelihood_at(const Choices& choices, const Vector& place, const Vector& usual,
                         ThreadPool& pool) {
  const std::size_t count = choices.truth.size();
  const Calibration::Choice choice = choice_at(place);
  std::vector<Likelihood> sums((count + grain - 1) / grain);
  pool.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      add_example(choice, choices.distances.row(i), choices.frequencies.row(i), choices.truth[i],
                  choices.weights[i], sums[begin / grain]);
    }
  });
  Likelihood total;
  for (const Likelihood& sum : sums) total.add(sum);
  total.value += 0.5 * pull * (place - usual).squaredNorm();
  total.gradient += pull * (place - usual);
  total.products += pull * Matrix::Identity();
  return total;
}

// Steps that would not lead down are made shorter.
Calibration::Choice best_choice(const Choices& choices, double scale, ThreadPool& pool) {
  const Vector usual = usual_place(scale);
  const Vector lowest = usual + least_change, highest = usual + most_change;
  Vector place = usual;
  Likelihood here = likelihood_at(choices, place, usual, pool);
  double damping = 1e-3;
  constexpr int most_steps = 60;
  for (int step = 0; step < most_steps && damping < 1e9; ++step) {
    Matrix matrix = here.products;
    matrix.diagonal() *= 1 + damping;
    const Vector change = matrix.ldlt().solve(here.gradient);
    const Vector next = (place - change).cwiseMax(lowest).cwiseMin(highest);
    const Likelihood there = likelihood_at(choices, next, usual, pool);
    if (!(there.value < here.value)) {
      damping *= 10;
      continue;
    }
    const bool is_close = here.value - there.value < 1e-9 * (1 + here.value);
    place = next;
    here = there;
    damping = std::max(1e-9, damping / 10);
    if (is_close) break;
  }
  return choice_at(place);
}

}  // namespace

std::vector<Calibration::Choice> fit_choices(const NestedSoftmax& softmax, const HeldOut& examples,
                                             std::span<const double> scales,
                                             std::span<const double> frequencies,
                                             ThreadPool& pool) {
  const Csr<double> of_members = softmax.member_frequencies(frequencies);
  std::vector<Calibration::Choice> result;
  for (std::size_t level = 1; level <= softmax.levels(); ++level) {
    const double scale = scales[level - 1];
    const Choices choices = choices_at(softmax, examples, scales, of_members, level);
    result.push_back(choices.truth.empty() ? Calibration::Choice{scale, 0, 0}
                                           : best_choice(choices, scale, pool));
  }
  return result;
}

}  // namespace clade::detail
