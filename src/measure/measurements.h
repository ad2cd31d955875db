// Measures every instance of a dataset, in blocks and on all threads.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "data/dataset.h"
#include "measure/class_levels.h"
#include "measure/evaluate.h"
#include "measure/intervals.h"
#include "measure/lca_f1.h"
#include "measure/node_scores.h"
#include "measure/ranking.h"
#include "measure/set_counts.h"
#include "measure/step_counter.h"
#include "measure/top_class.h"
#include "taxonomy/loss.h"

namespace clade::detail {

// One entry per measured instance, in order, or empty where nothing can be measured; counts are
// over all of them. Nothing here depends on which thread did what.
struct Measurements {
  explicit Measurements(std::size_t classes) : sets(classes) {}

  std::vector<RankingValues> rankings;
  std::vector<TopClassValues> tops;
  std::vector<SetDifferences> set_differences;
  std::vector<double> set_losses;  // where the loss has costs of nodes
  std::vector<double> lca_f1;
  std::vector<std::vector<double>> precision_at;  // by entry of EvaluateOptions::precision_at
  std::vector<std::size_t> level_hits;            // by level, from 0
  std::vector<Overlap> level_nodes;               // by level, from 0
  NodePrecision node_precision;
  SetCounts sets;
  std::size_t empty_sets = 0;
  std::vector<JudgedInstance> judged;      // with EvaluateOptions::keep_judged
  std::vector<SetOutcome> outcomes;        // with EvaluateOptions::intervals
  std::optional<EvaluationCurves> curves;  // with EvaluateOptions::curves
};

// 128 MB of them.
inline constexpr std::size_t usual_kept_scores = std::size_t{1} << 24;

class Measurer {
 public:
  // `instances` are those with labels, and some class can be predicted; the other arguments must
  // outlive this object. auprc needs the scores a second time: they are kept where there are no
  // more than `most_kept_scores`, else asked for again.
  Measurer(const LabelSpace& labels, const Dataset& truth, const GivenPredictions& predictions,
           const EvaluateOptions& options, std::vector<std::size_t> instances,
           std::size_t most_kept_scores = usual_kept_scores);

  // The reporter hears how many instances are done. Each rank measures a part of them, and all have
  // the measurements of all.
  Measurements run(ThreadPool& pool, Reporter* reporter = nullptr,
                   Communicator& peers = single_rank()) const;

  const std::vector<std::size_t>& measured() const { return instances_; }
  bool is_single_label() const { return single_label_; }
  // Classes that take part in rankings and macro-F1.
  const std::vector<bool>& counted_classes() const { return counted_; }
  const ClassLevels& levels() const { return levels_; }
  const TopClass& top_class() const { return top_class_; }

 private:
  struct Workspace;  // what a block of instances needs
  struct Pairs;      // what is kept for the second pass, over pairs of instances and nodes
  void measure_instance(std::size_t position, Workspace& work, Measurements& out) const;
  void prepare(Measurements& out, Pairs& pairs) const;
  void measure_scores(std::size_t position, Workspace& work, Pairs& pairs, Measurements& out) const;
  Overlap count_nodes(std::span<const ClassId> truth, Workspace& work) const;
  std::vector<NodeId> ancestors_of(std::span<const ClassId> classes) const;
  bool measures_pairs() const { return predictions_.scores && auprc_from_level_ > 0; }
  void measure_pairs(const Pairs& pairs, StepCounter& steps, ThreadPool& pool, Communicator& peers,
                     Measurements& out) const;
  void share(Communicator& peers, Pairs& pairs, Measurements& out) const;
  void count_levels(std::span<const ClassId> truth, ClassId top, Workspace& work) const;
  void set_node_values(std::size_t instance, std::span<const double> scores,
                       std::vector<double>& nodes) const;
  void read_scores(std::size_t instance, std::span<double> scores) const;
  void predict_set(std::size_t instance, Workspace& work) const;
  ClassId best_class(std::span<const double> scores) const;
  ClassId settled(ClassId guess, std::span<const ClassId> truth) const;

  const LabelSpace& labels_;
  const Dataset& truth_;
  const GivenPredictions& predictions_;
  LabelSetRule rule_;
  std::vector<std::size_t> instances_;
  bool single_label_;
  bool has_top_class_;
  bool inner_correct_, keeps_judged_, keeps_outcomes_, makes_curves_;
  std::vector<std::size_t> precision_at_;
  std::size_t auprc_from_level_;
  std::size_t most_kept_scores_;
  std::vector<bool> counted_;
  std::vector<ClassId> never_predicted_;
  ClassId first_predictable_;
  AncestorSets ancestors_;
  ClassLevels levels_;
  std::unique_ptr<Loss> loss_, symdiff_;
  std::optional<NodeCosts> node_costs_;  // where the loss has them
  Ranking ranking_;
  TopClass top_class_;
  NodeScores node_scores_;
  LcaF1 lca_f1_;
};

}  // namespace clade::detail
