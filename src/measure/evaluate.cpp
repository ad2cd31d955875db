// Sums up what was measured instance by instance.
#include "measure/evaluate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "clade/label_sets.h"
#include "clade/probabilities.h"
#include "measure/answer_counts.h"
#include "measure/instance_means.h"
#include "measure/intervals.h"
#include "measure/measurements.h"
#include "measure/reliability.h"
#include "measure/set_measures.h"
#include "model/beam.h"
#include "taxonomy/loss.h"

namespace clade::detail {

namespace {

// The measures that the scores and the top class give, in the order of the contract.
void add_class_measures(const Measurer& measurer, const Measurements& measured,
                        InstanceMeans& means) {
  const auto& tops = measured.tops;
  const auto& rankings = measured.rankings;
  const bool has_top = !tops.empty();
  const bool has_ranking = !rankings.empty();
  if (has_top) means.add("accuracy", tops, &TopClassValues::right);
  if (has_ranking) {
    means.add("average_precision", rankings, &RankingValues::average_precision);
    means.add("ranking_loss", rankings, &RankingValues::ranking_loss);
    means.add("max_loss", rankings, &RankingValues::max_loss);
  }
  if (has_top) means.add("top_loss", tops, &TopClassValues::top_loss);
  if (has_ranking) means.add("ranked_pair_loss", rankings, &RankingValues::ranked_pair_loss);
  if (!has_top) return;
  means.add("parent_accuracy", tops, &TopClassValues::parent_right);
  means.add("tree_loss", tops, &TopClassValues::tree_loss);
  if (!measurer.top_class().measures_l_delta()) return;
  means.add("l01", tops, [](const TopClassValues& top) { return top.right ? 0 : 1; });
  means.add("l_delta", tops, &TopClassValues::l_delta);
  if (!measurer.top_class().measures_l_sib_and_l_sub()) return;
  means.add("l_sib", tops, &TopClassValues::l_sib);
  means.add("l_sub", tops, &TopClassValues::l_sub);
}

void add_levels(const Measurer& measurer, const Measurements& measured, Evaluation& evaluation) {
  for (const TopClassValues& top : measured.tops) ++evaluation.loss_histogram[top.top_loss];
  const auto instances = static_cast<double>(measurer.measured().size());
  const auto& auprc = measured.node_precision.by_level;
  for (std::size_t level = 1; level <= measurer.levels().count(); ++level) {
    LevelReport report{level, {}, measurer.levels().nodes(level), 0, {}, {}};
    if (!measured.tops.empty()) {
      report.accuracy = static_cast<double>(measured.level_hits[level]) / instances;
    }
    report.f1 = measured.level_nodes[level].f1();
    if (level < auprc.size()) report.auprc = auprc[level];
    evaluation.per_level.push_back(report);
  }
}

void add_classes(const Measurer& measurer, const SetCounts& sets, Evaluation& evaluation) {
  for (std::size_t c = 0; c < sets.classes().size(); ++c) {
    if (!measurer.counted_classes()[c]) continue;
    const Overlap& overlap = sets.classes()[c];
    evaluation.per_class.push_back({static_cast<ClassId>(c), overlap.truth, overlap.precision(),
                                    overlap.recall(), overlap.f1()});
  }
}

void check(const LabelSpace& labels, const Dataset& truth, const GivenPredictions& predictions,
           const EvaluateOptions& options) {
  if (!predictions.scores && !predictions.sets) {
    fail(ErrorKind::usage, "expected scores or predicted labels to evaluate, got neither");
  }
  bool can_predict = false;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    can_predict = can_predict || labels.is_predictable(static_cast<ClassId>(c));
  }
  const auto is_zero = [](std::size_t k) { return k == 0; };
  if (std::any_of(options.precision_at.begin(), options.precision_at.end(), is_zero)) {
    fail(ErrorKind::usage, "expected k of precision at k to be at least 1, got 0");
  }
  if (options.label_set && is_learned(*options.label_set) && !predictions.set_of &&
      !predictions.sets) {
    fail_parameter("label_set", "only a model has learned how large label sets are");
  }
  if (!can_predict) fail(ErrorKind::input, "the label space has no class that can be predicted");
  if (!predictions.sets) return;
  if (predictions.sets->size() != truth.size()) {
    fail(ErrorKind::usage, "expected {} predicted label sets, one per instance, got {}",
         truth.size(), predictions.sets->size());
  }
  for (const auto& set : *predictions.sets) {
    for (const ClassId c : set) {
      if (index_of(c) >= labels.size()) {
        fail(ErrorKind::usage, "expected a predicted class below {}, got {}", labels.size(),
             index_of(c));
      }
    }
  }
}

std::vector<std::size_t> labelled_instances(const Dataset& truth) {
  std::vector<std::size_t> instances;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!truth.labels(i).empty()) instances.push_back(i);
  }
  if (instances.empty()) {
    fail(ErrorKind::input, "nothing to evaluate: none of the {} instances has a label",
         truth.size());
  }
  return instances;
}

}  // namespace

