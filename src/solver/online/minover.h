// Minover: each step is on the example whose order of classes is worst, until all are right (thesis
// Alg. 7). The weight of an example multiplies what its mistakes cost, and so its steps, as in the
// online form; which example is worst does not depend on it. In dual form: the raw scores of all
// examples are kept up to date (thesis 5.17), so a step costs the kernel of one example with all,
// and memory is examples times units.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "kernel/gram_rows.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "linear/weight_rows.h"
#include "linear/zeroed_pages.h"
#include "solver/online/online_rules.h"

namespace clade::detail {

template <class Real>
class Minover {
 public:
  // `constant` is added to every kernel. An example of weight 0 asks for nothing; no weights: all
  // are 1. `gram`, `labels` and `weights` must outlive the object.
  // Error{environment} where the scores do not fit into memory.
  Minover(OnlineClasses classes, GramRows<Real>& gram, double constant,
          std::span<const LabelSet* const> labels, std::span<const double> weights = {});
  Minover(const Minover&) = delete;
  Minover& operator=(const Minover&) = delete;

  struct Taken {
    std::size_t instance;
    OnlineStep step;
  };
  // Takes one step; nothing where every margin is above zero.
  std::optional<Taken> take_step();
  // What example i looks like now.
  const OnlineStep& state(std::size_t i) const { return states_[i]; }
  // Of the examples: w = sum_i c_i (x) x_i.
  const WeightRows<Real>& coefficients() const { return coefficients_; }
  // What its steps have changed.
  void state(State& s) { s(coefficients_, pages_, states_); }

 private:
  Real* raw(std::size_t i) { return static_cast<Real*>(pages_.data()) + i * stride_; }
  std::size_t worst() const;
  void update_state(std::size_t i);
  void spread(std::size_t i);

  OnlineClasses classes_;
  GramRows<Real>& gram_;
  Real constant_;
  std::span<const LabelSet* const> labels_;
  std::span<const double> weights_;
  StepChooser<Real> choose_;
  DecisionScores<Real> decision_scores_;
  WeightRows<Real> coefficients_;
  std::size_t stride_;
  ZeroedPages pages_;  // raw scores, by example and unit
  std::vector<OnlineStep> states_;
  AlignedArray<Real> buffer_;
  UnitChange<Real> change_;
  ThreadPool alone_{1};
};

}  // namespace clade::detail
