#include "measure/fit_node_logits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/interior_point/cholesky.h"
#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

namespace {

constexpr std::size_t grain = 256;
constexpr double pull = 1;  // of one example of variance 1

// The log likelihood of a linear function of few terms, with a pull towards `start`: what Newton's
// method needs of it.
class LogisticSum {
 public:
  explicit LogisticSum(std::size_t terms)
      : terms_(terms), first_(terms, 0.0), second_(terms * terms, 0.0) {}

  // `importance`: as so many examples.
  void add(std::span<const double> x, std::span<const double> weights, bool truth,
           double importance) {
    double odds = 0;
    for (std::size_t a = 0; a < terms_; ++a) odds += weights[a] * x[a];
    const double p = 1 / (1 + std::exp(-odds));
    const double error = importance * (p - (truth ? 1 : 0)), variance = importance * p * (1 - p);
    for (std::size_t a = 0; a < terms_; ++a) {
      first_[a] += error * x[a];
      for (std::size_t b = 0; b <= a; ++b) second_[a * terms_ + b] += variance * x[a] * x[b];
    }
  }
  void add(const LogisticSum& other) {
    for (std::size_t a = 0; a < first_.size(); ++a) first_[a] += other.first_[a];
    for (std::size_t a = 0; a < second_.size(); ++a) second_[a] += other.second_[a];
  }

  // One step from `weights`, no longer than `longest` in any of them; returns the longest part.
  double step(std::span<double> weights, std::span<const double> start, double longest) const {
    LowerMatrix matrix(terms_);
    std::vector<double> change(first_);
    for (std::size_t a = 0; a < terms_; ++a) {
      change[a] += pull * (weights[a] - start[a]);
      for (std::size_t b = 0; b <= a; ++b) matrix.row(a)[b] = second_[a * terms_ + b];
      matrix.row(a)[a] += pull;
    }
    factorise(matrix, 1e-12);
    solve(matrix, change);
    double largest = 0;
    for (const double part : change) largest = std::max(largest, std::abs(part));
    const double factor = largest > longest ? longest / largest : 1;
    for (std::size_t a = 0; a < terms_; ++a) weights[a] -= factor * change[a];
    return factor * largest;
  }

 private:
  std::size_t terms_;
  std::vector<double> first_, second_;
};

// Scores of nodes in units of their spread, and which nodes are true.
struct NodeTable {
  std::size_t examples = 0;
  double unit = 1;
  std::vector<float> scores;  // by node and example, -infinity where the node has no class
  std::vector<char> truth;
  std::vector<double> weights;  // by example

  std::size_t place(std::size_t node, std::size_t example) const {
    return node * examples + example;
  }
  bool has_class(std::size_t node) const {
    return examples > 0 && std::isfinite(scores[place(node, 0)]);
  }
};

double spread_of(std::span<const float> scores) {
  double sum = 0, squares = 0, count = 0;
  for (const float s : scores) {
    if (!std::isfinite(s)) continue;
    const double x = std::clamp<double>(s, -1e12, 1e12);
    sum += x;
    squares += x * x;
    ++count;
  }
  if (count == 0) return 1;
  const double variance = squares / count - (sum / count) * (sum / count);
  return variance > 1e-24 ? std::sqrt(variance) : 1;
}

NodeTable node_table(const LabelSpace& labels, const HeldOut& examples, ThreadPool& pool) {
  const std::size_t nodes = labels.taxonomy().size();
  const AncestorSets ancestors(labels.taxonomy(), labels.classes());
  NodeTable table;
  table.examples = examples.size();
  table.scores.resize(nodes * examples.size());
  table.truth.resize(nodes * examples.size(), 0);
  for (std::size_t i = 0; i < examples.size(); ++i) table.weights.push_back(examples.weight(i));
  pool.for_ranges(examples.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::vector<double> of_classes, of_nodes(nodes);
    for (std::size_t i = begin; i < end; ++i) {
      examples.copy_scores(i, of_classes);
      spread_scores(labels, of_classes, of_nodes);
      for (std::size_t n = 0; n < nodes; ++n) {
        table.scores[table.place(n, i)] = static_cast<float>(of_nodes[n]);
      }
      for (const ClassId label : examples.labels.row(i)) {
        for (const NodeId node : ancestors.of(index_of(label))) {
          table.truth[table.place(index_of(node), i)] = 1;
        }
      }
    }
  });
  table.unit = spread_of(table.scores);
  for (float& score : table.scores) score = static_cast<float>(score / table.unit);
  return table;
}

