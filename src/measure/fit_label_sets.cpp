#include "measure/fit_label_sets.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace clade::detail {

namespace {

using Weights = LearnedSets::Weights;

// So many positive examples of all classes together are added to those of each class: few examples
// of its own would choose a threshold by chance.
constexpr double shared_positives = 4;
constexpr std::size_t grid_points = 256;
constexpr double ridge = 1e-3;  // of the mean square of the features

// True and guessed labels above each point of a grid of thresholds.
struct Counts {
  double positives = 0;
  std::vector<double> right, guessed;  // by point

  explicit Counts(std::size_t points) : right(points), guessed(points) {}
  // F1 at a point, where `other` counts as so many positives.
  double f1(std::size_t point, const Counts& other, double share) const {
    const double both = right[point] + share * other.right[point];
    const double sum =
        guessed[point] + positives + share * (other.guessed[point] + other.positives);
    return sum > 0 ? 2 * both / sum : 0;
  }
};

// Increasing thresholds between the scores of labels, which is where choices differ.
std::vector<double> threshold_grid(std::vector<double> label_scores) {
  std::sort(label_scores.begin(), label_scores.end());
  std::vector<double> grid;
  for (std::size_t k = 0; k < grid_points; ++k) {
    grid.push_back(label_scores[k * (label_scores.size() - 1) / (grid_points - 1)]);
  }
  // A label at the first point is above its threshold.
  for (double& point : grid) point = std::nextafter(point, -std::numeric_limits<double>::max());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

// Sums from the highest point down: what is above a point is above those below it.
void accumulate(Counts& counts) {
  for (std::size_t p = counts.right.size() - 1; p-- > 0;) {
    counts.right[p] += counts.right[p + 1];
    counts.guessed[p] += counts.guessed[p + 1];
  }
}

// One score: `above` is the number of points below it.
void add(Counts& counts, std::size_t above, bool is_label, double weight) {
  const double right = is_label ? weight : 0;
  counts.positives += right;
  if (above == 0) return;
  counts.right[above - 1] += right;
  counts.guessed[above - 1] += weight;
}

std::size_t points_below(const std::vector<double>& grid, double score) {
  return static_cast<std::size_t>(std::lower_bound(grid.begin(), grid.end(), score) - grid.begin());
}

bool has_label(const HeldOut& examples, std::size_t i, std::size_t c) {
  const auto labels = examples.labels.row(i);
  return std::binary_search(labels.begin(), labels.end(), static_cast<ClassId>(c));
}

std::vector<double> fit_class_thresholds(const HeldOut& examples) {
  std::vector<double> scores, label_scores;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples.copy_scores(i, scores);
    for (const ClassId label : examples.labels.row(i)) {
      label_scores.push_back(scores[index_of(label)]);
    }
  }
  const std::vector<double> grid = threshold_grid(std::move(label_scores));
  std::vector<Counts> by_class(examples.classes, Counts(grid.size()));
  Counts all(grid.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples.copy_scores(i, scores);
    for (std::size_t c = 0; c < examples.classes; ++c) {
      const std::size_t above = points_below(grid, scores[c]);
      if (above == 0 && !has_label(examples, i, c)) continue;
      add(by_class[c], above, has_label(examples, i, c), examples.weight(i));
      add(all, above, has_label(examples, i, c), examples.weight(i));
    }
  }
  accumulate(all);
  const double share = shared_positives / all.positives;
  std::vector<double> thresholds;
  for (Counts& counts : by_class) {
    accumulate(counts);
    std::size_t best = 0;
    for (std::size_t p = 1; p < grid.size(); ++p) {
      if (counts.f1(p, all, share) > counts.f1(best, all, share)) best = p;
    }
    thresholds.push_back(grid[best]);
  }
  return thresholds;
}

// The scores above the thresholds of their classes.
void excess_of(const HeldOut& examples, std::size_t i, const LearnedSets& sets,
               std::vector<double>& out) {
  examples.copy_scores(i, out);
  for (std::size_t c = 0; c < out.size(); ++c) out[c] -= sets.class_thresholds[c];
}

// The middle of the widest gap between scores at which the set differs least from the labels
// (Elisseeff and Weston 2001, Eq. 6).
double best_threshold(const HeldOut& examples, std::size_t i, const std::vector<double>& excess) {
  std::vector<std::pair<double, bool>> ordered;
  for (std::size_t c = 0; c < excess.size(); ++c) {
    if (std::isfinite(excess[c])) ordered.emplace_back(excess[c], has_label(examples, i, c));
  }
  std::sort(ordered.begin(), ordered.end(), std::greater<>());
  auto missing = static_cast<double>(examples.labels.row(i).size());
  double wrong = 0, least = std::numeric_limits<double>::infinity(), widest = 0, best = 0;
  // At least one class is taken; below the last score the gap has no end.
  for (std::size_t k = 0; k + 1 < ordered.size(); ++k) {
    ordered[k].second ? --missing : ++wrong;
    const double gap = ordered[k].first - ordered[k + 1].first;
    if (missing + wrong > least || (missing + wrong == least && gap <= widest)) continue;
    least = missing + wrong;
    widest = gap;
    best = 0.5 * (ordered[k].first + ordered[k + 1].first);
  }
  return best;
}

// Least squares of two targets on the same features.
class Regression {
 public:
  void add(const Weights& features, double threshold, double size, double weight) {
    const Eigen::Map<const Vector> x(features.data());
    products_ += weight * x * x.transpose();
    threshold_ += weight * threshold * x;
    size_ += weight * size * x;
  }
  Weights threshold() const { return solve(threshold_); }
  Weights size() const { return solve(size_); }

