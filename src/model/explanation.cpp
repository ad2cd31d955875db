#include "clade/explanation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "clade/label_sets.h"
#include "model/model_impl.h"
#include "model/node_units.h"

namespace clade {

using namespace detail;

namespace {

// w_{u,j} x_j for the features j of a row and some units u.
class Contributions {
 public:
  template <class Real>
  Contributions(const Model::Impl& model, BasicSparseRow<Real> row)
      : model_(model), place_(model.unit_names.size(), none) {
    map_to_model(row, model.features, row_);
  }

  void add_unit(std::size_t unit) {
    if (place_[unit] != none) return;
    place_[unit] = static_cast<std::uint32_t>(values_.size());
    values_.emplace_back(row_.size(), 0.0);
  }
  // Once all units are added.
  void compute() {
    std::visit([this](const auto& weights) { compute(weights); }, model_.weights);
  }
  std::span<const double> of(std::size_t unit) const { return values_[place_[unit]]; }
  std::size_t features() const { return row_.size(); }
  std::uint32_t index(std::size_t feature) const {
    return model_.features.indices()[row_[feature].index];
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  template <class Real>
  void compute(const WeightView<Real>& weights) {
    for (std::size_t j = 0; j < row_.size(); ++j) {
      weights.for_each_nonzero(row_[j].index, [&](std::size_t unit, Real weight) {
        if (place_[unit] == none) return;
        values_[place_[unit]][j] = static_cast<double>(weight) * row_[j].value;
      });
    }
  }

  const Model::Impl& model_;
  std::vector<BasicFeature<double>> row_;  // in the numbers of the model's features
  std::vector<std::uint32_t> place_;       // by unit
  std::vector<std::vector<double>> values_;
};

double sum_of(std::span<const FeatureShare> shares) {
  double sum = 0;
  for (const FeatureShare& share : shares) sum += share.share;
  return sum;
}

std::vector<FeatureShare> sorted_shares(const Contributions& contributions,
                                        std::span<const double> values) {
  std::vector<FeatureShare> shares;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (values[j] != 0) shares.push_back({contributions.index(j), values[j]});
  }
  std::stable_sort(shares.begin(), shares.end(), [](const FeatureShare& a, const FeatureShare& b) {
    return std::abs(a.share) > std::abs(b.share);
  });
  return shares;
}

void add_scaled(std::span<const double> from, double factor, std::span<double> to) {
  for (std::size_t j = 0; j < to.size(); ++j) to[j] += factor * from[j];
}

// F(y) is a sum over the attributes of y (thesis 3.7).
class AttributeExplainer {
 public:
  AttributeExplainer(const Model::Impl& model, Contributions& contributions)
      : model_(model), contributions_(contributions) {}

  void add_units(ClassId label) {
    for (const Attribute& a : model_.score_map.of(index_of(label))) {
      contributions_.add_unit(index_of(a.unit));
    }
  }
  std::vector<NodeShare> nodes(ClassId label) const {
    std::vector<NodeShare> nodes;
    for (const Attribute& a : model_.score_map.of(index_of(label))) {
      std::vector<double> values(contributions_.features(), 0.0);
      add_scaled(contributions_.of(index_of(a.unit)), a.strength, values);
      NodeShare node;
      node.node = model_.unit_names[index_of(a.unit)];
      node.features = sorted_shares(contributions_, values);
      node.amount = node.share = sum_of(node.features);
      nodes.push_back(std::move(node));
    }
    std::stable_sort(nodes.begin(), nodes.end(), [this](const NodeShare& a, const NodeShare& b) {
      return depth(a.node) < depth(b.node);
    });
    return nodes;
  }
  std::vector<FeatureShare> difference(ClassId answer, ClassId other) const {
    std::vector<double> values(contributions_.features(), 0.0);
    for (const Attribute& a : model_.score_map.of(index_of(answer))) {
      add_scaled(contributions_.of(index_of(a.unit)), a.strength, values);
    }
    for (const Attribute& a : model_.score_map.of(index_of(other))) {
      add_scaled(contributions_.of(index_of(a.unit)), -a.strength, values);
    }
    return sorted_shares(contributions_, values);
  }

