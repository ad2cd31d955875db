#include "measure/node_scores.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include "measure/pooled_precision.h"

namespace clade::detail {
namespace {

// The pools of all levels and, as the entry of level 0, that of all from one level on.
std::vector<PooledPrecision> make_pools(std::span<const std::vector<double>> positives,
                                        std::size_t from_level) {
  std::vector<double> together;
  for (std::size_t level = std::max<std::size_t>(from_level, 1); level < positives.size();
       ++level) {
    together.insert(together.end(), positives[level].begin(), positives[level].end());
  }
  std::vector<PooledPrecision> pools{PooledPrecision(std::move(together))};
  for (std::size_t level = 1; level < positives.size(); ++level) {
    pools.emplace_back(positives[level]);
  }
  return pools;
}

using Counts = std::vector<std::vector<std::size_t>>;  // by pool and threshold

Counts no_counts(std::span<const PooledPrecision> pools) {
  Counts counts;
  for (const PooledPrecision& pool : pools) counts.emplace_back(pool.thresholds(), 0);
  return counts;
}

void add(const Counts& from, Counts& to) {
  for (std::size_t pool = 0; pool < from.size(); ++pool) {
    for (std::size_t j = 0; j < from[pool].size(); ++j) to[pool][j] += from[pool][j];
  }
}

}  // namespace

NodeScores::NodeScores(const LabelSpace& labels)
    : labels_(labels), level_(labels.taxonomy().size()) {
  const Taxonomy& taxonomy = labels.taxonomy();
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.is_added(node)) continue;
    level_[index_of(node)] = taxonomy.depth(node);
    levels_ = std::max(levels_, level_[index_of(node)]);
  }
}

void NodeScores::spread(std::span<const double> class_scores,
                        std::vector<double>& node_scores) const {
  node_scores.assign(nodes(), -std::numeric_limits<double>::infinity());
  for (std::size_t c = 0; c < class_scores.size(); ++c) {
    double& score = node_scores[index_of(labels_.node(static_cast<ClassId>(c)))];
    score = std::max(score, class_scores[c]);
  }
  const auto order = labels_.taxonomy().top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    for (const NodeId parent : labels_.taxonomy().parents(*node)) {
      double& score = node_scores[index_of(parent)];
      score = std::max(score, node_scores[index_of(*node)]);
    }
  }
}

NodePrecision node_precision(
    const NodeScores& nodes, std::span<const std::vector<double>> positives, std::size_t from_level,
    std::size_t instances,
    const std::function<void(std::size_t instance, std::vector<double>& scores)>& class_scores,
    ThreadPool& pool) {
  const auto pools = make_pools(positives, from_level);
  Counts total = no_counts(pools);
  std::mutex mutex;
  // One range per thread, as each needs its own counts; sums of whole numbers do not depend on it.
  const std::size_t grain = instances / pool.size() + 1;
  pool.for_ranges(instances, grain, [&](std::size_t begin, std::size_t end) {
    Counts counts = no_counts(pools);
    std::vector<double> scores, node_scores;
    for (std::size_t instance = begin; instance < end; ++instance) {
      class_scores(instance, scores);
      nodes.spread(scores, node_scores);
      for (std::size_t n = 0; n < node_scores.size(); ++n) {
        const std::size_t level = nodes.level(static_cast<NodeId>(n));
        if (level == 0) continue;
        pools[level].count(node_scores[n], counts[level]);
        if (level >= from_level) pools[0].count(node_scores[n], counts[0]);
      }
    }
    const std::lock_guard lock(mutex);
    add(counts, total);
  });
  NodePrecision result;
  result.pooled = pools[0].value(total[0]);
  result.by_level.resize(pools.size());
  for (std::size_t level = 1; level < pools.size(); ++level) {
    result.by_level[level] = pools[level].value(total[level]);
  }
  return result;
}

}  // namespace clade::detail
