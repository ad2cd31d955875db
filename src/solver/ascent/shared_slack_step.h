// The dual block of one instance whose constraints share a slack, over a working set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/problem/class_gram.h"
#include "solver/problem/duals.h"
#include "solver/problem/slack.h"

namespace clade::detail {

// The working set in the form that the inner loops want: by variable, padded to whole cache lines.
// Masses are sums of many small steps and stay double; gradients are as exact as the scores.
template <class Real>
struct SlackBlock {
  std::size_t size = 0;
  double squared_length = 0;
  double mass = 0;  // of all variables
  Slack slack{1, 1};
  AlignedArray<Real> gradient;
  AlignedArray<double> beta;
  AlignedArray<Real> scale;
  AlignedArray<std::int32_t> minus;  // of a block with one plus
  AlignedArray<Real> with_plus;      // G(plus, minus)
  AlignedArray<Real> without_mass;   // 0, or infinity where beta is 0
  AlignedArray<Real> hessian;        // rows, made when a step first needs them: most never are
  AlignedArray<std::uint8_t> has_row;
};

// Fill with clear() and add(), then run ascend(): `variables` then hold the new masses.
template <class Real>
class SharedSlackStep {
 public:
  std::vector<DualVariable> variables;

  void clear() { variables.clear(); }
  // g_c = scale_c (1 - a_c'F)
  void add(const DualVariable& variable, double gradient) {
    if (variables.size() == block_.gradient.size()) grow();
    block_.gradient[variables.size()] = static_cast<Real>(gradient);
    variables.push_back(variable);
  }
  double gradient(std::size_t variable) const {
    return static_cast<double>(block_.gradient[variable]);
  }

  void set_gradient(std::size_t variable, double gradient) {
    block_.gradient[variable] = static_cast<Real>(gradient);
  }

  // Raises the block's dual objective until the violation is below `tolerance`. Error{input} where
  // it has no maximum: a hard margin on an instance that cannot have one.
  void ascend(const ClassGram& gram, double squared_length, Slack slack, double tolerance);

 private:
  void grow();
  void fill_block(const ClassGram& gram);
  bool is_simplex(const ClassGram& gram) const;
  void make_row(std::size_t c, const ClassGram& gram);
  void make_row_of_one_plus(std::size_t c, const ClassGram& gram);

  SlackBlock<Real> block_;
  bool has_one_plus_ = false, has_one_scale_ = false;
  // Where G has no table: G(plus, minus) by variable, and the strengths of one decision by unit.
  std::vector<double> with_plus_;
  std::vector<double> strengths_;
};

}  // namespace clade::detail