 private:
  // What is no node comes behind all nodes.
  std::size_t depth(const std::string& unit) const {
    const Taxonomy& taxonomy = model_.label_space.taxonomy();
    const auto node = taxonomy.find(unit);
    return node ? taxonomy.depth(*node) : taxonomy.size();
  }

  const Model::Impl& model_;
  Contributions& contributions_;
};

// A node of the path against the best of its siblings, from the root down.
class PathExplainer {
 public:
  PathExplainer(const Model::Impl& model, Contributions& contributions,
                std::span<const double> node_scores)
      : model_(model),
        taxonomy_(model.label_space.taxonomy()),
        contributions_(contributions),
        node_scores_(node_scores.begin(), node_scores.end()),
        unit_of_node_(units_of_nodes(model)) {}

  void add_units(ClassId label) {
    for (const NodeId node : path(label)) {
      add_unit(node);
      if (const auto rival = rival_of(node)) add_unit(*rival);
    }
  }
  std::vector<NodeShare> nodes(ClassId label) const {
    std::vector<NodeShare> nodes;
    for (const NodeId node : path(label)) {
      NodeShare share;
      share.node = taxonomy_.name(node);
      if (const auto rival = rival_of(node)) {
        share.rival = taxonomy_.name(*rival);
        share.features = difference(node, *rival);
        share.amount = sum_of(share.features);
      }
      nodes.push_back(std::move(share));
    }
    share_score(nodes);
    return nodes;
  }
  // Where the paths part.
  std::vector<FeatureShare> difference(ClassId answer, ClassId other) const {
    const std::vector<NodeId> a = path(answer), b = path(other);
    const std::size_t both = std::min(a.size(), b.size());
    const auto parting = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both),
                                       b.begin(), b.begin() + static_cast<std::ptrdiff_t>(both));
    if (parting.first == a.begin() + static_cast<std::ptrdiff_t>(both)) return {};
    return difference(*parting.first, *parting.second);
  }

 private:
  // Below the root; such models have trees.
  std::vector<NodeId> path(ClassId label) const {
    std::vector<NodeId> nodes;
    for (NodeId node = model_.label_space.node(label); node != taxonomy_.root();
         node = taxonomy_.parents(node).front()) {
      nodes.push_back(node);
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }
  // The best sibling; an only child has none.
  std::optional<NodeId> rival_of(NodeId node) const {
    std::optional<NodeId> best;
    for (const NodeId other : taxonomy_.children(taxonomy_.parents(node).front())) {
      if (other == node) continue;
      if (!best || node_scores_[index_of(other)] > node_scores_[index_of(*best)]) best = other;
    }
    return best;
  }
  void add_unit(NodeId node) {
    const std::uint32_t unit = unit_of_node_[index_of(node)];
    if (unit != no_unit) contributions_.add_unit(unit);
  }
  void add_node(NodeId node, double factor, std::span<double> to) const {
    const std::uint32_t unit = unit_of_node_[index_of(node)];
    if (unit != no_unit) add_scaled(contributions_.of(unit), factor, to);
  }
  std::vector<FeatureShare> difference(NodeId node, NodeId rival) const {
    std::vector<double> values(contributions_.features(), 0.0);
    add_node(node, 1, values);
    add_node(rival, -1, values);
    return sorted_shares(contributions_, values);
  }
  // The score is the smallest margin (HPSI's u_min), or the sum of what nodes are short of the best
  // of their siblings.
  void share_score(std::vector<NodeShare>& nodes) const {
    if (model_.decoding == Decoding::top_down_sum) {
      for (NodeShare& node : nodes) node.share = std::min(node.amount, 0.0);
      return;
    }
    NodeShare* weakest = nullptr;
    for (NodeShare& node : nodes) {
      if (node.rival.empty()) continue;
      if (weakest == nullptr || node.amount < weakest->amount) weakest = &node;
    }
    if (weakest != nullptr) weakest->share = weakest->amount;
  }

  const Model::Impl& model_;
  const Taxonomy& taxonomy_;
  Contributions& contributions_;
  std::vector<double> node_scores_;
  std::vector<std::uint32_t> unit_of_node_;
};

// The best, and the second or the best that was asked for.
struct Contest {
  std::vector<Prediction> best;
  bool is_asked_for = false;
};

Contest contest_of(Scorer& scorer, std::span<const ClassId> asked) {
  const auto found = scorer.best(2);
  Contest contest{{found.begin(), found.end()}, false};
  const bool is_best =
      std::find(asked.begin(), asked.end(), contest.best.front().label) != asked.end();
  if (asked.empty() || is_best) return contest;
  const auto scores = scorer.class_scores();
  const ClassId other = *std::max_element(asked.begin(), asked.end(), [&](ClassId a, ClassId b) {
    return scores[index_of(a)] < scores[index_of(b)];
  });
  contest.best.resize(1);
  contest.best.push_back({other, scores[index_of(other)]});
  contest.is_asked_for = true;
  return contest;
}

std::vector<ClassId> predicted_set(const Model& model, Scorer& scorer) {
  const LabelSetRule rule = model.label_set_rule();
  if (rule == LabelSetRule::top1) return {scorer.best(1).front().label};
  std::vector<ClassId> set;
  const auto scores = scorer.class_scores();
  LabelSetMaker(model, rule).choose(scores, set);
  std::erase_if(set, [&](ClassId c) { return !model.label_space().is_predictable(c); });
  std::stable_sort(set.begin(), set.end(),
                   [&](ClassId a, ClassId b) { return scores[index_of(a)] > scores[index_of(b)]; });
  return set;
}

template <class Explainer>
Explanation explain_with(Explainer explainer, Contributions& contributions,
                         std::span<const Prediction> best) {
  for (const Prediction& p : best) explainer.add_units(p.label);
  contributions.compute();
  Explanation result;
  result.answer = {best[0].label, best[0].score, explainer.nodes(best[0].label)};
  if (best.size() < 2) return result;
  result.runner_up = {best[1].label, best[1].score, explainer.nodes(best[1].label)};
  result.difference = explainer.difference(best[0].label, best[1].label);
  result.lead = sum_of(result.difference);
  return result;
}

}  // namespace

