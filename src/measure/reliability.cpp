#include "measure/reliability.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <variant>

#include "base/csr.h"
#include "clade/probabilities.h"
#include "measure/instance_means.h"
#include "model/calibration.h"
#include "taxonomy/levels.h"

namespace clade::detail {

namespace {

// A truth that was held impossible costs this much, not infinity.
constexpr double least_probability = 1e-15;

double surprise(double p) { return -std::log(std::max(p, least_probability)); }

// By class of `labels`: the nodes of the model that are its ancestors, sorted.
Csr<NodeId> ancestors_in_model(const LabelSpace& labels, const LabelSpace& of_model) {
  Csr<NodeId> sets;
  std::vector<NodeId> known;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    known.clear();
    if (c < of_model.size()) {
      known = of_model.taxonomy().ancestor_set(of_model.node(static_cast<ClassId>(c)));
    } else {
      const NodeId node = labels.node(static_cast<ClassId>(c));
      for (const NodeId above : labels.taxonomy().ancestor_set(node)) {
        const auto found = of_model.taxonomy().find(labels.taxonomy().name(above));
        if (found) known.push_back(*found);
      }
    }
    std::sort(known.begin(), known.end());
    sets.push_row(known);
  }
  return sets;
}

// By level from 1: the nodes between which a choice is made there, those of the level and terminal
// nodes above.
Csr<NodeId> nodes_by_level(const Taxonomy& taxonomy) {
  const std::vector<std::size_t> level = levels_of(taxonomy);
  const std::size_t deepest = *std::max_element(level.begin(), level.end());
  Csr<NodeId> sets;
  for (std::size_t at = 1; at <= deepest; ++at) {
    for (std::size_t n = 0; n < level.size(); ++n) {
      const auto node = static_cast<NodeId>(n);
      const bool is_above = level[n] < at && taxonomy.is_terminal(node);
      if (node != taxonomy.root() && (level[n] == at || is_above)) sets.push(node);
    }
    sets.end_row();
  }
  return sets;
}

// What one instance adds.
struct Belief {
  double log_loss = 0, brier = 0;
};

class Believer {
 public:
  Believer(const Model& model, const LabelSpace& labels)
      : model_(model),
        map_(model),
        ancestors_(ancestors_in_model(labels, model.label_space())),
        level_nodes_(nodes_by_level(model.label_space().taxonomy())) {}

  std::size_t levels() const { return level_nodes_.size(); }

  // `answers`: by level from 1.
  Belief measure(std::span<const double> scores, std::span<const ClassId> truth, Probabilities& p,
                 std::span<std::pair<double, bool>> answers) const {
    map_.apply(scores, p);
    for (std::size_t level = 1; level <= levels(); ++level) {
      const NodeId top = most_probable(level, p);
      answers[level - 1] = {p.nodes[index_of(top)], is_true(top, truth)};
    }
    return model_.calibration()->kind == LabelKind::exclusive ? of_one(p, truth)
                                                              : of_several(p, truth);
  }

  // A class that the model does not know has none.
  static std::vector<double> probabilities(const Probabilities& p, std::span<const ClassId> of) {
    std::vector<double> values;
    for (const ClassId c : of) {
      values.push_back(index_of(c) < p.classes.size() ? p.classes[index_of(c)] : 0);
    }
    return values;
  }

 private:
  NodeId most_probable(std::size_t level, const Probabilities& p) const {
    const auto nodes = level_nodes_.row(level - 1);
    return *std::max_element(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
      return p.nodes[index_of(a)] < p.nodes[index_of(b)];
    });
  }

  bool is_true(NodeId node, std::span<const ClassId> truth) const {
    return std::any_of(truth.begin(), truth.end(), [&](ClassId c) {
      const auto set = ancestors_.row(index_of(c));
      return std::binary_search(set.begin(), set.end(), node);
    });
  }

