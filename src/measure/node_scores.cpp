#include "measure/node_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "measure/pooled_precision.h"
#include "taxonomy/levels.h"

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
  const std::vector<std::size_t> levels = levels_of(taxonomy);
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.is_added(node)) continue;
    level_[index_of(node)] = levels[index_of(node)];
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

namespace {

// Goes over the pairs of some instances.
class PairCounter {
 public:
  PairCounter(const NodeScores& nodes, std::span<const PooledPrecision> pools,
              std::size_t from_level, const NodePairs& pairs, ClosedSetCurve& curve)
      : nodes_(nodes),
        pools_(pools),
        from_level_(std::max<std::size_t>(from_level, 1)),
        pairs_(pairs),
        counts_(no_counts(pools)),
        curve_(curve) {}

  void count(std::size_t instance) {
    pairs_.node_values(instance, node_scores_);
    const std::vector<NodeId> truth = pairs_.true_nodes(instance);
    auto next_true = truth.begin();
    instance_.clear();
    for (const NodeId node : truth) {
      if (nodes_.level(node) < from_level_) continue;
      ++instance_.true_nodes;
      instance_.true_information += pairs_.information[index_of(node)];
    }
    for (std::size_t n = 0; n < node_scores_.size(); ++n) {
      const auto node = static_cast<NodeId>(n);
      while (next_true != truth.end() && *next_true < node) ++next_true;
      const bool is_true = next_true != truth.end() && *next_true == node;
      const std::size_t level = nodes_.level(node);
      if (level == 0) continue;
      pools_[level].count(node_scores_[n], counts_[level]);
      if (level < from_level_) continue;
      const auto threshold = pools_.front().reached(node_scores_[n]);
      if (!threshold) continue;
      ++counts_.front()[*threshold];
      if (instance_.true_nodes > 0) {
        curve_.take(*threshold, is_true, pairs_.information[n], instance_);
      }
    }
    curve_.add(instance_);
  }
  const Counts& counts() const { return counts_; }

 private:
  const NodeScores& nodes_;
  std::span<const PooledPrecision> pools_;
  std::size_t from_level_;
  const NodePairs& pairs_;
  Counts counts_;
  ClosedSetCurve& curve_;  // of all threads
  std::vector<double> node_scores_;
  ClosedSetCurve::Instance instance_;
};

constexpr std::size_t told_together = 64;  // instances

// A class without a score is in no set: -infinity is no threshold there.
std::size_t first_threshold(const PooledPrecision& pool) {
  const auto values = pool.threshold_values();
  return !values.empty() && std::isinf(values.front()) && values.front() < 0 ? 1 : 0;
}

}  // namespace

NodePrecision node_precision(const NodeScores& nodes,
                             std::span<const std::vector<double>> positives, std::size_t from_level,
                             const NodePairs& pairs, ThreadPool& pool, Communicator& peers) {
  const auto pools = make_pools(positives, from_level);
  Counts total = no_counts(pools);
  ClosedSetCurve curve(pools.front().thresholds());
  std::mutex mutex;
  // One range per thread, as each needs its own counts; sums of whole numbers do not depend on it.
  const std::size_t grain = pairs.instances / pool.size() + 1;
  pool.for_ranges(pairs.instances, grain, [&](std::size_t begin, std::size_t end) {
    PairCounter counter(nodes, pools, from_level, pairs, curve);
    std::size_t told = begin;
    for (std::size_t instance = begin; instance < end; ++instance) {
      counter.count(instance);
      if (instance + 1 - told < told_together && instance + 1 < end) continue;
      pairs.done(instance + 1 - told);
      told = instance + 1;
    }
    const std::lock_guard lock(mutex);
    add(counter.counts(), total);
  });
  if (!peers.is_alone()) {
    for (std::vector<std::size_t>& counts : total) add_up(counts, peers);
    curve.add_up(peers);
  }
  NodePrecision result;
  result.pooled = pools[0].value(total[0]);
  result.closed_sets = curve.best(first_threshold(pools[0]));
  result.by_level.resize(pools.size());
  for (std::size_t level = 1; level < pools.size(); ++level) {
    result.by_level[level] = pools[level].value(total[level]);
  }
  return result;
}

}  // namespace clade::detail
