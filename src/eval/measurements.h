// Measures every instance of a dataset, in blocks and on all threads.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/metrics.h"
#include "eval/class_levels.h"
#include "eval/ranking.h"
#include "eval/set_counts.h"
#include "eval/top_class.h"

namespace clade {

// One entry per measured instance, in order, or empty where nothing can be measured; counts are
// over all of them. Nothing here depends on which thread did what.
struct Measurements {
  explicit Measurements(std::size_t classes) : sets(classes) {}

  std::vector<RankingValues> rankings;
  std::vector<TopClassValues> tops;
  std::vector<SetDifferences> set_differences;
  std::vector<std::size_t> level_hits;  // by level, from 0
  SetCounts sets;
};

class Measurer {
 public:
  // `instances` are those with labels, and some class can be predicted; the other arguments must
  // outlive this object.
  Measurer(const LabelSpace& labels, const Dataset& truth, const GivenPredictions& predictions,
           const EvaluateOptions& options, std::vector<std::size_t> instances);

  Measurements run(ThreadPool& pool) const;

  const std::vector<std::size_t>& measured() const { return instances_; }
  bool is_single_label() const { return single_label_; }
  // Classes that take part in rankings and macro-F1.
  const std::vector<bool>& counted_classes() const { return counted_; }
  const ClassLevels& levels() const { return levels_; }
  const TopClass& top_class() const { return top_class_; }

 private:
  struct Workspace;  // what a block of instances needs
  void measure_instance(std::size_t position, Workspace& work, Measurements& out) const;
  void count_levels(std::span<const ClassId> truth, ClassId top, Workspace& work) const;
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
  bool inner_correct_;
  std::vector<bool> counted_;
  std::vector<ClassId> never_predicted_;
  ClassId first_predictable_;
  AncestorSets ancestors_;
  ClassLevels levels_;
  std::unique_ptr<Loss> loss_, symdiff_;
  Ranking ranking_;
  TopClass top_class_;
};

}  // namespace clade