constexpr int most_steps = 50;
constexpr double longest_step = 3;
constexpr double close_enough = 1e-7;

using Weights = std::vector<double>;

void add_node(const NodeTable& table, std::size_t node, const Weights& weights, LogisticSum& sum) {
  for (std::size_t i = 0; i < table.examples; ++i) {
    const std::array<double, 2> x{table.scores[table.place(node, i)], 1};
    sum.add(x, weights, table.truth[table.place(node, i)] != 0, table.weights[i]);
  }
}

// One line for all nodes but the root, of which every instance has one.
Weights common_line(const NodeTable& table, std::size_t nodes, NodeId root, ThreadPool& pool) {
  const Weights start{1, 0};
  Weights weights = start;
  for (int step = 0; step < most_steps; ++step) {
    std::vector<LogisticSum> sums(nodes, LogisticSum(2));
    pool.for_blocks(nodes, [&](std::size_t node) {
      if (table.has_class(node) && node != index_of(root))
        add_node(table, node, weights, sums[node]);
    });
    LogisticSum total(2);
    for (const LogisticSum& sum : sums) total.add(sum);
    if (total.step(weights, start, longest_step) < close_enough) break;
  }
  return weights;
}

Weights node_line(const NodeTable& table, std::size_t node, const Weights& start) {
  Weights weights = start;
  for (int step = 0; step < most_steps; ++step) {
    LogisticSum sum(2);
    add_node(table, node, weights, sum);
    if (sum.step(weights, start, longest_step) < close_enough) break;
  }
  return weights;
}

// What is hardly possible teaches nothing about the nodes that matter, and there is much of it.
constexpr double lowest_odds = -5;

void add_level(const NodeTable& table, std::span<const NodeId> nodes,
               const std::vector<Calibration::Line>& lines, std::size_t example,
               const Weights& weights, LogisticSum& sum) {
  const auto z = [&](NodeId node) {
    const std::size_t n = index_of(node);
    return table.has_class(n)
               ? lines[n].slope * table.unit * table.scores[table.place(n, example)] +
                     lines[n].offset
               : -std::numeric_limits<double>::infinity();
  };
  double largest = -std::numeric_limits<double>::infinity();
  for (const NodeId node : nodes) largest = std::max(largest, z(node));
  for (const NodeId node : nodes) {
    const double own = z(node);
    if (!(own > lowest_odds)) continue;
    const Calibration::LevelTerms x = level_terms(own, largest);
    sum.add(x, weights, table.truth[table.place(index_of(node), example)] != 0,
            table.weights[example]);
  }
}

Calibration::LevelTerms fit_level(const NodeTable& table, std::span<const NodeId> nodes,
                                  const std::vector<Calibration::Line>& lines, ThreadPool& pool) {
  const Weights start{1, 0, 0, 0};
  Weights weights = start;
  for (int step = 0; step < most_steps; ++step) {
    std::vector<LogisticSum> sums((table.examples + grain - 1) / grain, LogisticSum(start.size()));
    pool.for_ranges(table.examples, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        add_level(table, nodes, lines, i, weights, sums[begin / grain]);
      }
    });
    LogisticSum total(start.size());
    for (const LogisticSum& sum : sums) total.add(sum);
    if (total.step(weights, start, longest_step) < close_enough) break;
  }
  return {weights[0], weights[1], weights[2], weights[3]};
}

}  // namespace

void fit_node_logits(const LabelSpace& labels, const HeldOut& examples, ThreadPool& pool,
                     Calibration& calibration) {
  const std::size_t nodes = labels.taxonomy().size();
  const NodeTable table = node_table(labels, examples, pool);
  const Weights common = common_line(table, nodes, labels.taxonomy().root(), pool);
  calibration.nodes.assign(nodes, {});
  pool.for_blocks(nodes, [&](std::size_t node) {
    if (!table.has_class(node)) return;
    const Weights line = node_line(table, node, common);
    calibration.nodes[node] = {line[0] / table.unit, line[1]};
  });
  const NodeLevels levels(labels);
  for (std::size_t level = 1; level <= levels.count(); ++level) {
    calibration.levels.push_back(fit_level(table, levels.nodes(level), calibration.nodes, pool));
  }
}

}  // namespace clade::detail
