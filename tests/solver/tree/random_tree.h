// Small random problems on trees.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "solver/problem/problem.h"
#include "tests/solver/random_problem.h"

namespace clade::detail::test {

struct TreeOptions {
  std::size_t depth = 3;  // levels of inner nodes below the root
  std::size_t classes = 20;
  bool is_uneven = false;  // classes at several depths, with factors of their own
  bool has_losses = true;  // half the way between two classes, else all 1
  std::size_t instances = 30;
  std::size_t features = 12;
  double density = 0.6;
  int slack_power = 1;
  double C = 1;
  bool has_empty_row = false;
};

struct RandomTree {
  ScoreMap map;
  std::shared_ptr<TableLosses> losses;
};

// Nodes at random below each other, a class at a random node of the last level (uneven: of any).
inline RandomTree random_tree(Random& random, const TreeOptions& options) {
  struct Node {
    std::size_t parent, level;
    double strength;
  };
  std::vector<Node> nodes;
  std::vector<std::vector<std::size_t>> levels(options.depth);
  for (std::size_t level = 0; level < options.depth; ++level) {
    const std::size_t count = 1 + random.below(2 + 2 * level);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t parent =
          level == 0 ? ~std::size_t{0} : levels[level - 1][random.below(levels[level - 1].size())];
      levels[level].push_back(nodes.size());
      nodes.push_back({parent, level, 0.3 + random.uniform()});
    }
  }
  RandomTree tree;
  tree.losses = std::make_shared<TableLosses>();
  Csr<Attribute> rows;
  std::vector<std::vector<std::size_t>> paths;
  std::vector<double> own_strength(nodes.size() + 1), factor(nodes.size() + 1);
  for (std::size_t v = 0; v <= nodes.size(); ++v) {
    own_strength[v] = 0.4 + random.uniform();
    factor[v] = options.is_uneven ? 0.5 + random.uniform() : 1;
  }
  // Units: inner nodes and classes mixed up, as in a taxonomy.
  const std::size_t units = nodes.size() + options.classes;
  std::vector<std::uint32_t> unit(units);
  for (std::uint32_t u = 0; u < units; ++u) unit[u] = u;
  random.shuffle(std::span(unit));
  for (std::size_t c = 0; c < options.classes; ++c) {
    std::vector<std::size_t> path;  // from below the root down
    const bool is_root = options.is_uneven && random.uniform() < 0.1;
    const std::size_t level = options.is_uneven ? random.below(options.depth) : options.depth - 1;
    std::size_t home = nodes.size();
    if (options.depth > 0 && !is_root) {
      home = levels[level][random.below(levels[level].size())];
      for (std::size_t v = home; v != ~std::size_t{0}; v = nodes[v].parent) {
        path.insert(path.begin(), v);
      }
    }
    std::vector<Attribute> row;
    for (const std::size_t v : path) {
      row.push_back({UnitId{unit[v]}, nodes[v].strength * factor[home]});
    }
    row.push_back({UnitId{unit[nodes.size() + c]}, own_strength[home]});
    std::sort(row.begin(), row.end(),
              [](const Attribute& a, const Attribute& b) { return a.unit < b.unit; });
    for (const Attribute& a : row) rows.push(a);
    rows.end_row();
    paths.push_back(std::move(path));
  }
  tree.map = ScoreMap(std::move(rows), units);
  tree.losses->table.assign(options.classes, std::vector<double>(options.classes));
  for (std::size_t a = 0; a < options.classes; ++a) {
    for (std::size_t b = 0; b < options.classes; ++b) {
      std::size_t shared = 0;
      while (shared < paths[a].size() && shared < paths[b].size() &&
             paths[a][shared] == paths[b][shared]) {
        ++shared;
      }
      const auto apart = static_cast<double>(paths[a].size() + paths[b].size() - 2 * shared);
      tree.losses->table[a][b] = a == b ? 0 : 1 + 0.5 * apart;
    }
  }
  return tree;
}

template <class Real>
Problem<Real> random_tree_problem(std::uint64_t seed, const TreeOptions& options) {
  Random random(seed);
  RandomTree tree = random_tree(random, options);
  Problem<Real> problem;
  problem.features = options.features;
  problem.score_map = std::move(tree.map);
  problem.slack_power = options.slack_power;
  ConstraintSet set(options.classes, options.has_losses ? tree.losses : nullptr);
  std::vector<Decision> all(options.classes);
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = static_cast<Decision>(c);
  const std::uint32_t list = set.add_list(all);
  for (std::size_t i = 0; i < options.instances; ++i) {
    for (std::uint32_t j = 0; j < options.features; ++j) {
      if (options.has_empty_row && i == 3) break;
      if (random.uniform() < options.density)
        problem.rows.push({j, static_cast<Real>(random.normal())});
    }
    problem.rows.end_row();
    problem.C.push_back(options.C * (0.5 + random.uniform()));
    const auto own = static_cast<Decision>(random.below(options.classes));
    std::vector<Decision> left_out{own};
    if (random.uniform() < 0.2) {  // another one that is no rival
      left_out.push_back(static_cast<Decision>(random.below(options.classes)));
      std::sort(left_out.begin(), left_out.end());
      left_out.erase(std::unique(left_out.begin(), left_out.end()), left_out.end());
    }
    const ConstraintSet::Block block{own, list};
    set.add_instance(set.add_pattern(std::span(&block, 1), left_out));
  }
  problem.constraints = std::move(set);
  return problem;
}

}  // namespace clade::detail::test
