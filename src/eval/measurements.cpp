#include "eval/measurements.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.h"
#include "base/text.h"

namespace clade {
namespace {

// Part of the problem, not of the machine, and small enough to share out a few hundred instances.
constexpr std::size_t block_size = 64;

bool all_have_one_label(const Dataset& truth, std::span<const std::size_t> instances) {
  return std::all_of(instances.begin(), instances.end(),
                     [&](std::size_t i) { return truth.labels(i).size() == 1; });
}

// Scores have a best class; a set has one where it holds a single label.
bool every_instance_has_a_top_class(const GivenPredictions& predictions,
                                    std::span<const std::size_t> instances) {
  if (predictions.scores) return true;
  return std::all_of(instances.begin(), instances.end(),
                     [&](std::size_t i) { return (*predictions.sets)[i].size() == 1; });
}

std::vector<bool> counted(const LabelSpace& labels, const Dataset& truth, bool only_seen) {
  std::vector<bool> result(labels.size(), !only_seen);
  for (std::size_t i = 0; only_seen && i < truth.size(); ++i) {
    for (const ClassId c : truth.labels(i)) result[index_of(c)] = true;
  }
  return result;
}

void sort_unique(std::vector<ClassId>& classes) {
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
}

std::vector<ClassId> classes_where(const LabelSpace& labels, bool predictable) {
  std::vector<ClassId> classes;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label) == predictable) classes.push_back(label);
  }
  return classes;
}

}  // namespace

struct Measurer::Workspace {
  std::vector<double> scores;
  ClassId top{};                   // the best of the scores
  std::vector<char> agree;         // by level
  std::vector<ClassId> predicted;  // of one instance
  Ranking::Scratch ranking;
  std::vector<std::vector<ClassId>> sets;  // of the block
  std::vector<Overlap> nodes;              // of the block
  std::vector<std::size_t> level_hits;     // of the block
};

Measurer::Measurer(const LabelSpace& labels, const Dataset& truth,
                   const GivenPredictions& predictions, const EvaluateOptions& options,
                   std::vector<std::size_t> instances)
    : labels_(labels),
      truth_(truth),
      predictions_(predictions),
      rule_(options.label_set.value_or(LabelSetRule::top1)),
      instances_(std::move(instances)),
      single_label_(all_have_one_label(truth, instances_)),
      has_top_class_(every_instance_has_a_top_class(predictions, instances_)),
      inner_correct_(options.inner_correct),
      counted_(counted(labels, truth, options.seen_classes)),
      never_predicted_(classes_where(labels, false)),
      first_predictable_(classes_where(labels, true).front()),
      ancestors_(labels.taxonomy(), labels.classes()),
      levels_(labels.taxonomy(), ancestors_),
      loss_(make_loss(options.loss, labels.taxonomy(), labels.classes())),
      symdiff_(make_loss("symdiff", labels.taxonomy(), labels.classes())),
      ranking_(labels, counted_, *loss_, *symdiff_),
      top_class_(labels, *loss_, *symdiff_, single_label_) {}

Measurements Measurer::run(ThreadPool& pool) const {
  Measurements out(labels_.size());
  if (predictions_.scores) out.rankings.resize(instances_.size());
  if (has_top_class_) out.tops.resize(instances_.size());
  out.set_differences.resize(instances_.size());
  out.level_hits.assign(levels_.count() + 1, 0);

  std::mutex counts;
  pool.for_ranges(instances_.size(), block_size, [&](std::size_t begin, std::size_t end) {
    Workspace work;
    work.level_hits.assign(out.level_hits.size(), 0);
    for (std::size_t position = begin; position < end; ++position) {
      measure_instance(position, work, out);
    }
    const std::lock_guard lock(counts);
    for (std::size_t level = 0; level < work.level_hits.size(); ++level) {
      out.level_hits[level] += work.level_hits[level];
    }
    for (std::size_t position = begin; position < end; ++position) {
      out.sets.add(truth_.labels(instances_[position]), work.sets[position - begin],
                   work.nodes[position - begin]);
    }
  });
  return out;
}

