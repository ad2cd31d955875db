// The constraints of a small problem as the rows of a matrix Z over all weights:
//   Z_c = scale_c (M'a_c) (x) x_i,   so that  scale_c a_c'F(x_i) = Z_c w.
// Weights stand by feature, then by unit. Z itself is never written down: what is computed goes by
// instance, over the units that its constraints touch. Where rows are dense, Z'DZ goes by pairs of
// units, as products of dense matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "solver/interior_point/cholesky.h"
#include "solver/interior_point/constraint_list.h"
#include "solver/problem/problem.h"

namespace clade::detail {

class ConstraintMatrix {
 public:
  // Both must outlive this object.
  ConstraintMatrix(const Problem<double>& problem, const ConstraintList& list);

  std::size_t columns() const { return problem_.features * units_; }

  // out = Z w, by constraint.
  void times(std::span<const double> w, std::span<double> out) const;
  // out += Z'q
  void add_transposed(std::span<const double> q, std::span<double> out) const;
  // A += sum over groups g of Z_g'(D_g - d_g d_g' / (sum of d_g + e_g)) Z_g, where D_g has d_g on
  // its diagonal: what is left of Z'DZ when the slacks are eliminated. None of both is below zero.
  void add_products(std::span<const double> d, std::span<const double> e, LowerMatrix& A,
                    ThreadPool& pool) const;
  void add_products(std::span<const double> d, std::span<const double> e, LowerMatrix& A) const {
    ThreadPool alone(1);
    add_products(d, e, A, alone);
  }

 private:
  // What the constraints of an instance touch. Decisions have numbers of their own here; the one
  // after the last is the constant zero.
  struct Local {
    std::size_t decisions = 0;
    std::vector<std::uint32_t> units;
    std::vector<double> strengths;  // M, by decision and unit
    bool is_identity = false;
  };
  struct Ends {
    std::uint32_t plus, minus;
  };
  struct Range {
    std::size_t begin, end;
  };

  Local make_local(Range constraints);
  Range constraints_of(std::size_t instance) const;
  void add_group(const SlackGroup& group, std::span<const double> d, double e, std::size_t stride,
                 std::span<double> K) const;
  std::vector<double> on_units(const Local& local, std::span<const double> K) const;
  void add_outer(std::size_t instance, std::span<const double> K, LowerMatrix& A) const;
  std::vector<double> curvature(std::size_t instance, std::span<const double> d,
                                std::span<const double> e) const;
  void add_dense_products(std::span<const double> d, std::span<const double> e, LowerMatrix& A,
                          ThreadPool& pool) const;

  const Problem<double>& problem_;
  const ConstraintList& list_;
  std::size_t units_;
  std::vector<Local> locals_;  // by instance
  std::vector<Ends> ends_;     // by constraint
  // Where all rows are dense: their values, each on whole lines.
  std::size_t width_ = 0;  // 0: they are not
  AlignedArray<double> values_;
};

}  // namespace clade::detail
