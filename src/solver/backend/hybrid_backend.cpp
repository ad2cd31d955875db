#include "solver/backend/hybrid_backend.h"

#include <cmath>

namespace clade::detail {

StorageNeeds HybridBackend::needs_of(const Problem<float>& problem) {
  StorageNeeds needs{problem.features, problem.score_map.units(), sizeof(float)};
  needs.has_constant = problem.constant != 0 || !problem.bias_terms.empty();
  needs.has_anchor = problem.anchor != nullptr;
  needs.has_slack_groups = problem.groups != SlackGroups::instance;
  needs.has_infinite_C =
      !std::all_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isfinite(C); });
  return needs;
}

bool HybridBackend::should_use(const Problem<float>& problem) {
  return plan_storage(needs_of(problem)).storage == Storage::hybrid;
}

HybridBackend::HybridBackend(const Problem<float>& problem, const DecisionGroups& groups,
                             ThreadPool& pool, std::size_t row_bytes)
    : problem_(problem),
      groups_(groups),
      pool_(pool),
      weights_(problem.rows, problem.features, problem.score_map.units(), row_bytes) {
  squared_lengths_.reserve(problem.rows.size());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    squared_lengths_.push_back(clade::detail::squared_length<float>(problem.rows.row(i)));
  }
}

}  // namespace clade::detail