Evaluation evaluate(const LabelSpace& labels, const Dataset& truth,
                    const GivenPredictions& predictions, const EvaluateOptions& options,
                    ThreadPool& pool, Reporter* reporter, Communicator& peers) {
  check(labels, truth, predictions, options);
  const Measurer measurer(labels, truth, predictions, options, labelled_instances(truth));
  Measurements measured = measurer.run(pool, reporter, peers);

  Evaluation evaluation;
  evaluation.measured = measurer.measured();
  evaluation.instances = evaluation.measured.size();
  evaluation.unlabelled = truth.size() - evaluation.instances;
  InstanceMeans means(evaluation, options.keep_instances || options.intervals);
  add_class_measures(measurer, measured, means);
  for (auto& metric :
       set_measures(measured.sets, measurer.counted_classes(), measurer.is_single_label())) {
    evaluation.metrics.push_back(std::move(metric));
  }
  means.add("symmetric_difference", measured.set_differences, &SetDifferences::labels);
  means.add("symdiff_ancestor_sets", measured.set_differences, &SetDifferences::ancestor_sets);
  if (!measured.set_losses.empty()) {
    means.add("set_loss", measured.set_losses, std::identity());
  }
  means.add("lca_f1", measured.lca_f1, std::identity());
  if (const auto auprc = measured.node_precision.pooled) {
    evaluation.metrics.emplace_back("auprc", *auprc);
    evaluation.pooled_over = predictions.pooled_over;
  }
  if (const auto sets = measured.node_precision.closed_sets) {
    evaluation.metrics.emplace_back("fmax", sets->fmax);
    evaluation.metrics.emplace_back("smin", sets->smin);
  }
  for (std::size_t i = 0; i < measured.precision_at.size(); ++i) {
    means.add(fmt::format("precision_at_{}", options.precision_at[i]), measured.precision_at[i],
              std::identity());
  }
  add_levels(measurer, measured, evaluation);
  add_classes(measurer, measured.sets, evaluation);
  evaluation.judged = std::move(measured.judged);
  evaluation.curves = std::move(measured.curves);
  if (options.intervals) {
    add_set_intervals(measured.outcomes, measurer.counted_classes(), evaluation, pool);
    add_mean_intervals(evaluation, pool);
  }
  if (!options.keep_instances) evaluation.per_instance.clear();
  evaluation.warnings = predictions.warnings;
  if (evaluation.unlabelled > 0) {
    evaluation.warnings.push_back(
        fmt::format("{} of {} instances have no label and were left out of the evaluation",
                    evaluation.unlabelled, truth.size()));
  }
  evaluation.empty_sets = measured.empty_sets;
  return evaluation;
}

namespace {

void add_answer_counts(std::size_t featureless, LabelSetRule rule, Evaluation& evaluation) {
  evaluation.featureless = featureless;
  for (std::string& warning :
       answer_warnings({evaluation.instances, evaluation.empty_sets, featureless}, rule)) {
    evaluation.warnings.push_back(std::move(warning));
  }
}

void add_unknown(std::size_t unknown, Evaluation& evaluation) {
  evaluation.unknown_features = unknown;
  if (unknown == 0) return;
  evaluation.warnings.push_back(
      fmt::format("{} feature values were ignored: the model does not know the feature", unknown));
}

// A beam finds one class; where sets of labels are predicted, it cannot.
void check_beam(const Model& model, const EvaluateOptions& options) {
  const LabelSetRule rule = options.label_set.value_or(model.label_set_rule());
  if (rule == LabelSetRule::top1) return;
  fail_parameter("beam",
                 "it finds the best class, and this model's sets of labels need the scores of all; "
                 "leave `beam` out or ask for `label_set=top1`");
}

// The sets that a rank has found go to all others.
void share_sets(const RankPart& own, Communicator& peers, std::vector<std::vector<ClassId>>& sets) {
  if (peers.is_alone()) return;
  std::string mine;
  for (std::size_t i = own.begin; i < own.end; ++i) append_values<ClassId>(sets[i], mine);
  const std::vector<std::string> all = peers.gather(mine);
  for (std::size_t r = 0; r < all.size(); ++r) {
    ByteReader reader(all[r]);
    const RankPart part = part_of_rank(sets.size(), static_cast<int>(r), peers.size());
    for (std::size_t i = part.begin; i < part.end; ++i) sets[i] = reader.values<ClassId>();
  }
}

Evaluation evaluate_beam(const Model& model, const LabelSpace& labels, const Dataset& data,
                         const EvaluateOptions& options, ThreadPool& pool, Communicator& peers) {
  check_beam(model, options);
  const auto beam = std::make_shared<const Beam>(model, options.beam);
  std::vector<std::vector<ClassId>> sets(data.size());
  std::atomic<std::uint64_t> unknown = 0, featureless = 0, checked = 0, same = 0;
  const auto search = [&](const auto& rows, std::size_t begin, std::size_t end) {
    Scorer scorer(model, beam);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t unknown_here = scorer.score(rows.row(i), ScoresFor::best_class);
      unknown += unknown_here;
      if (unknown_here == rows.row(i).size() && !data.labels(i).empty()) ++featureless;
      for (const Prediction& best : scorer.best(1)) sets[i].push_back(best.label);
      if (!is_checked_instance(i)) continue;
      ++checked;
      if (agrees_with_full_scan(model, rows.row(i), scorer)) ++same;
    }
  };
  constexpr std::size_t grain = 64;
  const RankPart own = part_of_rank(data.size(), peers.rank(), peers.size());
  pool.for_ranges(own.end - own.begin, grain, [&](std::size_t begin, std::size_t end) {
    std::visit([&](const auto& rows) { search(rows, own.begin + begin, own.begin + end); },
               data.rows());
  });
  share_sets(own, peers, sets);
  GivenPredictions predictions;
  predictions.sets = std::move(sets);
  Evaluation evaluation = evaluate(labels, data, predictions, options, pool, nullptr, peers);
  evaluation.beam = {options.beam, peers.sum(checked), peers.sum(same)};
  add_unknown(peers.sum(unknown), evaluation);
  add_answer_counts(peers.sum(featureless), LabelSetRule::top1, evaluation);
  return evaluation;
}

}  // namespace

