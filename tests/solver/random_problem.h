// Small random problems, and their objectives computed the slow way.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_result.h"

namespace clade::detail::test {

struct TableLosses : LossRows {
  std::vector<std::vector<double>> table;
  void row(Decision plus, std::span<double> out) const override {
    std::copy(table[plus].begin(), table[plus].end(), out.begin());
  }
  void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const override {
    for (std::size_t k = 0; k < minus.size(); ++k) out[k] = table[plus][minus[k]];
  }
};

struct Shape {
  std::size_t instances = 25;
  std::size_t decisions = 6;
  std::size_t units = 9;
  std::size_t features = 7;
  double density = 0.6;
  SlackGroups groups = SlackGroups::instance;
  int slack_power = 1;
  bool binary = false;
  bool with_anchor = false;
  bool flat = false;  // a unit for each decision, one label for each instance, losses 1
  double C = 1;
};

// What a result leaves: both sides of the optimum and the weights.
template <class Real>
struct Solved {
  SolverResult result;
  WeightRows<Real> weights;
};

// All kinds of problems: slack groups, their power, constraints against zero, an anchor, flat.
class EveryKind : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool, bool>> {
 protected:
  Shape shape() const {
    Shape s;
    std::tie(s.groups, s.slack_power, s.binary, s.with_anchor, s.flat) = GetParam();
    return s;
  }
};
inline auto every_kind() {
  return testing::Values(std::tuple{SlackGroups::instance, 1, false, false, false},
                         std::tuple{SlackGroups::instance, 2, false, false, false},
                         std::tuple{SlackGroups::constraint, 1, false, false, false},
                         std::tuple{SlackGroups::constraint, 2, false, false, false},
                         std::tuple{SlackGroups::constraint, 1, true, false, false},
                         std::tuple{SlackGroups::constraint, 2, true, false, false},
                         std::tuple{SlackGroups::instance, 1, false, true, false},
                         std::tuple{SlackGroups::instance, 2, false, true, false},
                         std::tuple{SlackGroups::constraint, 1, true, true, false},
                         std::tuple{SlackGroups::instance, 1, false, false, true},
                         std::tuple{SlackGroups::instance, 2, false, false, true},
                         std::tuple{SlackGroups::instance, 1, false, true, true});
}

inline ScoreMap random_score_map(Random& random, const Shape& shape) {
  if (shape.flat) return ScoreMap::identity(shape.decisions);
  Csr<Attribute> rows;
  for (std::size_t d = 0; d < shape.decisions; ++d) {
    for (std::size_t u = 0; u < shape.units; ++u) {
      if (u == d || random.uniform() < 0.3)
        rows.push({UnitId(static_cast<std::uint32_t>(u)), random.normal()});
    }
    rows.end_row();
  }
  return ScoreMap(std::move(rows), shape.units);
}

// One or two labels for each instance, losses between 0.2 and 2.2, where the shape is not flat.
inline ConstraintSet random_constraints(Random& random, const Shape& shape) {
  auto losses = std::make_shared<TableLosses>();
  losses->table.resize(shape.decisions, std::vector<double>(shape.decisions));
  for (auto& row : losses->table) {
    for (double& value : row) value = 0.2 + 2 * random.uniform();
  }
  const bool equal_losses = shape.binary || shape.flat;
  ConstraintSet set(shape.decisions, equal_losses ? nullptr : losses);
  std::vector<Decision> all(shape.decisions);
  for (std::size_t d = 0; d < all.size(); ++d) all[d] = static_cast<Decision>(d);
  const std::uint32_t everything = set.add_list(all);
  const std::uint32_t zero = set.add_list(std::vector<Decision>{constant_zero});
  for (std::size_t i = 0; i < shape.instances; ++i) {
    std::vector<Decision> own{static_cast<Decision>(random.below(shape.decisions))};
    if (!shape.flat && random.uniform() < 0.4)
      own.push_back(static_cast<Decision>(random.below(shape.decisions)));
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::vector<ConstraintSet::Block> blocks;
    for (const Decision d : own) blocks.push_back({d, shape.binary ? zero : everything});
    if (shape.binary) blocks.push_back({constant_zero, everything});
    set.add_instance(set.add_pattern(blocks, own));
  }
  return set;
}

template <class Real>
Problem<Real> random_problem(std::uint64_t seed, const Shape& shape) {
  Random random(seed);
  Problem<Real> problem;
  problem.features = shape.features;
  for (std::size_t i = 0; i < shape.instances; ++i) {
    for (std::uint32_t j = 0; j < shape.features; ++j) {
      if (random.uniform() < shape.density)
        problem.rows.push({j, static_cast<Real>(random.normal())});
    }
    problem.rows.end_row();
    problem.C.push_back(shape.C * (0.5 + random.uniform()));
  }
  problem.score_map = random_score_map(random, shape);
  problem.constraints = random_constraints(random, shape);
  problem.groups = shape.groups;
  problem.slack_power = shape.slack_power;
  if (shape.with_anchor) {
    auto anchor = std::make_shared<WeightRows<Real>>(shape.features, problem.score_map.units());
    for (std::size_t j = 0; j < shape.features; ++j) {
      for (Real& w : anchor->row(j)) w = static_cast<Real>(0.3 * random.normal());
    }
    problem.anchor = anchor;
  }
  return problem;
}

// w = w0 + sum scale_c beta_c (M'a_c) (x) x_i, by feature and unit.
template <class Real>
std::vector<std::vector<double>> weights_of(const Problem<Real>& problem, const Duals& duals) {
  std::vector<std::vector<double>> w(problem.features,
                                     std::vector<double>(problem.score_map.units()));
  for (std::size_t j = 0; problem.anchor != nullptr && j < w.size(); ++j) {
    const auto row = problem.anchor->view().row(j);
    std::copy(row.begin(), row.end(), w[j].begin());
  }
  for (std::size_t i = 0; i < duals.size(); ++i) {
    const auto add = [&](Decision d, double amount) {
      if (d == constant_zero) return;
      for (const Attribute& a : problem.score_map.of(d)) {
        for (const auto& f : problem.rows.row(i)) {
          w[f.index][index_of(a.unit)] += amount * a.strength * static_cast<double>(f.value);
        }
      }
    };
    for (const DualVariable& v : duals[i]) {
      add(v.plus, v.scale * v.beta);
      add(v.minus, -v.scale * v.beta);
    }
  }
  return w;
}

// The objectives straight from the formulas of problem.h: the primal one at the weights, the dual
// one at the duals, whose own weights may be others.
struct Objectives {
  double primal = 0;
  double dual = 0;
};

template <class Real>
Objectives objectives(const Problem<Real>& problem, const WeightRows<Real>& weights,
                      const Duals& duals) {
  const auto w = [&](std::size_t j, std::size_t u) {
    return static_cast<double>(weights.view().row(j)[u]);
  };
  const auto w0 = [&](std::size_t j, std::size_t u) {
    return problem.anchor ? static_cast<double>(problem.anchor->view().row(j)[u]) : 0.0;
  };
  const auto of_duals = weights_of(problem, duals);
  Objectives result;
  for (std::size_t j = 0; j < problem.features; ++j) {
    for (std::size_t u = 0; u < problem.score_map.units(); ++u) {
      result.primal += 0.5 * std::pow(w(j, u) - w0(j, u), 2);
      result.dual -= 0.5 * (std::pow(of_duals[j][u], 2) - std::pow(w0(j, u), 2));
    }
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const auto score = [&](Decision d) {
      double sum = 0;
      if (d == constant_zero) return sum;
      for (const Attribute& a : problem.score_map.of(d)) {
        for (const auto& f : problem.rows.row(i)) {
          sum += a.strength * w(f.index, index_of(a.unit)) * static_cast<double>(f.value);
        }
      }
      return sum;
    };
    const auto cost = [&](double xi) { return problem.C[i] * std::pow(xi, problem.slack_power); };
    double largest = 0;
    for (const auto& block : problem.constraints.blocks(i)) {
      std::vector<double> losses(problem.constraints.decisions(), 1.0);
      if (problem.constraints.losses() != nullptr)
        problem.constraints.losses()->row(block.plus, losses);
      problem.constraints.for_each_rival(i, block, [&](Decision minus) {
        const double loss = minus == constant_zero ? 1 : losses[minus];
        const double xi = std::max(0.0, std::pow(loss, 1.0 / problem.slack_power) *
                                            (1 - score(block.plus) + score(minus)));
        largest = std::max(largest, xi);
        if (problem.groups == SlackGroups::constraint) result.primal += cost(xi);
      });
    }
    if (problem.groups == SlackGroups::instance) result.primal += cost(largest);
    double mass = 0;
    for (const DualVariable& v : duals[i]) {
      result.dual += v.scale * v.beta;
      mass += v.beta;
      if (problem.slack_power == 2 && problem.groups == SlackGroups::constraint) {
        result.dual -= v.beta * v.beta / (4 * problem.C[i]);
      }
    }
    if (problem.slack_power == 2 && problem.groups == SlackGroups::instance) {
      result.dual -= mass * mass / (4 * problem.C[i]);
    }
  }
  return result;
}

}  // namespace clade::detail::test
