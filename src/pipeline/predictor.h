// What a model answers for a scored row.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clade/label_sets.h"
#include "clade/model.h"
#include "clade/pipeline.h"
#include "clade/probabilities.h"

namespace clade::detail {

struct AnswerChoice {
  std::size_t top = 0;  // this many best classes; 0: the set that `label_set` makes
  std::optional<LabelSetRule> label_set{};  // empty: the model's
  std::string set_costs{};                  // of least_loss: a file of costs, or 1 of every node
  // Answers that need probabilities; one of the choices at most.
  bool probabilities = false;
  double confidence = 0;       // above 0: the deepest node that is at least so probable
  double coverage = 0;         // above 0: a small set of nodes that holds the truth so often
  std::string risk{};          // a file of costs: the node of the smallest expected cost
  bool expected_loss = false;  // the class of the smallest expected tree loss

  // Whether one of the last four chooses the answer.
  bool chooses_by_probability() const {
    return confidence > 0 || coverage > 0 || !risk.empty() || expected_loss;
  }
  bool needs_probabilities() const { return probabilities || chooses_by_probability(); }
};

// Immutable, safe to use from several threads, each with its own Scorer.
class Predictor {
 public:
  // Error{usage} where the model has no calibration and the choice needs one, or has not learned
  // the rule for label sets.
  Predictor(Model model, AnswerChoice choice);
  // The same model asked otherwise, by its own rule for sets of labels; quick where this one has
  // what the choice needs. Error{usage} as above.
  Predictor asked(AnswerChoice choice) const;

  const Model& model() const { return model_; }
  // Null where the choice needs none.
  const ProbabilityMap* probabilities() const {
    return choice_.needs_probabilities() ? map_.get() : nullptr;
  }
  // What rows must be scored for.
  ScoresFor needs() const;
  // For the row that the scorer holds, best first. Error{input} where a score of an answer is no
  // finite number.
  std::vector<Answer> answers(Scorer& scorer) const;

 private:
  void prepare_choice();
  std::vector<Prediction> chosen_classes(Scorer& scorer) const;
  std::vector<Answer> class_answers(Scorer& scorer) const;
  std::vector<Answer> probable_answers(Scorer& scorer) const;
  Answer node_answer(NodeId node, double score, const Probabilities& p) const;
  std::vector<std::string> class_path(ClassId label, Scorer& scorer) const;
  std::vector<std::string> node_path(NodeId node, const Probabilities& p) const;

  Model model_;
  AnswerChoice choice_;
  LabelSetRule rule_;
  using Paths = std::vector<std::vector<std::string>>;
  std::shared_ptr<const LabelSetMaker> sets_;
  std::shared_ptr<const ProbabilityMap> map_;  // null where no choice has needed it so far
  std::optional<AnswerCosts> costs_;
  std::shared_ptr<const Paths> paths_;  // by class; empty in a DAG: there scores decide
};

}  // namespace clade::detail
