#include "pipeline/predictor.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/fail.h"
#include "model/answer_costs.h"
#include "model/number_range.h"
#include "taxonomy/loss.h"
#include "taxonomy/node_paths.h"

namespace clade::detail {

namespace {

void check_calibrated(const Model& model) {
  if (model.calibration() != nullptr) return;
  fail(ErrorKind::usage, "the model has no probabilities; train it again with `calibrate`");
}

NodeCosts set_costs(const Model& model, const AnswerChoice& choice) {
  if (choice.set_costs.empty()) return {};
  if (choice.label_set != LabelSetRule::least_loss) {
    fail_parameter("set_costs", "goes with `label_set=least-loss`");
  }
  return make_node_costs("costs:" + choice.set_costs, model.label_space().taxonomy());
}

}  // namespace

Predictor::Predictor(Model model, AnswerChoice choice)
    : model_(std::move(model)),
      choice_(std::move(choice)),
      rule_(choice_.label_set.value_or(model_.label_set_rule())),
      sets_(std::make_shared<LabelSetMaker>(model_, rule_, set_costs(model_, choice_))) {
  prepare_choice();
  const LabelSpace& labels = model_.label_space();
  Paths paths;
  for (std::size_t c = 0; labels.taxonomy().is_tree() && c < labels.size(); ++c) {
    paths.push_back(labels.path(ClassId(c)));
  }
  paths_ = std::make_shared<const Paths>(std::move(paths));
}

Predictor Predictor::asked(AnswerChoice choice) const {
  Predictor other = *this;
  other.choice_ = std::move(choice);
  other.prepare_choice();
  return other;
}

void Predictor::prepare_choice() {
  if (!choice_.needs_probabilities()) return;
  check_calibrated(model_);
  if (map_ == nullptr) map_ = std::make_shared<const ProbabilityMap>(model_);
  if (!choice_.risk.empty()) costs_ = read_answer_costs(choice_.risk, *map_);
}

ScoresFor Predictor::needs() const {
  const std::size_t top = choice_.top == 0 && rule_ == LabelSetRule::top1 ? 1 : choice_.top;
  const bool are_best_alone = top == 1 || (top > 1 && !is_top_down(model_.decoding()));
  // In a DAG the scores of nodes choose the path.
  return are_best_alone && probabilities() == nullptr && !paths_->empty() ? ScoresFor::best_class
                                                                          : ScoresFor::everything;
}

std::vector<Answer> Predictor::answers(Scorer& scorer) const {
  return choice_.chooses_by_probability() ? probable_answers(scorer) : class_answers(scorer);
}

std::vector<Prediction> Predictor::chosen_classes(Scorer& scorer) const {
  if (choice_.top > 0 || rule_ == LabelSetRule::top1) {
    const auto best = scorer.best(std::max<std::size_t>(1, choice_.top));
    check_score_range(model_, best);
    return {best.begin(), best.end()};
  }
  check_score_range(model_, scorer.class_scores());
  std::vector<ClassId> set;
  sets_->choose(scorer.class_scores(), set);
  std::vector<Prediction> predictions;
  for (const ClassId c : set) {
    const bool is_predictable = model_.label_space().is_predictable(c);
    if (is_predictable) predictions.push_back({c, scorer.class_scores()[index_of(c)]});
  }
  std::stable_sort(predictions.begin(), predictions.end(),
                   [](const Prediction& a, const Prediction& b) { return a.score > b.score; });
  return predictions;
}

std::vector<Answer> Predictor::class_answers(Scorer& scorer) const {
  std::vector<Answer> answers;
  Probabilities p;
  const ProbabilityMap* map = probabilities();
  if (map != nullptr) map->apply(scorer.class_scores(), p);
  for (const Prediction& best : chosen_classes(scorer)) {
    answers.push_back({std::string(model_.label_space().name(best.label)), best.score,
                       class_path(best.label, scorer), std::nullopt});
    if (map != nullptr) answers.back().probability = p.classes[index_of(best.label)];
  }
  return answers;
}

std::vector<Answer> Predictor::probable_answers(Scorer& scorer) const {
  Probabilities p;
  check_score_range(model_, scorer.class_scores());
  map_->apply(scorer.class_scores(), p);
  const auto probability = [&](NodeId node) { return p.nodes[index_of(node)]; };
  if (choice_.coverage > 0) {
    std::vector<Answer> answers;
    for (const NodeId node : map_->prediction_set(p, choice_.coverage)) {
      answers.push_back(node_answer(node, probability(node), p));
    }
    return answers;
  }
  if (costs_) {
    const LeastRiskAnswer best = least_risk(*map_, p, *costs_);
    return {node_answer(best.node, best.risk, p)};
  }
  if (choice_.expected_loss) {
    const Prediction best = least_tree_loss(*map_, p);
    return {{std::string(model_.label_space().name(best.label)), best.score,
             class_path(best.label, scorer), p.classes[index_of(best.label)]}};
  }
  const NodeId node = deepest_sure_node(*map_, p, choice_.confidence);
  return {node_answer(node, probability(node), p)};
}

// An unnamed root is an answer, too, and no empty set.
Answer Predictor::node_answer(NodeId node, double score, const Probabilities& p) const {
  const std::string_view name = model_.label_space().taxonomy().class_name(node);
  return {std::string(name.empty() ? "(root)" : name), score, node_path(node, p),
          p.nodes[index_of(node)]};
}

std::vector<std::string> Predictor::class_path(ClassId label, Scorer& scorer) const {
  if (!paths_->empty()) return (*paths_)[index_of(label)];
  return model_.label_space().path(label, scorer.node_scores());
}

// In a DAG by the more probable parent. A node that was added for labels at its parent has that
// one's path.
std::vector<std::string> Predictor::node_path(NodeId node, const Probabilities& p) const {
  const Taxonomy& taxonomy = model_.label_space().taxonomy();
  const auto less_probable = [&](NodeId a, NodeId b) {
    return p.nodes[index_of(a)] < p.nodes[index_of(b)];
  };
  if (taxonomy.is_added(node)) node = taxonomy.parents(node).front();
  std::vector<std::string> names;
  while (node != taxonomy.root()) {
    names.emplace_back(taxonomy.name(node));
    const auto parents = taxonomy.parents(node);
    node = *std::max_element(parents.begin(), parents.end(), less_probable);
  }
  std::reverse(names.begin(), names.end());
  return path_parts(std::move(names), model_.label_space().source().separator);
}

}  // namespace clade::detail
