#include "eval/taxonomy/learn_by_rounds.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/fail.h"
#include "base/train_context.h"
#include "data/record_subset.h"
#include "eval/taxonomy/weight_distances.h"
#include "measure/splits.h"
#include "method/buffered_reporter.h"

namespace clade::detail {

namespace {

using Configure = std::function<Configured()>;

// What all trainings share.
struct Setup {
  const Configure& configure;
  const RoundParams& params;
  ThreadPool& pool;
  Reporter& reporter;
};

// Records that are learned from, round after round.
class RoundChain {
 public:
  RoundChain(const Records& records, std::vector<std::size_t> indices, const Setup& setup)
      : records_(records),
        indices_(std::move(indices)),
        setup_(setup),
        labels_(TaxonomySource{}, LabelNodes::terminal, subset(records, indices_).label_names) {}

  // With the tree of this round, or without one in the first.
  void train() {
    const Configured configured = setup_.configure();
    TaxonomyDraw draw;
    if (clusters_) draw.tree = std::make_shared<const Taxonomy>(clusters_->taxonomy(labels_));
    part_ = std::make_unique<TrainingPart>(part(), configured.text, configured.label_nodes,
                                           TaxonomySource{}, draw, setup_.pool);
    BufferedReporter quiet(setup_.reporter);  // the training that follows will say it
    TrainContext context{quiet, setup_.pool, setup_.params.seed};
    Trained trained = part_->train(*configured.method, 0, context);
    if (trained.summary.stopped == Stop::interrupted || setup_.reporter.stop_requested()) {
      throw Cancelled();
    }
    model_ = std::move(trained.model);
  }

  // The tree of the next round, from the weights of this one. False where it is as before.
  bool grow() {
    std::optional<ClassClusters> before = std::move(clusters_);
    clusters_ = cluster_classes(weight_distances(*model_, labels_, setup_.pool),
                                setup_.params.linkage, setup_.params.levels);
    return !before || before->edges(labels_) != clusters_->edges(labels_);
  }

  // The sum over records.
  double average_precision(const std::vector<std::size_t>& held_out) const {
    EvaluateOptions measures;
    measures.auprc_from_level = 0;  // would take longer than all the rest
    const ModelEvaluation result =
        part_->measure(*model_, {records_, held_out}, measures, setup_.pool);
    for (const auto& [name, value] : result.evaluation.metrics) {
      if (name == "average_precision") return value * static_cast<double>(held_out.size());
    }
    return 0;
  }

  std::pair<ClassClusters, LabelSpace> result() && { return {std::move(*clusters_), labels_}; }

 private:
  RecordPart part() const { return {records_, indices_}; }

  const Records& records_;
  std::vector<std::size_t> indices_;
  const Setup& setup_;
  LabelSpace labels_;
  std::optional<ClassClusters> clusters_;  // of this round; nothing in the first
  std::unique_ptr<TrainingPart> part_;
  std::optional<Model> model_;
};

// The rounds on folds: what they are worth, until it no longer rises.
class FoldRounds {
 public:
  FoldRounds(const Records& records, const Setup& setup) : setup_(setup) {
    splits_ = fold_splits(records, setup.params.folds, setup.params.seed);
    for (const Split& split : splits_) {
      chains_.push_back(std::make_unique<RoundChain>(records, split.train, setup));
    }
  }

  std::vector<double> run() {
    values_.push_back(measure_round());
    say(0, "without a taxonomy");
    for (std::size_t round = 1; round <= setup_.params.rounds; ++round) {
      if (!grow()) {
        setup_.reporter.on_note("the trees do not change any more");
        break;
      }
      values_.push_back(measure_round());
      const double best = *std::max_element(values_.begin(), values_.end() - 1);
      const bool rises = values_.back() > best;
      say(round, rises ? "higher than before" : "no higher than before: the last round");
      if (!rises) break;
    }
    return std::move(values_);
  }

 private:
  double measure_round() {
    double sum = 0;
    std::size_t records = 0;
    for (std::size_t f = 0; f < chains_.size(); ++f) {
      setup_.reporter.on_stage(fmt::format("round {} of {} at most, fold {} of {}", values_.size(),
                                           setup_.params.rounds, f + 1, chains_.size()));
      chains_[f]->train();
      sum += chains_[f]->average_precision(splits_[f].test);
      records += splits_[f].test.size();
    }
    return sum / static_cast<double>(records);
  }

  bool grow() {
    bool has_changed = false;
    for (const auto& chain : chains_) has_changed = chain->grow() || has_changed;
    return has_changed;
  }

  void say(std::size_t round, const char* what) {
    setup_.reporter.on_note(fmt::format("round {}: average precision {:.4f} on {} folds, {}", round,
                                        values_.back(), chains_.size(), what));
  }

  const Setup& setup_;
  std::vector<Split> splits_;
  std::vector<std::unique_ptr<RoundChain>> chains_;
  std::vector<double> values_;
};

void check(const Configured& configured) {
  if (!configured.method->traits().is_flat) return;
  fail(
      ErrorKind::usage,
      "{} without a taxonomy learns nothing from one: leave out `flat` to learn a taxonomy with it",
      configured.method->name());
}

void tell_kept(const LearnedRounds& learned, Reporter& reporter) {
  const double kept = learned.average_precision[learned.kept];
  reporter.on_note(
      fmt::format("kept the taxonomy of round {}, average precision {:.4f}", learned.kept, kept));
  if (kept > learned.average_precision.front()) return;
  reporter.on_warning(fmt::format("no round is better than training without a taxonomy ({:.4f})",
                                  learned.average_precision.front()));
}

}  // namespace

LearnedRounds learn_by_rounds(const RecordPart& part, const Configure& configure,
                              const RoundParams& params, ThreadPool& pool, Reporter& reporter) {
  check(configure());
  const Setup setup{configure, params, pool, reporter};
  const Records records = subset(part.records, part.indices);
  std::vector<double> values = FoldRounds(records, setup).run();
  const auto best = std::max_element(values.begin() + 1, values.end());
  const auto kept = static_cast<std::size_t>(best - values.begin());

  std::vector<std::size_t> all(records.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  RoundChain chain(records, std::move(all), setup);
  for (std::size_t round = 0; round < kept; ++round) {
    reporter.on_stage(fmt::format("all records, round {} of {}", round, kept));
    chain.train();
    chain.grow();
  }
  auto [clusters, labels] = std::move(chain).result();
  LearnedRounds learned{std::move(clusters), std::move(labels), std::move(values), kept};
  tell_kept(learned, reporter);
  return learned;
}

}  // namespace clade::detail
