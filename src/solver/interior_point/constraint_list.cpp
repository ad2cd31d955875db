#include "solver/interior_point/constraint_list.h"

#include "solver/problem/loss_scales.h"

namespace clade::detail {

template <class Real>
ConstraintList list_constraints(const Problem<Real>& problem) {
  const LossScales<double> scales(problem.constraints, problem.slack_power);
  ScaleScratch<double> scratch(problem.constraints.decisions());
  ConstraintList list;
  list.first_group.push_back(0);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const double C = problem.C[i];
    const std::size_t begin = list.constraints.size();
    for (const auto& block : problem.constraints.blocks(i)) {
      const double* row = scales.row(block.plus, scratch);
      problem.constraints.for_each_rival(i, block, [&](Decision minus) {
        const double scale = row == nullptr || minus == constant_zero ? 1 : row[minus];
        if (!(scale > 0) || !(C > 0)) return;
        list.constraints.push_back({block.plus, minus, scale});
        const std::size_t end = list.constraints.size();
        if (problem.groups == SlackGroups::constraint) list.groups.push_back({end - 1, end, C});
      });
    }
    const std::size_t end = list.constraints.size();
    if (problem.groups == SlackGroups::instance && end > begin) {
      list.groups.push_back({begin, end, C});
    }
    list.first_group.push_back(list.groups.size());
  }
  return list;
}

Duals duals_of(const ConstraintList& list, const std::vector<double>& beta) {
  Duals duals(list.instances());
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (std::size_t g = list.first_group[i]; g < list.first_group[i + 1]; ++g) {
      for (std::size_t c = list.groups[g].begin; c < list.groups[g].end; ++c) {
        const auto& [plus, minus, scale] = list.constraints[c];
        if (beta[c] > 0) duals[i].push_back({plus, minus, scale, beta[c]});
      }
    }
  }
  return duals;
}

template ConstraintList list_constraints(const Problem<float>&);
template ConstraintList list_constraints(const Problem<double>&);

}  // namespace clade::detail