template <class Real>
Explanation explain(const Model& model, BasicSparseRow<Real> row, std::span<const ClassId> asked) {
  const Model::Impl& impl = model.impl();
  if (impl.support != nullptr) {
    fail(ErrorKind::usage,
         "the model has the kernel {}: its scores come from the training examples that it keeps, "
         "and features have no share in them; train with `kernel=linear` to have answers explained",
         enum_name(impl.support->spec().kind));
  }
  Scorer scorer(model);
  scorer.score(row);
  const Contest contest = contest_of(scorer, asked);
  Contributions contributions(impl, row);
  Explanation result =
      is_top_down(impl.decoding)
          ? explain_with(PathExplainer(impl, contributions, scorer.node_scores()), contributions,
                         contest.best)
          : explain_with(AttributeExplainer(impl, contributions), contributions, contest.best);
  result.is_asked_for = contest.is_asked_for;
  result.predicted = predicted_set(model, scorer);
  return result;
}

std::vector<ClassId> classes_to_explain(const Model& model, std::string_view label) {
  const LabelSpace& labels = model.label_space();
  const Taxonomy& taxonomy = labels.taxonomy();
  const auto own = labels.find(label);
  if (own && labels.is_predictable(*own)) return {*own};
  const auto node = taxonomy.find(label);
  if (!own && !node) {
    std::vector<std::string> known;
    for (const NodeId other : taxonomy.top_down()) known.emplace_back(taxonomy.name(other));
    fail_parameter("label", "the model knows no {}{}", clade::detail::quoted(label),
                   did_you_mean(label, known));
  }
  std::vector<ClassId> classes;
  for (std::size_t c = 0; node && c < labels.size(); ++c) {
    const auto id = static_cast<ClassId>(c);
    if (!labels.is_predictable(id)) continue;
    const auto above = taxonomy.ancestor_set(labels.node(id));
    if (std::find(above.begin(), above.end(), *node) != above.end()) classes.push_back(id);
  }
  if (classes.empty()) {
    fail_parameter("label", "{} was not in the training data: the model never predicts it",
                   clade::detail::quoted(label));
  }
  return classes;
}

template Explanation explain(const Model&, BasicSparseRow<float>, std::span<const ClassId>);
template Explanation explain(const Model&, BasicSparseRow<double>, std::span<const ClassId>);

}  // namespace clade