  // Of a class; a label that is never predicted is true with everything below it, and nothing is
  // said of it where it is not true.
  std::optional<double> believed(const Probabilities& p, std::size_t c, bool is_true) const {
    const LabelSpace& labels = model_.label_space();
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label)) return p.classes[c];
    if (!is_true) return std::nullopt;
    return p.nodes[index_of(labels.node(label))];
  }

  double brier(const Probabilities& p, std::span<const ClassId> truth) const {
    double sum = 0;
    for (std::size_t c = 0; c < p.classes.size(); ++c) {
      const bool is_true = std::binary_search(truth.begin(), truth.end(), static_cast<ClassId>(c));
      const double error = believed(p, c, is_true).value_or(0) - (is_true ? 1 : 0);
      sum += error * error;
    }
    for (const ClassId c : truth) sum += index_of(c) >= p.classes.size() ? 1 : 0;
    return sum;
  }

  Belief of_one(const Probabilities& p, std::span<const ClassId> truth) const {
    const LabelSpace& labels = model_.label_space();
    double of_truth = 0;
    for (const ClassId c : truth) {
      if (index_of(c) >= p.classes.size()) continue;
      // A label that is never predicted is true with everything below it.
      of_truth +=
          labels.is_predictable(c) ? p.classes[index_of(c)] : p.nodes[index_of(labels.node(c))];
    }
    return {surprise(of_truth), brier(p, truth)};
  }

  Belief of_several(const Probabilities& p, std::span<const ClassId> truth) const {
    double sum = 0;
    for (std::size_t c = 0; c < p.classes.size(); ++c) {
      const bool is_true = std::binary_search(truth.begin(), truth.end(), static_cast<ClassId>(c));
      const double of_class = believed(p, c, is_true).value_or(0);
      sum += surprise(is_true ? of_class : 1 - of_class);
    }
    for (const ClassId c : truth) sum += index_of(c) >= p.classes.size() ? surprise(0) : 0;
    return {sum, brier(p, truth)};
  }

  const Model& model_;
  ProbabilityMap map_;
  Csr<NodeId> ancestors_;
  Csr<NodeId> level_nodes_;  // by level from 1
};

}  // namespace

namespace {

// By answer, sorted: the share of right ones among those of the same confidence. Which of these are
// in a bin must not depend on whether they are right.
std::vector<double> shares_right(std::span<const std::pair<double, bool>> answers) {
  std::vector<double> shares(answers.size());
  for (std::size_t begin = 0, end = 0; begin < answers.size(); begin = end) {
    double right = 0;
    for (; end < answers.size() && answers[end].first == answers[begin].first; ++end) {
      right += answers[end].second ? 1 : 0;
    }
    for (std::size_t i = begin; i < end; ++i) shares[i] = right / static_cast<double>(end - begin);
  }
  return shares;
}

}  // namespace

LevelReliability reliability_of(std::vector<std::pair<double, bool>> answers) {
  std::sort(answers.begin(), answers.end());
  const std::vector<double> shares = shares_right(answers);
  LevelReliability result{};
  const std::size_t count = answers.size();
  double error = 0;
  for (std::size_t b = 0; b < reliability_bins; ++b) {
    const std::size_t begin = count * b / reliability_bins;
    const std::size_t end = count * (b + 1) / reliability_bins;
    if (begin == end) continue;
    double confidence = 0, right = 0;
    for (std::size_t i = begin; i < end; ++i) {
      confidence += answers[i].first;
      right += shares[i];
    }
    const auto size = static_cast<double>(end - begin);
    result.bins.push_back({confidence / size, right / size, end - begin});
    error += std::abs(confidence - right);
  }
  if (count > 0) result.ece = error / static_cast<double>(count);
  return result;
}

void add_reliability(const Model& model, const LabelSpace& labels, const Dataset& data,
                     bool keep_instances, Evaluation& evaluation, ThreadPool& pool,
                     Communicator& peers) {
  const Believer believer(model, labels);
  const std::vector<std::size_t>& instances = evaluation.measured;
  const std::size_t levels = believer.levels();
  std::vector<Belief> beliefs(instances.size());
  std::vector<std::pair<double, bool>> answers(instances.size() * levels);
  const RankPart own = part_of_rank(instances.size(), peers.rank(), peers.size());
  constexpr std::size_t grain = 64;
  pool.for_ranges(own.end - own.begin, grain, [&](std::size_t begin, std::size_t end) {
    Scorer scorer(model);
    Probabilities p;
    for (std::size_t i = own.begin + begin; i < own.begin + end; ++i) {
      std::visit([&](const auto& rows) { scorer.score(rows.row(instances[i])); }, data.rows());
      beliefs[i] = believer.measure(scorer.class_scores(), data.labels(instances[i]), p,
                                    std::span(answers).subspan(i * levels, levels));
      if (evaluation.judged.empty()) continue;
      JudgedInstance& judged = evaluation.judged[i];
      judged.probabilities = Believer::probabilities(p, judged.guesses);
    }
  });
  share_parts(beliefs, instances.size(), peers);
  share_parts(answers, instances.size(), peers);
  InstanceMeans means(evaluation, keep_instances);
  means.add("log_loss", beliefs, &Belief::log_loss);
  means.add("brier", beliefs, &Belief::brier);
  for (std::size_t level = 1; level <= levels; ++level) {
    std::vector<std::pair<double, bool>> of_level;
    for (std::size_t i = 0; i < instances.size(); ++i) {
      of_level.push_back(answers[i * levels + level - 1]);
    }
    evaluation.reliability.push_back(reliability_of(std::move(of_level)));
    evaluation.reliability.back().level = level;
    for (LevelReport& report : evaluation.per_level) {
      if (report.level == level) report.ece = evaluation.reliability.back().ece;
    }
  }
  if (levels > 0) evaluation.metrics.emplace_back("ece", evaluation.reliability.back().ece);
}

}  // namespace clade::detail