 private:
  static constexpr int dimension = static_cast<int>(LearnedSets::features);
  using Vector = Eigen::Matrix<double, dimension, 1>;
  using Matrix = Eigen::Matrix<double, dimension, dimension>;

  Weights solve(const Vector& target) const {
    Matrix matrix = products_;
    matrix.diagonal().array() += ridge * products_.trace() / dimension + 1e-12;
    const Vector solution = matrix.ldlt().solve(target);
    Weights weights{};
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const double value = solution[static_cast<Eigen::Index>(k)];
      weights[k] = std::isfinite(value) ? value : 0;
    }
    return weights;
  }

  Matrix products_ = Matrix::Zero();
  Vector threshold_ = Vector::Zero(), size_ = Vector::Zero();
};

// Sets that differ least from the truth are smaller than those of the best F1: the offset of the
// threshold function with the best sum of micro-F1 and macro-F1.
double best_offset(const HeldOut& examples, const LearnedSets& sets) {
  std::vector<double> excess, sorted, label_excess;
  const auto above_threshold = [&](std::size_t i) {
    excess_of(examples, i, sets, excess);
    sorted = excess;
    const double threshold = weighted_sum(sets.threshold, set_features(sorted));
    for (double& value : excess) value -= threshold;
  };
  for (std::size_t i = 0; i < examples.size(); ++i) {
    above_threshold(i);
    for (const ClassId label : examples.labels.row(i)) {
      label_excess.push_back(excess[index_of(label)]);
    }
  }
  const std::vector<double> grid = threshold_grid(std::move(label_excess));
  Counts all(grid.size());
  std::vector<Counts> by_class(examples.classes, Counts(grid.size()));
  for (std::size_t i = 0; i < examples.size(); ++i) {
    above_threshold(i);
    const double best = *std::max_element(excess.begin(), excess.end());
    for (std::size_t c = 0; c < excess.size(); ++c) {
      // The best class is always taken.
      const std::size_t above = excess[c] == best ? grid.size() : points_below(grid, excess[c]);
      if (above == 0 && !has_label(examples, i, c)) continue;
      add(all, above, has_label(examples, i, c), examples.weight(i));
      add(by_class[c], above, has_label(examples, i, c), examples.weight(i));
    }
  }
  accumulate(all);
  for (Counts& counts : by_class) accumulate(counts);
  std::size_t best = 0;
  double best_value = -1;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    double macro = 0;
    for (const Counts& counts : by_class) macro += counts.f1(p, all, 0);
    const double value = all.f1(p, all, 0) + macro / static_cast<double>(by_class.size());
    if (value <= best_value) continue;
    best = p;
    best_value = value;
  }
  return grid[best];
}

// As sets are chosen: classes that are never predicted (LabelNodes::path) play no part.
HeldOut of_predictable(const LabelSpace& labels, const HeldOut& from) {
  HeldOut result;
  result.classes = from.classes;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::vector<ClassId> own;
    for (const ClassId label : from.labels.row(i)) {
      if (labels.is_predictable(label)) own.push_back(label);
    }
    if (own.empty()) continue;
    result.labels.push_row(own);
    if (!from.weights.empty()) result.weights.push_back(from.weights[i]);
    for (std::size_t c = 0; c < from.classes; ++c) {
      const float score = from.scores[i * from.classes + c];
      const bool can_be = labels.is_predictable(static_cast<ClassId>(c));
      result.scores.push_back(can_be ? score : -std::numeric_limits<float>::infinity());
    }
  }
  return result;
}

}  // namespace

LearnedSets fit_label_sets(const LabelSpace& labels, const HeldOut& held_out, bool closed) {
  const HeldOut examples = of_predictable(labels, held_out);
  LearnedSets sets;
  if (examples.size() == 0) {
    sets.class_thresholds.assign(labels.size(), 0);
    return sets;
  }
  sets.closed = closed;
  sets.class_thresholds = fit_class_thresholds(examples);
  Regression regression;
  std::vector<double> excess;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    excess_of(examples, i, sets, excess);
    const double target = best_threshold(examples, i, excess);
    const auto size = static_cast<double>(examples.labels.row(i).size());
    regression.add(set_features(excess), target, size, examples.weight(i));
  }
  sets.threshold = regression.threshold();
  sets.size = regression.size();
  sets.threshold[0] += best_offset(examples, sets);
  return sets;
}

bool are_closed_upward(const LabelSpace& labels, const Csr<ClassId>& sets) {
  bool has_class_above = false;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const auto set = sets.row(i);
    for (const ClassId label : set) {
      const NodeId node = labels.node(label);
      for (const NodeId above : labels.taxonomy().ancestor_set(node)) {
        const auto found = labels.find(labels.taxonomy().name(above));
        if (above == node || !found || labels.node(*found) != above) continue;
        if (above == labels.taxonomy().root()) continue;
        has_class_above = true;
        if (!std::binary_search(set.begin(), set.end(), *found)) return false;
      }
    }
  }
  return has_class_above;
}

}  // namespace clade::detail
