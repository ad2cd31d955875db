// Small random problems of binary constraints with squared slacks on forests.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "solver/problem/problem.h"

namespace clade::detail::test {

enum class Strengths { equal, by_node, own_node, by_depth };

struct ForestShape {
  std::size_t depth = 1;  // of the deepest units; 1: flat
  Strengths strengths = Strengths::equal;
  std::size_t instances = 40;
  std::size_t features = 5;
  double C = 1;
  bool leaves_out = false;  // some decisions of every instance
  bool with_anchor = false;
  std::size_t roots = 3;
};

// The paths of a random forest from its roots: two or three children for every unit that is not at
// the depth, and a decision for every unit without children and for some others.
inline std::vector<std::vector<std::uint32_t>> random_paths(Random& random,
                                                            const ForestShape& shape,
                                                            std::uint32_t& units) {
  std::vector<std::vector<std::uint32_t>> open, decisions;
  for (std::size_t r = 0; r < shape.roots; ++r) open.push_back({units++});
  while (!open.empty()) {
    const std::vector<std::uint32_t> path = open.back();
    open.pop_back();
    const bool has_children = path.size() < shape.depth;
    if (!has_children || random.uniform() < 0.4) decisions.push_back(path);
    for (std::size_t c = 0; has_children && c < 2 + random.below(2); ++c) {
      open.push_back(path);
      open.back().push_back(units++);
    }
  }
  return decisions;
}

inline ScoreMap random_forest_map(Random& random, const ForestShape& shape) {
  std::uint32_t units = 0;
  const auto paths = random_paths(random, shape, units);
  std::vector<double> of_node(units);
  for (double& strength : of_node) strength = 0.3 + random.uniform();
  Csr<Attribute> rows;
  for (const auto& path : paths) {
    const auto length = static_cast<double>(path.size());
    for (const std::uint32_t u : path) {
      double strength = 0.6;
      if (shape.strengths == Strengths::by_node) strength = of_node[u];
      if (shape.strengths == Strengths::by_depth) strength = 1 / std::sqrt(length);
      if (shape.strengths == Strengths::own_node && path.size() > 1) {
        strength = u == path.back() ? std::sqrt(0.75) : std::sqrt(0.25 / (length - 1));
      }
      rows.push({UnitId{u}, strength});
    }
    rows.end_row();
  }
  return ScoreMap(std::move(rows), units);
}

inline ConstraintSet random_binary_constraints(Random& random, std::size_t decisions,
                                               const ForestShape& shape) {
  ConstraintSet set(decisions);
  std::vector<Decision> all(decisions);
  for (std::size_t d = 0; d < decisions; ++d) all[d] = static_cast<Decision>(d);
  const std::uint32_t zero = set.add_list(std::vector<Decision>{constant_zero});
  const std::uint32_t everything = set.add_list(all);
  for (std::size_t i = 0; i < shape.instances; ++i) {
    std::vector<Decision> own, left_out;
    for (const Decision d : all) {
      if (random.uniform() < 0.3) {
        own.push_back(d);
        left_out.push_back(d);
      } else if (shape.leaves_out && random.uniform() < 0.3) {
        left_out.push_back(d);
      }
    }
    std::vector<ConstraintSet::Block> blocks;
    for (const Decision d : own) blocks.push_back({d, zero});
    blocks.push_back({constant_zero, everything});
    set.add_instance(set.add_pattern(blocks, left_out));
  }
  return set;
}

template <class Real>
Problem<Real> forest_problem(std::uint64_t seed, const ForestShape& shape) {
  Random random(seed);
  Problem<Real> problem;
  problem.features = shape.features;
  for (std::size_t i = 0; i < shape.instances; ++i) {
    for (std::uint32_t j = 0; j < shape.features; ++j) {
      problem.rows.push({j, j == 0 ? Real{1} : static_cast<Real>(random.normal())});
    }
    problem.rows.end_row();
    problem.C.push_back(shape.C * (0.5 + random.uniform()));
  }
  problem.score_map = random_forest_map(random, shape);
  problem.constraints = random_binary_constraints(random, problem.score_map.decisions(), shape);
  problem.groups = SlackGroups::constraint;
  problem.slack_power = 2;
  if (shape.with_anchor) {
    auto anchor = std::make_shared<WeightRows<Real>>(shape.features, problem.score_map.units());
    for (std::size_t j = 0; j < shape.features; ++j) {
      for (Real& w : anchor->row(j)) w = static_cast<Real>(0.3 * random.normal());
    }
    problem.anchor = anchor;
  }
  return problem;
}

}  // namespace clade::detail::test
