#include "model/node_logits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/nested_softmax.h"

namespace clade::detail {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double log_odds(const Calibration::LevelTerms& weights, double z, double largest) {
  const Calibration::LevelTerms terms = level_terms(z, largest);
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += weights[i] * terms[i];
  return sum;
}

double line(const Calibration::Line& line, double score) {
  return line.slope * score + line.offset;
}

}  // namespace

NodeLevels::NodeLevels(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  depth_.resize(taxonomy.size());
  height_.resize(taxonomy.size(), 0);
  std::size_t deepest = 0;
  for (const NodeId node : taxonomy.top_down()) {
    depth_[index_of(node)] = taxonomy.depth(node);
    deepest = std::max(deepest, depth(node));
  }
  const auto order = taxonomy.top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    for (const NodeId parent : taxonomy.parents(*node)) {
      height_[index_of(parent)] = std::max(height(parent), height(*node) + 1);
    }
  }
  nodes_.resize(deepest);
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    const std::size_t last = taxonomy.is_terminal(node) ? deepest : depth(node);
    for (std::size_t level = std::max<std::size_t>(1, depth(node)); level <= last; ++level) {
      if (node != taxonomy.root()) nodes_[level - 1].push_back(node);
    }
  }
}

void spread_scores(const LabelSpace& labels, std::span<const double> class_scores,
                   std::span<double> node_scores) {
  std::fill(node_scores.begin(), node_scores.end(), nothing);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (!labels.is_predictable(label)) continue;
    double& score = node_scores[index_of(labels.node(label))];
    score = std::max(score, usable_score(class_scores[c]));
  }
  const Taxonomy& taxonomy = labels.taxonomy();
  const auto order = taxonomy.top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    for (const NodeId parent : taxonomy.parents(*node)) {
      double& score = node_scores[index_of(parent)];
      score = std::max(score, node_scores[index_of(*node)]);
    }
  }
}

Calibration::LevelTerms level_terms(double z, double largest) {
  const double below =
      largest < 0 ? -largest + std::log1p(std::exp(largest)) : std::log1p(std::exp(-largest));
  return {z, largest, below, 1};
}

void set_independent_probabilities(const LabelSpace& labels, const NodeLevels& levels,
                                   const Calibration& calibration,
                                   std::span<const double> class_scores, Probabilities& out) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<double>& z = out.scratch;
  z.resize(taxonomy.size());
  spread_scores(labels, class_scores, z);
  for (std::size_t n = 0; n < z.size(); ++n) {
    if (z[n] != nothing) z[n] = line(calibration.nodes[n], z[n]);
  }
  std::fill(out.nodes.begin(), out.nodes.end(), 0.0);
  std::fill(out.classes.begin(), out.classes.end(), 0.0);
  std::vector<double> largest(levels.count(), nothing);
  for (std::size_t level = 1; level <= levels.count(); ++level) {
    for (const NodeId node : levels.nodes(level)) {
      largest[level - 1] = std::max(largest[level - 1], z[index_of(node)]);
    }
    for (const NodeId node : levels.nodes(level)) {
      if (levels.depth(node) != level || z[index_of(node)] == nothing) continue;
      out.nodes[index_of(node)] =
          sigmoid(log_odds(calibration.levels[level - 1], z[index_of(node)], largest[level - 1]));
    }
  }
  out.nodes[index_of(taxonomy.root())] = 1;
  const auto order = taxonomy.top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    for (const NodeId parent : taxonomy.parents(*node)) {
      double& p = out.nodes[index_of(parent)];
      p = std::max(p, out.nodes[index_of(*node)]);
    }
  }
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (!labels.is_predictable(label)) continue;
    const NodeId node = labels.node(label);
    double& p = out.classes[c];
    p = out.nodes[index_of(node)];
    // Closed labels stand for the nodes above them: the class is the node.
    if (taxonomy.is_terminal(node) || labels.mode() == LabelNodes::closed) continue;
    // Any other inner node that is a class itself: by its own score alone.
    if (levels.depth(node) == 0) {  // the root alone: nothing below it
      p = 1;
      for (const NodeId child : taxonomy.children(node)) p *= 1 - out.nodes[index_of(child)];
      continue;
    }
    const std::size_t level = levels.depth(node) - 1;
    const double own = line(calibration.nodes[index_of(node)], usable_score(class_scores[c]));
    p = std::min(p, sigmoid(log_odds(calibration.levels[level], own, largest[level])));
  }
}

}  // namespace clade::detail
