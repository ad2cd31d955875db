#include "solver/newton/binary_problem.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

template <class Real>
bool is_binary_with_squared_slacks(const Problem<Real>& problem) {
  if (problem.groups != SlackGroups::constraint || problem.slack_power != 2) return false;
  if (!problem.bias_terms.empty()) return false;
  const ConstraintSet& set = problem.constraints;
  const auto is_zero = [](std::span<const Decision> list) {
    return list.size() == 1 && list[0] == constant_zero;
  };
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (!std::isfinite(problem.C[i])) return false;
    const auto left_out = set.left_out(i);
    for (const ConstraintSet::Block& block : set.blocks(i)) {
      const auto list = set.list(block.list);
      if (block.plus == constant_zero) {
        if (std::ranges::find(list, constant_zero) != list.end()) return false;
      } else if (!is_zero(list) || !std::ranges::binary_search(left_out, block.plus)) {
        return false;  // a comparison of two, or one that may have both signs
      }
    }
  }
  return true;
}

template <class Real>
BinaryProblem::BinaryProblem(const Problem<Real>& problem)
    : instances_(problem.rows.size()),
      padded_instances_((instances_ + column_block - 1) / column_block * column_block),
      decisions_(problem.score_map.decisions()),
      width_(dense_padded(problem.features)),
      rows_(padded_instances_ * width_),
      columns_(padded_instances_ * width_),
      C_(padded_instances_),
      targets_(decisions_ * padded_instances_) {
  std::copy(problem.C.begin(), problem.C.end(), C_.begin());
  const ConstraintSet& set = problem.constraints;
  for (std::size_t i = 0; i < instances_; ++i) {
    double* column = columns_.data() + i / column_block * column_block * width_ + i % column_block;
    for (const auto& x : problem.rows.row(i)) {
      rows_[i * width_ + x.index] = static_cast<double>(x.value);
      column[x.index * column_block] = static_cast<double>(x.value);
    }
    for (const ConstraintSet::Block& block : set.blocks(i)) {
      if (block.plus != constant_zero) {
        targets_[block.plus * padded_instances_ + i] = 1;
      } else {
        set.for_each_rival(i, block, [&](Decision d) { targets_[d * padded_instances_ + i] = -1; });
      }
    }
  }
}

template bool is_binary_with_squared_slacks(const Problem<float>&);
template bool is_binary_with_squared_slacks(const Problem<double>&);
template BinaryProblem::BinaryProblem(const Problem<float>&);
template BinaryProblem::BinaryProblem(const Problem<double>&);

}  // namespace clade::detail