// Writes only the entries of this instance and its block's workspace.
void Measurer::measure_instance(std::size_t position, Workspace& work, Measurements& out) const {
  const std::size_t instance = instances_[position];
  const auto truth = truth_.labels(instance);
  if (predictions_.scores) {
    work.scores.resize(labels_.size());
    read_scores(instance, work.scores);
    work.top = best_class(work.scores);
    out.rankings[position] = ranking_.measure(truth, work.scores, work.ranking);
  }
  predict_set(instance, work);
  if (inner_correct_) {
    work.top = settled(work.top, truth);
    for (ClassId& guess : work.predicted) guess = settled(guess, truth);
    sort_unique(work.predicted);
  }
  const Overlap nodes = node_overlap(ancestors_, labels_.taxonomy().root(), truth, work.predicted);
  work.nodes.push_back(nodes);
  out.set_differences[position] = set_differences(truth, work.predicted, nodes);
  if (has_top_class_) {
    const ClassId top = predictions_.scores ? work.top : work.predicted.front();
    out.tops[position] = top_class_.measure(truth, top);
    count_levels(truth, top, work);
  }
  work.sets.push_back(work.predicted);
}

// A level is hit when the top class agrees there with some true class.
void Measurer::count_levels(std::span<const ClassId> truth, ClassId top, Workspace& work) const {
  work.agree.assign(work.level_hits.size(), 0);
  for (const ClassId y : truth) {
    levels_.mark_agreement(index_of(top), index_of(y), work.agree);
  }
  for (std::size_t level = 0; level < work.agree.size(); ++level) {
    if (work.agree[level] != 0) ++work.level_hits[level];
  }
}

void Measurer::read_scores(std::size_t instance, std::span<double> scores) const {
  constexpr double never = -std::numeric_limits<double>::infinity();
  std::fill(scores.begin(), scores.end(), never);
  predictions_.scores(instance, scores);
  const auto bad =
      std::find_if(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
  if (bad != scores.end()) {
    const auto label = static_cast<ClassId>(bad - scores.begin());
    fail(ErrorKind::input, "instance {}: the score of class {} is not a number",
         clade::quoted(truth_.id(instance)), clade::quoted(labels_.name(label)));
  }
  for (const ClassId c : never_predicted_) scores[index_of(c)] = never;
}

void Measurer::predict_set(std::size_t instance, Workspace& work) const {
  work.predicted.clear();
  if (predictions_.sets) {
    work.predicted = (*predictions_.sets)[instance];
    sort_unique(work.predicted);
  } else if (rule_ == LabelSetRule::top1) {
    work.predicted.push_back(work.top);
  } else {
    for (std::size_t c = 0; c < work.scores.size(); ++c) {
      if (work.scores[c] > 0) work.predicted.push_back(static_cast<ClassId>(c));
    }
  }
}

// The true label at an inner node that the guess lies below, or the guess.
ClassId Measurer::settled(ClassId guess, std::span<const ClassId> truth) const {
  const Taxonomy& taxonomy = labels_.taxonomy();
  const std::span<const NodeId> above = ancestors_.of(index_of(guess));
  for (const ClassId y : truth) {
    const NodeId own = labels_.node(y);
    const NodeId inner = taxonomy.is_added(own) ? taxonomy.parents(own).front() : own;
    if (std::binary_search(above.begin(), above.end(), inner)) return y;
  }
  return guess;
}

// The first of the best among the classes that can be predicted; the others score -infinity.
ClassId Measurer::best_class(std::span<const double> scores) const {
  const auto best = std::max_element(scores.begin(), scores.end());
  return std::isinf(*best) && *best < 0 ? first_predictable_
                                        : static_cast<ClassId>(best - scores.begin());
}

}  // namespace clade
