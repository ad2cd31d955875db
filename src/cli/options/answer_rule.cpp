#include "cli/options/answer_rule.h"

#include <algorithm>

#include "base/fail.h"
#include "model/answer_costs.h"

namespace clade::cli {

namespace {

const Model& with_probabilities(const Model& model, const AnswerOptions& options) {
  if (model.calibration() == nullptr) {
    const std::string flag =
        options.chosen_flag().empty() ? "--probabilities" : options.chosen_flag();
    fail(ErrorKind::usage,
         "predict: {}: the model has no probabilities; train it again with --calibrate", flag);
  }
  return model;
}

}  // namespace

std::string AnswerOptions::chosen_flag() const {
  if (confidence > 0) return "--confidence";
  if (coverage > 0) return "--coverage";
  if (!risk.empty()) return "--risk";
  return decode == Decode::expected_loss ? "--decode expected-loss" : "";
}

void AnswerOptions::check() const {
  const int asked = (confidence > 0 ? 1 : 0) + (coverage > 0 ? 1 : 0) + (risk.empty() ? 0 : 1) +
                    (decode == Decode::expected_loss ? 1 : 0);
  if (asked > 1) {
    fail(ErrorKind::usage,
         "predict: --confidence, --coverage, --risk and --decode expected-loss exclude each other");
  }
}

AnswerRule::AnswerRule(const Model& model, const AnswerOptions& options)
    : options_(options), map_(with_probabilities(model, options)) {
  if (!options_.risk.empty()) costs_ = read_answer_costs(options_.risk, map_);
}

std::vector<NodeAnswer> AnswerRule::answers(const Probabilities& p) const {
  const auto probability = [&](NodeId node) { return p.nodes[index_of(node)]; };
  if (options_.coverage > 0) {
    std::vector<NodeAnswer> answers;
    for (const NodeId node : map_.prediction_set(p, options_.coverage)) {
      answers.push_back({node, probability(node), probability(node)});
    }
    return answers;
  }
  if (costs_) {
    const LeastRiskAnswer best = least_risk(map_, p, *costs_);
    return {{best.node, best.risk, probability(best.node)}};
  }
  if (options_.decode == Decode::expected_loss) {
    const Prediction best = least_tree_loss(map_, p);
    return {{map_.labels().node(best.label), best.score, p.classes[index_of(best.label)]}};
  }
  const NodeId node = deepest_sure_node(map_, p, options_.confidence);
  return {{node, probability(node), probability(node)}};
}

std::vector<std::string> AnswerRule::path(NodeId node, const Probabilities& p) const {
  const Taxonomy& taxonomy = map_.labels().taxonomy();
  const auto less_probable = [&](NodeId a, NodeId b) {
    return p.nodes[index_of(a)] < p.nodes[index_of(b)];
  };
  std::vector<std::string> names;
  while (node != taxonomy.root()) {
    names.emplace_back(taxonomy.name(node));
    const auto parents = taxonomy.parents(node);
    node = *std::max_element(parents.begin(), parents.end(), less_probable);
  }
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace clade::cli
