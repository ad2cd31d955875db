#include "eval/search/prune_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>
#include <variant>

#include "base/fail.h"

namespace clade::detail {

double accuracy_of(const Model& model, const Dataset& data, ThreadPool& pool) {
  std::atomic<std::size_t> labelled = 0, right = 0;
  const auto judge = [&](const auto& rows, std::size_t begin, std::size_t end) {
    Scorer scorer(model);
    for (std::size_t i = begin; i < end; ++i) {
      const auto truth = data.labels(i);
      if (truth.empty()) continue;
      ++labelled;
      scorer.score(rows.row(i), ScoresFor::best_class);
      const auto best = scorer.best(1);
      if (!best.empty() && std::ranges::find(truth, best.front().label) != truth.end()) ++right;
    }
  };
  constexpr std::size_t grain = 64;
  pool.for_ranges(data.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::visit([&](const auto& rows) { judge(rows, begin, end); }, data.rows());
  });
  if (labelled == 0) fail(ErrorKind::input, "prune: `data`: no instance has a label");
  return static_cast<double>(right) / static_cast<double>(labelled);
}

PrunedToGoal prune_to_goal(const Model& model, const WeightMagnitudes& magnitudes,
                           const Dataset& data, const PruneGoal& goal, ThreadPool& pool) {
  const auto with_share = [&](double share) {
    Model candidate = pruned(model, magnitudes.threshold(share), goal.numbers);
    const double accuracy = accuracy_of(candidate, data, pool);
    return PrunedToGoal{std::move(candidate), share, accuracy};
  };
  PrunedToGoal best = with_share(1);
  if (best.accuracy < goal.accuracy) {
    fail(ErrorKind::usage,
         "prune: `max_loss`: all weights in this precision reach an accuracy of {:.4f} and not "
         "{:.4f}; allow more or use `precision=single`",
         best.accuracy, goal.accuracy);
  }
  // In powers of two: the goal is reached at `high` and not known to be at `low`.
  double low = -10, high = 0;
  constexpr double close = 0.1;
  while (high - low > close) {
    const double middle = (low + high) / 2;
    PrunedToGoal candidate = with_share(std::exp2(middle));
    if (candidate.accuracy >= goal.accuracy) {
      best = std::move(candidate);
      high = middle;
    } else {
      low = middle;
    }
  }
  return best;
}

}  // namespace clade::detail
