#include "solver/backend/split_backend.h"

#include <cmath>

#include "linear/weight_rows.h"

namespace clade {

bool SplitBackend::is_for(const Problem<float>& problem) {
  const bool is_finite =
      std::all_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isfinite(C); });
  return problem.anchor == nullptr && problem.constant == 0 && is_finite &&
         problem.bias_terms.empty() && problem.groups == SlackGroups::instance &&
         WeightRows<float>::form_for(problem.features, problem.score_map.units()) ==
             RowForm::sparse;
}

SplitBackend::SplitBackend(const Problem<float>& problem, ThreadPool& pool, std::size_t row_bytes)
    : problem_(problem),
      pool_(pool),
      weights_(problem.rows, problem.features, problem.score_map.units(), row_bytes) {
  squared_lengths_.reserve(problem.rows.size());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    squared_lengths_.push_back(clade::squared_length<float>(problem.rows.row(i)));
  }
}

}  // namespace clade
