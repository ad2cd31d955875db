// For every decision c the matrix A_c = sum of C_i x_i x_i' over the instances whose constraint is
// active, kept up to date by the pairs that change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/newton/binary_problem.h"

namespace clade::detail {

class ActiveProducts {
 public:
  explicit ActiveProducts(const BinaryProblem& problem);

  // The pairs of the decision are active as these scores say, by instance. Several threads may each
  // update decisions of their own.
  void update(std::size_t decision, const double* scores);
  // Up to the diagonal; of width() rows and columns.
  const double* of(std::size_t decision) const {
    return products_.data() + decision * problem_.width() * problem_.width();
  }

  void state(State& s) { s(products_, active_, started_); }

 private:
  void start(std::size_t decision, const std::vector<std::uint8_t>& now);
  void add(std::size_t decision, const std::vector<std::uint32_t>& instances, double sign);

  const BinaryProblem& problem_;
  AlignedArray<double> of_all_;  // the sum over all instances
  AlignedArray<double> products_;
  std::vector<std::uint8_t> active_;   // by decision and instance
  std::vector<std::uint8_t> started_;  // by decision
};

}  // namespace clade::detail
