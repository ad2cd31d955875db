// Trees of two levels with one label for each instance, for the tests of large problems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/solver/random_problem.h"

namespace clade::detail::test {

inline Problem<float> tree_problem(std::size_t parents, std::size_t children, std::size_t instances,
                                   int slack_power) {
  Random random(5);
  Problem<float> problem;
  problem.features = 60;
  problem.slack_power = slack_power;
  const std::size_t leaves = parents * children;
  Csr<Attribute> rows;
  auto losses = std::make_shared<TableLosses>();
  for (std::size_t d = 0; d < leaves; ++d) {
    rows.push({UnitId(static_cast<std::uint32_t>(d / children)), 0.7});
    rows.push({UnitId(static_cast<std::uint32_t>(parents + d)), 0.8});
    rows.end_row();
    losses->table.emplace_back(leaves);
    for (std::size_t e = 0; e < leaves; ++e) {
      losses->table[d][e] = d == e ? 0 : d / children == e / children ? 1 : 2;
    }
  }
  problem.score_map = ScoreMap(std::move(rows), parents + leaves);
  problem.constraints = ConstraintSet(leaves, losses);
  std::vector<Decision> all(leaves);
  for (std::size_t d = 0; d < leaves; ++d) all[d] = static_cast<Decision>(d);
  const std::uint32_t list = problem.constraints.add_list(all);
  for (std::size_t i = 0; i < instances; ++i) {
    const auto own = static_cast<Decision>(random.below(leaves));
    for (std::uint32_t j = 0; j < problem.features; ++j) {
      const bool is_topic = j % parents == own / children % problem.features;
      if (is_topic || random.uniform() < 0.15) {
        problem.rows.push({j, static_cast<float>(0.2 + 0.4 * random.uniform())});
      }
    }
    problem.rows.end_row();
    problem.C.push_back(1);
    const ConstraintSet::Block block{own, list};
    const std::vector<Decision> left_out{own};
    problem.constraints.add_instance(problem.constraints.add_pattern({&block, 1}, left_out));
  }
  return problem;
}

}  // namespace clade::detail::test
