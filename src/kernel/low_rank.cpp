#include "kernel/low_rank.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

namespace {

// What rounding leaves of a diagonal entry that is nothing, relative to the entry in K.
constexpr double rounding = 1e-14;

// The column of K that belongs to the pivot, less its part in the columns before.
template <class Real>
std::vector<double> next_column(const GramRows<Real>& gram, std::size_t pivot, double root,
                                const std::vector<std::vector<double>>& columns) {
  std::vector<double> column(gram.size());
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = gram.between(i, pivot);
  for (const std::vector<double>& before : columns) {
    const double factor = before[pivot];
    for (std::size_t i = 0; i < column.size(); ++i) column[i] -= factor * before[i];
  }
  for (double& value : column) value /= root;
  return column;
}

}  // namespace

template <class Real>
std::optional<LowRank> low_rank(const GramRows<Real>& gram, double largest_residual,
                                std::size_t most_columns) {
  if (!gram.is_semidefinite() || gram.size() == 0) return std::nullopt;
  const std::size_t size = gram.size();
  LowRank result;
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    result.residual.push_back(gram.diagonal(i));
    largest = std::max(largest, gram.diagonal(i));
  }
  const double enough = std::max(largest_residual, rounding * largest);
  std::vector<std::vector<double>> columns;
  for (;;) {
    const auto top = std::max_element(result.residual.begin(), result.residual.end());
    if (!(*top > enough)) break;
    if (columns.size() == most_columns) return std::nullopt;
    const auto pivot = static_cast<std::size_t>(top - result.residual.begin());
    columns.push_back(next_column(gram, pivot, std::sqrt(*top), columns));
    const std::vector<double>& column = columns.back();
    for (std::size_t i = 0; i < size; ++i) result.residual[i] -= column[i] * column[i];
    result.residual[pivot] = 0;
  }
  result.rank = columns.size();
  result.factor.resize(size * result.rank);
  for (std::size_t k = 0; k < result.rank; ++k) {
    for (std::size_t i = 0; i < size; ++i) result.factor[i * result.rank + k] = columns[k][i];
  }
  for (std::size_t i = 0; i < size; ++i) {
    result.residual[i] = std::max(0.0, result.residual[i]) + rounding * gram.diagonal(i);
  }
  return result;
}

template std::optional<LowRank> low_rank(const GramRows<float>&, double, std::size_t);
template std::optional<LowRank> low_rank(const GramRows<double>&, double, std::size_t);

}  // namespace clade::detail
