#include "measure/threshold_curves.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace clade::detail {

namespace {

// The largest number of six digits that is at most the value.
double rounded_down(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 5);
  const auto with_digits = [](double number) {
    return std::strtod(fmt::format("{:.6g}", number).c_str(), nullptr);
  };
  double rounded = with_digits(value);
  if (rounded > value) rounded = with_digits(rounded - unit);
  return rounded;
}

// The nodes of the classes; none where one of them is an inner node.
std::vector<NodeId> terminal_classes(const LabelSpace& labels) {
  std::vector<NodeId> nodes;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    nodes.push_back(labels.node(static_cast<ClassId>(c)));
    if (!labels.taxonomy().is_terminal(nodes.back())) return {};
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<NodeId> measured_nodes(const NodeScores& nodes, std::size_t from_level) {
  std::vector<NodeId> measured;
  for (std::size_t n = 0; n < nodes.nodes(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (nodes.level(node) >= std::max<std::size_t>(from_level, 1)) measured.push_back(node);
  }
  return measured;
}

std::vector<double> values_at(std::span<const NodeId> nodes,
                              std::span<const CurveCounter::Positive> positives) {
  std::vector<double> values;
  for (const auto& [node, value] : positives) {
    if (std::binary_search(nodes.begin(), nodes.end(), node)) values.push_back(value);
  }
  return values;
}

}  // namespace

std::vector<double> curve_thresholds(std::vector<double> positives, std::size_t points) {
  std::erase_if(positives, [](double value) { return std::isinf(value); });
  std::sort(positives.begin(), positives.end());
  std::vector<double> thresholds;
  if (positives.size() <= points) {
    thresholds = positives;
  } else {
    const std::size_t by_recall = (points + 1) / 2, by_value = points - by_recall;
    for (std::size_t i = 0; i < by_recall; ++i) {
      thresholds.push_back(positives[i * (positives.size() - 1) / (by_recall - 1)]);
    }
    const double step = (positives.back() - positives.front()) / static_cast<double>(by_value + 1);
    for (std::size_t i = 1; i <= by_value; ++i) {
      thresholds.push_back(positives.front() + static_cast<double>(i) * step);
    }
    std::sort(thresholds.begin(), thresholds.end());
  }
  for (double& threshold : thresholds) threshold = rounded_down(threshold);
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  return thresholds;
}

CurveCounter::Curve::Curve(std::vector<double> positive_values, std::size_t points)
    : positives(std::move(positive_values)),
      thresholds(curve_thresholds(positives, points)),
      given(thresholds.size() + 1) {}

std::size_t CurveCounter::Curve::reached(double value) const {
  if (thresholds.empty() || value < thresholds.front()) return 0;
  return static_cast<std::size_t>(std::upper_bound(thresholds.begin(), thresholds.end(), value) -
                                  thresholds.begin());
}

ThresholdCurve CurveCounter::Curve::result() const {
  ThresholdCurve curve;
  curve.positives = positives.size();
  curve.thresholds = thresholds;
  curve.given.resize(thresholds.size());
  curve.right.resize(thresholds.size());
  for (const double value : positives) {
    if (const std::size_t last = reached(value); last > 0) ++curve.right[last - 1];
  }
  std::size_t given_above = 0, right_above = 0;
  for (std::size_t j = thresholds.size(); j-- > 0;) {
    curve.given[j] = given_above += given[j + 1];
    curve.right[j] = right_above += curve.right[j];
  }
  return curve;
}

CurveCounter::CurveCounter(const LabelSpace& labels, const NodeScores& nodes,
                           std::size_t from_level, std::vector<Positive> positives)
    : classes_(terminal_classes(labels)),
      measured_(measured_nodes(nodes, from_level)),
      of_classes_(values_at(classes_, positives), points_of_all),
      of_nodes_(values_at(measured_, positives), points_of_all) {
  std::sort(positives.begin(), positives.end());
  std::vector<std::vector<double>> values;
  for (const NodeId node : measured_) {
    const double lowest = -std::numeric_limits<double>::infinity();
    auto at = std::lower_bound(positives.begin(), positives.end(), Positive{node, lowest});
    std::vector<double> own;
    for (; at != positives.end() && at->first == node; ++at) own.push_back(at->second);
    if (own.empty()) continue;
    single_.push_back(node);
    values.push_back(std::move(own));
  }
  std::vector<std::size_t> order(single_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return values[a].size() > values[b].size();
  });
  order.resize(std::min(order.size(), most_node_curves));
  std::vector<NodeId> chosen;
  by_node_.reserve(order.size());
  for (const std::size_t i : order) {
    chosen.push_back(single_[i]);
    by_node_.emplace_back(std::move(values[i]), points_of_a_node);
  }
  single_ = std::move(chosen);
}

void CurveCounter::add(const std::vector<std::size_t>& counts, Curve& curve) {
  for (std::size_t j = 1; j < counts.size(); ++j) {
    if (counts[j] > 0) curve.given[j].fetch_add(counts[j], std::memory_order_relaxed);
  }
}

void CurveCounter::count(std::span<const double> values) {
  const auto pooled = [&](std::span<const NodeId> nodes, Curve& curve) {
    std::vector<std::size_t> counts(curve.given.size(), 0);
    for (const NodeId node : nodes) ++counts[curve.reached(values[index_of(node)])];
    add(counts, curve);
  };
  pooled(classes_, of_classes_);
  pooled(measured_, of_nodes_);
  for (std::size_t i = 0; i < single_.size(); ++i) {
    const std::size_t last = by_node_[i].reached(values[index_of(single_[i])]);
    if (last > 0) by_node_[i].given[last].fetch_add(1, std::memory_order_relaxed);
  }
}

EvaluationCurves CurveCounter::curves() const {
  EvaluationCurves curves;
  if (!classes_.empty()) curves.labels = of_classes_.result();
  curves.nodes = of_nodes_.result();
  for (std::size_t i = 0; i < single_.size(); ++i) {
    curves.by_node.push_back({single_[i], by_node_[i].result()});
  }
  return curves;
}

}  // namespace clade::detail
