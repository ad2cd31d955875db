// The rules of online learning: which label and which rival of an example are compared, and how far
// that moves the weights,
//   w += step (Lambda(y) - Lambda(r)) (x) x.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/problem/constraint_set.h"
#include "solver/problem/loss_scales.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

// Which rival the lowest label is compared with, and when that asks for a step.
enum class RivalRule {
  highest,    // that of the highest score, unless it is below the label's (thesis Alg. 3 and 4)
  predicted,  // the highest of all classes, unless that is a label (Hieron Alg. 1)
  // That of the largest F(r) - F(y) + sqrt(Delta(y,r)), if above 0 (Hieron sec. 4); with the step
  // of the hinge only.
  largest_loss,
};

enum class StepRule {
  loss,   // Delta(y,r) (thesis Alg. 4)
  hinge,  // (F(r) - F(y) + sqrt(Delta(y,r)))+ / (||Lambda(y) - Lambda(r)||^2 ||x||^2) (Hieron 5, 8)
};

enum class Averaging {
  none,           // the last weights
  after_steps,    // the mean of the weights after each example (thesis 5.15)
  with_the_start  // the same with the zero weights before the first (Hieron 13)
};

struct OnlineRules {
  RivalRule rival = RivalRule::highest;
  StepRule step = StepRule::loss;
  Averaging averaging = Averaging::none;
};

// What the learner can decide between.
struct OnlineClasses {
  ScoreMap map;                            // decisions are the classes
  std::shared_ptr<const LossRows> losses;  // nothing: all 1
  std::vector<Decision> predictable;       // sorted
};

// The labels of an example and what is no rival of theirs, sorted.
struct LabelSet {
  std::vector<Decision> labels, left_out;
  std::uint64_t pairs = 0;  // of a label and a rival: the dual variables of an example
};

// One example, before what it changed.
struct OnlineStep {
  Decision predicted = 0;  // the class of the highest score
  Decision label = 0, rival = 0;
  double margin = 0;  // F(label) - F(rival)
  double hinge = 0;   // (sqrt(Delta) - margin)+, with the step of the hinge
  double size = 0;    // 0: nothing was changed
};

// Applies the rules to the scores of one example after the other.
template <class Real>
class StepChooser {
 public:
  StepChooser(const OnlineClasses& classes, OnlineRules rules);

  // The scores of all classes, padded to whole cache lines. `left_out`, sorted, are the labels and
  // what else is no rival. An example without labels or rivals asks for nothing.
  OnlineStep operator()(const Real* scores, std::span<const Decision> labels,
                        std::span<const Decision> left_out, double squared_length);

 private:
  struct Choice {
    Decision rival = 0;
    bool asks_for_a_step = false;
  };
  Choice choose(const Real* scores, const OnlineStep& step, std::span<const Decision> left_out);
  Choice choose_largest_loss(const Real* scores, Decision label,
                             std::span<const Decision> left_out);
  struct Highest {
    Decision first = 0;  // of those as high but for rounding
    Real score = 0;
  };
  Highest highest(const Real* scores);
  Highest highest_but(const Real* scores, std::span<const Decision> left_out);
  double step_size(OnlineStep& step, double squared_length);

  const OnlineClasses& classes_;
  OnlineRules rules_;
  ConstraintSet losses_;
  LossScales<Real> loss_scales_;  // Delta, or its root where the step is a hinge's
  ScaleScratch<Real> scratch_;
  AlignedArray<Real> allowed_;  // 0, or minus infinity for what is never predicted
  AlignedArray<Real> values_, candidates_;
};

}  // namespace clade::detail
