// The exact Newton step of a problem on a forest (score_forest.h), by elimination from the leaves
// to the roots.
//
// The step D minimises, with f_c = o_c D_u + a_c s_p for a decision that ends at u,
//
//   sum_u [ 1/2 ||D_u||^2 + g_u'D_u ] + 1/2 sum_c f_c' H_c f_c,   s_u = s_p + lambda_u D_u
//
// (p the parent of u, s = 0 above roots, H_c = 2 A_c). What the tree below and with u costs, as a
// function of s_p, is 1/2 s_p'E_u s_p + e_u's_p + const: with E, e the sums over the children and
//
//   M = I + sum o^2 H_c + lambda^2 E,   N = sum o a H_c + lambda E,   l = g_u + lambda e
//   D_u = -M^-1 (l + N s_p),   E_u = sum a^2 H_c + E - N'M^-1 N,   e_u = e - N'M^-1 l
//
// Nearly always o = a lambda, or there are no children, or no decisions: then N = k (M - I) with
// k = 1/lambda or a/o, and with R = M^-1 it is
//
//   D_u = -R l - k (s_p - R s_p),   E_u = k^2 (I - R),   e_u = k (R l - g_u)
//
// so that one inverse is all. At roots one solution of M D = -l is. Trees do not know of each
// other, and in a tree the nodes of one height do not: they are eliminated at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "solver/newton/active_products.h"
#include "solver/newton/score_forest.h"

namespace clade::detail {

class ForestElimination {
 public:
  ForestElimination(const ScoreForest& forest, std::size_t width);

  // The step for H_c = 2 scale A_c and the gradient g, by unit, in the trees that are chosen; the
  // rest of `step` is left as it is. False, with a step that means nothing, where it was asked to
  // stop.
  bool run(const ActiveProducts& products, double scale, const double* gradient,
           const std::vector<std::uint8_t>& chosen_trees, double* step, ThreadPool& pool,
           const std::function<bool()>& should_stop);

  // How often a step multiplies.
  static double cost(const ScoreForest& forest, std::size_t width);
  // How many matrices of width^2 numbers are kept.
  static std::size_t matrices(const ScoreForest& forest);

 private:
  struct Inputs {
    const ActiveProducts& products;
    double scale;
    const double* gradient;
    double* step;
  };
  void eliminate(std::uint32_t node, const Inputs& in);
  void eliminate_simple(std::uint32_t node, const Inputs& in, AlignedArray<double>& matrix);
  void eliminate_general(std::uint32_t node, const Inputs& in, AlignedArray<double>& matrix);
  enum class Part { own, mixed, above };  // the sum of o^2 H, o a H or a^2 H
  void add_decisions(std::uint32_t node, const Inputs& in, Part part, double* to) const;
  void add_children(std::uint32_t node, double factor, double* to) const;
  void insert(std::uint32_t node, double* step);
  bool in_batches(const std::vector<std::uint32_t>& nodes, double cost_of_node, ThreadPool& pool,
                  const std::function<bool()>& should_stop,
                  const std::function<void(std::uint32_t)>& work) const;

  const ScoreForest& forest_;
  std::size_t width_;
  std::vector<double> ratio_;                      // k by unit; NaN: there is none
  std::vector<AlignedArray<double>> inverse_;      // R, or M^-1 N where there is no k
  std::vector<AlignedArray<double>> above_;        // E_u where there is no k
  AlignedArray<double> linear_, solution_, sums_;  // e_u, M^-1 l and s_u, by unit
};

}  // namespace clade::detail
