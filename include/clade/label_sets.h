// Sets of labels from scores, by what held-out examples taught about their sizes (thesis 3.1 and
// 4.2.1 leave this step open) or about probabilities.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "clade/loss.h"
#include "clade/model.h"

namespace clade {

class ProbabilityMap;

namespace detail {
class LeastSetLoss;
struct LearnedSets;
}  // namespace detail

constexpr bool is_learned(LabelSetRule rule) {
  return rule != LabelSetRule::top1 && rule != LabelSetRule::sign;
}

// From the scores of a model to a set of labels, in the order of their numbers. Immutable, safe to
// use from several threads.
class LabelSetMaker {
 public:
  // `costs` are those of least_loss; without any every node counts 1. Error{usage} where the rule
  // is a learned one and the model has not learned it, and for least_loss in a DAG.
  LabelSetMaker(const Model& model, LabelSetRule rule, NodeCosts costs = {});

  // `scores` by class, as Scorer::class_scores gives them; -infinity is never chosen.
  void choose(std::span<const double> scores, std::vector<ClassId>& out) const;

 private:
  void choose_learned(std::span<const double> scores, std::vector<ClassId>& out) const;
  void close_upward(std::vector<ClassId>& set) const;

  Model model_;
  LabelSetRule rule_;
  std::shared_ptr<const detail::LearnedSets> learned_;
  std::shared_ptr<const ProbabilityMap> probabilities_;  // these two of least_loss
  std::shared_ptr<const detail::LeastSetLoss> least_loss_;
  std::vector<std::vector<ClassId>> classes_above_;  // where sets are closed upward
};

}  // namespace clade
