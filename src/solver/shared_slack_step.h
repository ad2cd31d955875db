// The dual block of one instance whose constraints share a slack, over a working set.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/class_gram.h"
#include "solver/duals.h"
#include "solver/slack.h"

namespace clade {

// Fill `variables` and `gradient` (g_c = scale_c (1 - a_c'F)), then run ascend().
class SharedSlackStep {
 public:
  std::vector<DualVariable> variables;
  std::vector<double> gradient;

  void clear() {
    variables.clear();
    gradient.clear();
  }

  // Moves mass from the lowest gradient that has some to the highest, by exact steps, until the
  // violation is below `tolerance`. Error{input} where the dual has no maximum: a hard margin on an
  // instance that cannot have one.
  void ascend(const ClassGram& gram, double squared_length, Slack slack, double tolerance);

 private:
  static constexpr std::size_t none = ~std::size_t{0};  // the slack element
  struct Pair {
    std::size_t high, low;
    double violation;
  };

  Pair most_violating(Slack slack, double mass) const;
  double curvature(Pair pair, Slack slack) const;
  void move(Pair pair, double amount);
  double entry(std::size_t a, std::size_t b) const { return hessian_[a * variables.size() + b]; }

  std::vector<double> hessian_;
};

}  // namespace clade