namespace {

// The nodes of a label space stay the first of its extensions.
void pool_probabilities(const Model& model, GivenPredictions& predictions) {
  if (model.calibration() == nullptr) return;
  predictions.pooled_over = PooledOver::probabilities;
  const auto map = std::make_shared<const ProbabilityMap>(model);
  predictions.node_values = [map](std::size_t, std::span<const double> scores,
                                  std::span<double> nodes) {
    Probabilities p;
    map->apply(scores.first(map->labels().size()), p);
    for (std::size_t n = 0; n < p.nodes.size(); ++n) {
      if (!std::isinf(nodes[n])) nodes[n] = p.nodes[n];
    }
  };
}

}  // namespace

Evaluation evaluate(const Model& model, const LabelSpace& labels, const Dataset& data,
                    const EvaluateOptions& options, ThreadPool& pool, Reporter* reporter,
                    Communicator& peers) {
  const std::size_t scored = model.label_space().size();
  if (labels.size() < scored) {
    fail(ErrorKind::usage, "expected the model's {} classes or an extension of them, got {}",
         scored, labels.size());
  }
  if (options.beam > 0) return evaluate_beam(model, labels, data, options, pool, peers);
  std::atomic<std::uint64_t> unknown = 0, featureless = 0;
  std::vector<char> is_counted(data.size(), 0);  // an instance may be scored twice
  GivenPredictions predictions;
  predictions.scores = [&](std::size_t instance, std::span<double> scores) {
    std::size_t unknown_here = 0, features = 0;
    std::visit(
        [&](const auto& rows) {
          features = rows.row(instance).size();
          model.scores(rows.row(instance), scores.first(scored), &unknown_here);
        },
        data.rows());
    if (is_counted[instance] != 0) return;
    is_counted[instance] = 1;
    unknown += unknown_here;
    if (unknown_here == features) ++featureless;
  };
  pool_probabilities(model, predictions);
  EvaluateOptions with_rule = options;
  with_rule.label_set = options.label_set.value_or(model.label_set_rule());
  const LabelSetMaker sets = *with_rule.label_set == LabelSetRule::least_loss
                                 ? LabelSetMaker(model, LabelSetRule::least_loss,
                                                 make_node_costs(options.loss, labels.taxonomy()))
                                 : LabelSetMaker(model, *with_rule.label_set);
  if (is_learned(*with_rule.label_set)) {
    predictions.set_of = [&](std::span<const double> scores, std::vector<ClassId>& set) {
      sets.choose(scores.first(scored), set);
    };
  }

  Evaluation evaluation = evaluate(labels, data, predictions, with_rule, pool, reporter, peers);
  if (model.calibration() != nullptr) {
    add_reliability(model, labels, data, options.keep_instances || options.intervals, evaluation,
                    pool, peers);
    if (options.intervals) add_mean_intervals(evaluation, pool);
    if (!options.keep_instances) evaluation.per_instance.clear();
  }
  add_unknown(peers.sum(unknown), evaluation);
  add_answer_counts(peers.sum(featureless), *with_rule.label_set, evaluation);
  return evaluation;
}

}  // namespace clade::detail
