#include "method/nodes/node_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/threads.h"
#include "clade/error.h"
#include "method/buffered_reporter.h"
#include "method/nodes/node_checkpoint.h"
#include "method/nodes/rank_nodes.h"
#include "method/sibling_units.h"
#include "method/timed_reporter.h"

namespace clade::detail {

namespace {

// The worst end of all.
Stop how_it_stopped(const std::vector<TrainSummary>& summaries) {
  static constexpr std::array worst_first{Stop::interrupted, Stop::max_seconds, Stop::precision,
                                          Stop::max_epochs, Stop::tolerance};
  for (const Stop end : worst_first) {
    for (const TrainSummary& summary : summaries) {
      if (summary.stopped == end) return end;
    }
  }
  return Stop::clean_epoch;
}

}  // namespace

TrainSummary sum_of(const std::vector<TrainSummary>& summaries) {
  TrainSummary total;
  total.stopped = how_it_stopped(summaries);
  TrainSummary::Objective sum;
  bool has_objective = false;
  for (const TrainSummary& summary : summaries) {
    total.epochs = std::max(total.epochs, summary.epochs);
    total.dual_variables_nonzero += summary.dual_variables_nonzero;
    total.dual_variables_total += summary.dual_variables_total;
    if (!summary.objective) continue;
    has_objective = true;
    sum.primal += summary.objective->primal;
    sum.dual += summary.objective->dual;
    sum.lower_bound += summary.objective->lower_bound;
    sum.mean_slack += summary.objective->mean_slack;
  }
  if (!has_objective) return total;
  sum.relative_gap = sum.primal > 0 ? (sum.primal - sum.lower_bound) / sum.primal : 0;
  total.objective = sum;
  return total;
}

namespace {

TrainSummary summary_of(const std::vector<NodeResult>& nodes, std::size_t examples) {
  std::vector<TrainSummary> summaries;
  for (const auto& [summary, size] : nodes) {
    summaries.push_back(summary);
    if (!summary.objective) continue;
    // The mean slack is that of an example, over all its nodes.
    summaries.back().objective->mean_slack *= size / static_cast<double>(examples);
  }
  return sum_of(summaries);
}

// What all nodes reached, as the one pass of the run.
void report(const TrainSummary& total, std::chrono::steady_clock::time_point start,
            Reporter& reporter) {
  if (!total.objective) return;
  Progress progress;
  progress.epoch = total.epochs;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.primal = total.objective->primal;
  progress.dual = total.objective->dual;
  progress.relative_gap = total.objective->relative_gap;
  const auto variables = static_cast<double>(total.dual_variables_total);
  if (variables > 0) {
    progress.active_ratio = static_cast<double>(total.dual_variables_nonzero) / variables;
  }
  progress.certified = true;
  reporter.on_pass(progress);
}

// A limit of time, divided among nodes by their work: each gets its part of what is left when its
// turn comes.
class NodeTimes {
 public:
  NodeTimes(const NodeProblems& problems, double seconds, unsigned threads)
      : problems_(problems), seconds_(seconds), threads_(threads) {
    for (std::size_t k = 0; k < problems.size(); ++k) work_left_ += problems.work(k);
  }

  // For node k, which begins now; called from any thread.
  double next(std::size_t k) {
    if (std::isinf(seconds_)) return seconds_;
    const std::lock_guard lock(mutex_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    const double left = std::max(0.0, seconds_ - passed.count());
    const double share = std::min(1.0, threads_ * problems_.work(k) / work_left_);
    work_left_ -= problems_.work(k);
    return share * left;
  }

 private:
  const NodeProblems& problems_;
  double seconds_, threads_;
  double work_left_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

// One node with its base method's own errors told by node.
template <class Train>
Trained at_node(std::string_view name, Train train) {
  try {
    return train();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("at the node {}: {}", quoted(name), error.what()));
  }
}

}  // namespace

TrainSummary run_nodes(const NodeProblems& problems, NodeThreads threads, TrainContext& context,
                       const TrainNode& train, const TakeNode& take,
                       const CheckpointPart::Fields& taken) {
  const auto start = std::chrono::steady_clock::now();
  context.reporter.on_stage(fmt::format("training {} nodes", problems.size()));
  NodeCheckpoint kept(context.checkpoint.part("nodes"), problems.size(), taken);
  BufferedReporter reporter(context.reporter);
  const bool is_alone = threads == NodeThreads::one_each;
  NodeTimes times(problems, context.reporter.seconds_left(), is_alone ? context.pool.size() : 1);
  const auto run = [&](std::size_t k, ThreadPool& pool) {
    if (kept.is_over(k)) return;
    if (reporter.stop_requested() && !reporter.wants_partial_result()) {
      NodeResult none;
      none.summary.stopped = Stop::interrupted;
      return kept.end(k, {}, none, [] {});
    }
    const NodeProblems::Part part = problems.part(k);
    TimedReporter limited(reporter, times.next(k));
    TrainContext inner = context.for_part("node" + std::to_string(k), limited, pool);
    const Trained trained = at_node(problems.name(k), [&] { return train(k, part, inner); });
    NodeResult result{trained.summary, static_cast<double>(part.data.size())};
    result.summary.stopped = stop_reason(trained.summary.stopped, limited);
    const bool is_over = result.summary.stopped != Stop::interrupted && !limited.stop_requested();
    kept.end(k, is_over ? inner.checkpoint : CheckpointPart(), std::move(result),
             [&] { take(k, trained.model); });
  };
  if (is_alone) {
    context.pool.for_blocks(problems.size(), [&](std::size_t k) {
      ThreadPool alone(1);
      run(k, alone);
    });
  } else {
    for (std::size_t k = 0; k < problems.size(); ++k) run(k, context.pool);
  }
  kept.finish();
  reporter.pass_on_warnings(context.reporter);
  const TrainSummary total =
      together(summary_of(kept.results(), problems.examples()), context.peers);
  report(total, start, context.reporter);
  return total;
}

std::optional<Model> train_first_node(const NodeProblems& problems, const Method& base,
                                      TrainContext& context) {
  if (problems.size() == 0) return std::nullopt;
  const NodeProblems::Part part = problems.part(0);
  return at_node(problems.name(0), [&] { return base.train(part.data, part.labels, context); })
      .model;
}

std::vector<std::size_t> first_units(const NodeProblems& problems) {
  const Taxonomy& taxonomy = problems.taxonomy();
  const std::vector<Decision> units = sibling_units(taxonomy);
  std::vector<std::size_t> first;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    first.push_back(units[index_of(taxonomy.children(problems.node(k)).front())]);
  }
  return first;
}

}  // namespace clade::detail
