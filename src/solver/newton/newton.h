// Newton's method on the primal problem of binary constraints with squared slacks.
//
//   P(w) = 1/2 ||w - w0||^2 + C sum_ic (1 - t_ic F_ic)_+^2,   F = M s(w), a forest (score_forest.h)
//
// is once differentiable and piecewise quadratic. With slacks xi the duals beta_ic = 2 C_i xi_ic
// are feasible, and of the gap, half the square of ||w - w(beta)|| and a bracket for each
// constraint that is never negative (certificate.h), every bracket is zero. As w - w(beta) is the
// gradient,
//
//   gap = 1/2 ||grad P(w)||^2.
//
// Steps are exact: forest_elimination.h solves with the generalised Hessian
// I + 2 sum_c (m_c m_c') (x) A_c, where A_c = sum of C_i x_i x_i' over the active instances
// (active_products.h). The objective is a sum over trees, so each has its own step length, the
// minimum along its direction, and trees that are close enough rest: a flat problem is one problem
// for each decision.
//
// `scale` multiplies every C: a problem of large C is best reached by way of smaller ones, and A_c
// does not depend on it. All sums are made in an order that follows from the problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "solver/newton/active_products.h"
#include "solver/newton/binary_problem.h"
#include "solver/newton/forest_elimination.h"
#include "solver/newton/score_forest.h"

namespace clade::detail {

class Newton {
 public:
  // All must outlive the object. Weights are by unit, padded to the problem's width.
  Newton(const BinaryProblem& problem, const ScoreMap& map, const ScoreForest& forest,
         AlignedArray<double> anchor, AlignedArray<double> start, ThreadPool& pool);

  struct Bounds {
    double primal = 0, gap = 0;
  };
  Bounds bounds(double scale = 1) const;
  // Far from the minimum a multiple of beta is better: the dual value of t beta is largest, at t.
  struct Multiple {
    double t = 1, dual = 0;
  };
  Multiple best_multiple() const;
  const AlignedArray<double>& weights() const { return weights_; }
  // w0 - w(beta)
  const AlignedArray<double>& pull() const { return pull_; }
  // w - w(beta)
  AlignedArray<double> gradient(double scale = 1) const;
  std::uint64_t active_pairs() const;
  // (1 - t F)_+ of a pair; t is not zero.
  double slack(std::size_t decision, std::size_t instance) const;

  // One step of every tree that has more than its part of the gap `goal`. False, with nothing
  // changed, where it was asked to stop.
  bool step(double scale, double goal, const std::function<bool()>& should_stop);

  // What steps change, between two of them.
  void state(State& s) {
    s(products_, weights_, scores_, slopes_, pull_, costs_, active_, chosen_trees_, chosen_,
      searches_);
  }

 private:
  // A direction in one tree, and the step length that is searched for.
  struct Search {
    double slope = 0, curvature = 0;       // of the norm
    double first_slope = 0;                // of the objective, at 0
    double low = 0, high = 0, length = 0;  // high is 0 as long as no end is known
    bool is_over = true;
  };

  void choose_trees(double scale, double goal);
  void evaluate();
  void evaluate_group(std::size_t begin, std::size_t end);
  AlignedArray<double> scores_of(const double* weights) const;
  void search_lengths(double scale, const AlignedArray<double>& change);
  void move(const AlignedArray<double>& step, const AlignedArray<double>& change);
  std::vector<double> gaps(double scale) const;

  const BinaryProblem& problem_;
  const ScoreMap& map_;
  const ScoreForest& forest_;
  ThreadPool& pool_;
  ActiveProducts products_;
  ForestElimination elimination_;
  AlignedArray<double> anchor_, weights_;
  AlignedArray<double> scores_;        // by decision and instance
  AlignedArray<double> slopes_;        // of the costs by decision, in its scores' weights
  AlignedArray<double> pull_;          // of the costs by unit
  std::vector<double> costs_;          // by decision
  std::vector<std::uint64_t> active_;  // pairs by decision
  std::vector<std::uint8_t> chosen_trees_;
  std::vector<std::uint32_t> chosen_;  // decisions
  std::vector<Search> searches_;       // by tree
};

}  // namespace clade::detail
