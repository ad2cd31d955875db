#include "measure/measurements.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.h"
#include "base/text.h"
#include "measure/precision_at.h"
#include "measure/threshold_curves.h"

namespace clade::detail {
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
  std::vector<double> node_scores;
  std::vector<ClassId> best;
  LcaF1::Scratch lca;
  std::vector<std::vector<ClassId>> sets;          // of the block
  std::vector<Overlap> nodes;                      // of the block
  std::vector<std::size_t> level_hits;             // of the block
  std::vector<Overlap> level_nodes;                // of the block
  std::vector<std::vector<double>> positives;      // of the block, by level
  std::vector<CurveCounter::Positive> true_nodes;  // of the block

  explicit Workspace(std::size_t levels)
      : level_hits(levels), level_nodes(levels), positives(levels) {}
};

struct Measurer::Pairs {
  RankPart part;                                   // of the instances, that this rank measures
  std::vector<std::vector<double>> positives;      // by level
  std::vector<double> scores;                      // by instance and class, or empty
  std::vector<CurveCounter::Positive> true_nodes;  // where there are curves
};

Measurer::Measurer(const LabelSpace& labels, const Dataset& truth,
                   const GivenPredictions& predictions, const EvaluateOptions& options,
                   std::vector<std::size_t> instances, std::size_t most_kept_scores)
    : labels_(labels),
      truth_(truth),
      predictions_(predictions),
      rule_(options.label_set.value_or(LabelSetRule::top1)),
      instances_(std::move(instances)),
      single_label_(all_have_one_label(truth, instances_)),
      has_top_class_(every_instance_has_a_top_class(predictions, instances_)),
      inner_correct_(options.inner_correct),
      keeps_judged_(options.keep_judged),
      keeps_outcomes_(options.intervals),
      makes_curves_(options.curves),
      precision_at_(options.precision_at),
      auprc_from_level_(options.auprc_from_level),
      most_kept_scores_(most_kept_scores),
      counted_(counted(labels, truth, options.seen_classes)),
      never_predicted_(classes_where(labels, false)),
      first_predictable_(classes_where(labels, true).front()),
      ancestors_(labels.taxonomy(), labels.classes()),
      levels_(labels.taxonomy(), ancestors_),
      loss_(make_loss(options.loss, labels.taxonomy(), labels.classes())),
      symdiff_(make_loss("symdiff", labels.taxonomy(), labels.classes())),
      ranking_(labels, counted_, *loss_, *symdiff_),
      top_class_(labels, *loss_, *symdiff_, single_label_),
      node_scores_(labels),
      lca_f1_(labels, ancestors_) {
  if (has_node_costs(options.loss)) node_costs_ = make_node_costs(options.loss, labels.taxonomy());
}

Measurements Measurer::run(ThreadPool& pool, Reporter* reporter, Communicator& peers) const {
  Measurements out(labels_.size());
  Pairs pairs;
  const RankPart part = pairs.part = part_of_rank(instances_.size(), peers.rank(), peers.size());
  prepare(out, pairs);
  Reporter silent;
  StepCounter steps(part.end - part.begin, reporter != nullptr ? *reporter : silent,
                    measures_pairs() ? 2 : 1);
  std::mutex counts;
  pool.for_ranges(part.end - part.begin, block_size, [&](std::size_t begin, std::size_t end) {
    begin += part.begin;
    end += part.begin;
    Workspace work(levels_.count() + 1);
    for (std::size_t position = begin; position < end; ++position) {
      if (predictions_.scores) measure_scores(position, work, pairs, out);
      measure_instance(position, work, out);
    }
    const std::lock_guard lock(counts);
    for (std::size_t level = 0; level <= levels_.count(); ++level) {
      out.level_hits[level] += work.level_hits[level];
      out.level_nodes[level] += work.level_nodes[level];
      pairs.positives[level].insert(pairs.positives[level].end(), work.positives[level].begin(),
                                    work.positives[level].end());
    }
    pairs.true_nodes.insert(pairs.true_nodes.end(), work.true_nodes.begin(), work.true_nodes.end());
    steps.done("", end - begin);
    for (std::size_t position = begin; position < end; ++position) {
      if (work.sets[position - begin].empty()) ++out.empty_sets;
      const auto truth = truth_.labels(instances_[position]);
      out.sets.add(truth, work.sets[position - begin], work.nodes[position - begin]);
      if (!keeps_outcomes_) continue;
      out.outcomes[position] = {{truth.begin(), truth.end()},
                                std::move(work.sets[position - begin]),
                                work.nodes[position - begin]};
    }
  });
  if (!peers.is_alone()) share(peers, pairs, out);
  if (measures_pairs()) measure_pairs(pairs, steps, pool, peers, out);
  return out;
}

namespace {

std::vector<Overlap> sum_of_ranks(std::span<const Overlap> own, Communicator& peers) {
  std::string mine;
  append_values<Overlap>(own, mine);
  std::vector<Overlap> sum(own.size());
  for (const std::string& bytes : peers.gather(mine)) {
    const std::vector<Overlap> of_rank = ByteReader(bytes).values<Overlap>();
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += of_rank[k];
  }
  return sum;
}

void share_outcomes(const RankPart& own, Communicator& peers, std::vector<SetOutcome>& outcomes) {
  if (outcomes.empty()) return;
  std::string mine;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    append_values<ClassId>(outcomes[i].truth, mine);
    append_values<ClassId>(outcomes[i].predicted, mine);
    append_value(outcomes[i].nodes, mine);
  }
  std::size_t next = 0;
  for (const std::string& bytes : peers.gather(mine)) {
    for (ByteReader reader(bytes); !reader.is_at_end(); ++next) {
      outcomes[next].truth = reader.values<ClassId>();
      outcomes[next].predicted = reader.values<ClassId>();
      outcomes[next].nodes = reader.value<Overlap>();
    }
  }
}

}  // namespace

// After the first pass: what each rank has measured goes to all others. Scores that are kept stay.
void Measurer::share(Communicator& peers, Pairs& pairs, Measurements& out) const {
  const std::size_t count = instances_.size();
  share_parts(out.rankings, count, peers);
  share_parts(out.tops, count, peers);
  share_parts(out.set_differences, count, peers);
  share_parts(out.set_losses, count, peers);
  share_parts(out.lca_f1, count, peers);
  for (auto& values : out.precision_at) share_parts(values, count, peers);
  add_up(out.level_hits, peers);
  out.level_nodes = sum_of_ranks(out.level_nodes, peers);
  const Overlap nodes = out.sets.nodes();
  out.sets = SetCounts(sum_of_ranks(out.sets.classes(), peers),
                       sum_of_ranks(std::span(&nodes, 1), peers).front());
  out.empty_sets = peers.sum(std::uint64_t{out.empty_sets});
  share_outcomes(pairs.part, peers, out.outcomes);
  for (std::vector<double>& of_level : pairs.positives) {
    std::string mine;
    append_values<double>(of_level, mine);
    of_level.clear();
    for (const std::string& bytes : peers.gather(mine)) {
      const std::vector<double> of_rank = ByteReader(bytes).values<double>();
      of_level.insert(of_level.end(), of_rank.begin(), of_rank.end());
    }
  }
}

void Measurer::prepare(Measurements& out, Pairs& pairs) const {
  const std::size_t count = instances_.size();
  const std::size_t levels = levels_.count() + 1;
  if (predictions_.scores) {
    out.rankings.resize(count);
    out.precision_at.assign(precision_at_.size(), std::vector<double>(count));
  }
  if (has_top_class_) out.tops.resize(count);
  out.set_differences.resize(count);
  if (node_costs_) out.set_losses.resize(count);
  out.lca_f1.resize(count);
  if (keeps_judged_) out.judged.resize(count);
  if (keeps_outcomes_) out.outcomes.resize(count);
  out.level_hits.assign(levels, 0);
  out.level_nodes.resize(levels);
  pairs.positives.resize(levels);
  if (measures_pairs() && labels_.size() <= most_kept_scores_ / count) {
    pairs.scores.resize(labels_.size() * (pairs.part.end - pairs.part.begin));
  }
}

// What needs the scores and not the predicted set. Like the next writes only the entries of this
// instance and its block's workspace.
void Measurer::measure_scores(std::size_t position, Workspace& work, Pairs& pairs,
                              Measurements& out) const {
  const auto truth = truth_.labels(instances_[position]);
  work.scores.resize(labels_.size());
  read_scores(instances_[position], work.scores);
  work.top = best_class(work.scores);
  out.rankings[position] = ranking_.measure(truth, work.scores, work.ranking);
  if (!precision_at_.empty()) {
    const std::size_t most = *std::max_element(precision_at_.begin(), precision_at_.end());
    best_classes(work.scores, most, work.best);
  }
  for (std::size_t i = 0; i < precision_at_.size(); ++i) {
    out.precision_at[i][position] = precision_at(precision_at_[i], truth, work.best);
  }
  if (!measures_pairs()) return;
  if (!pairs.scores.empty()) {
    std::copy(work.scores.begin(), work.scores.end(),
              pairs.scores.begin() +
                  static_cast<std::ptrdiff_t>((position - pairs.part.begin) * work.scores.size()));
  }
  set_node_values(instances_[position], work.scores, work.node_scores);
  for (const NodeId node : with_ancestors(ancestors_, labels_.taxonomy().root(), truth)) {
    const std::size_t level = node_scores_.level(node);
    if (level > 0) work.positives[level].push_back(work.node_scores[index_of(node)]);
    if (makes_curves_) work.true_nodes.emplace_back(node, work.node_scores[index_of(node)]);
  }
}

void Measurer::measure_instance(std::size_t position, Workspace& work, Measurements& out) const {
  const std::size_t instance = instances_[position];
  const auto truth = truth_.labels(instance);
  predict_set(instance, work);
  if (inner_correct_) {
    work.top = settled(work.top, truth);
    for (ClassId& guess : work.predicted) guess = settled(guess, truth);
    sort_unique(work.predicted);
  }
  const Overlap nodes = count_nodes(truth, work);
  work.nodes.push_back(nodes);
  out.set_differences[position] = set_differences(truth, work.predicted, nodes);
  if (node_costs_) {
    out.set_losses[position] =
        set_loss(*node_costs_, ancestors_of(truth), ancestors_of(work.predicted));
  }
  out.lca_f1[position] = lca_f1_.measure(truth, work.predicted, work.lca);
  if (has_top_class_) {
    const ClassId top = predictions_.scores ? work.top : work.predicted.front();
    out.tops[position] = top_class_.measure(truth, top);
    count_levels(truth, top, work);
    if (keeps_judged_ && single_label_) out.judged[position].guesses = {top};
  }
  if (keeps_judged_) {
    JudgedInstance& judged = out.judged[position];
    judged.truth.assign(truth.begin(), truth.end());
    if (judged.guesses.empty()) judged.guesses = work.predicted;
  }
  work.sets.push_back(work.predicted);
}

Overlap Measurer::count_nodes(std::span<const ClassId> truth, Workspace& work) const {
  const NodeId root = labels_.taxonomy().root();
  const auto true_nodes = with_ancestors(ancestors_, root, truth);
  const auto predicted_nodes = with_ancestors(ancestors_, root, work.predicted);
  for (const NodeId node : true_nodes) ++work.level_nodes[levels_.level(node)].truth;
  for (const NodeId node : predicted_nodes) {
    Overlap& level = work.level_nodes[levels_.level(node)];
    ++level.predicted;
    if (std::binary_search(true_nodes.begin(), true_nodes.end(), node)) ++level.both;
  }
  return node_overlap(true_nodes, predicted_nodes);
}

// With the root, which is missing from an empty set alone.
std::vector<NodeId> Measurer::ancestors_of(std::span<const ClassId> classes) const {
  const NodeId root = labels_.taxonomy().root();
  std::vector<NodeId> nodes = with_ancestors(ancestors_, root, classes);
  if (!classes.empty()) nodes.insert(std::lower_bound(nodes.begin(), nodes.end(), root), root);
  return nodes;
}

void Measurer::measure_pairs(const Pairs& pairs, StepCounter& steps, ThreadPool& pool,
                             Communicator& peers, Measurements& out) const {
  const std::size_t classes = labels_.size();
  std::optional<CurveCounter> curves;
  if (makes_curves_) curves.emplace(labels_, node_scores_, auprc_from_level_, pairs.true_nodes);
  NodePairs nodes;
  nodes.instances = pairs.part.end - pairs.part.begin;
  nodes.node_values = [&](std::size_t place, std::vector<double>& values) {
    const std::size_t instance = instances_[pairs.part.begin + place];
    if (!pairs.scores.empty()) {
      const auto kept = std::span(pairs.scores).subspan(place * classes, classes);
      set_node_values(instance, kept, values);
    } else {
      std::vector<double> scores(classes);
      read_scores(instance, scores);
      set_node_values(instance, scores, values);
    }
    if (curves) curves->count(values);
  };
  const auto true_nodes = [&](std::size_t position) {
    return with_ancestors(ancestors_, labels_.taxonomy().root(),
                          truth_.labels(instances_[position]));
  };
  nodes.true_nodes = [&](std::size_t place) { return true_nodes(pairs.part.begin + place); };
  nodes.done = [&](std::size_t count) { steps.done("", count); };
  NodeInformation information(labels_);
  for (std::size_t position = 0; position < instances_.size(); ++position) {
    information.count(true_nodes(position));
  }
  nodes.information = information.values();
  out.node_precision =
      node_precision(node_scores_, pairs.positives, auprc_from_level_, nodes, pool, peers);
  if (curves) out.curves = curves->curves();
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

void Measurer::set_node_values(std::size_t instance, std::span<const double> scores,
                               std::vector<double>& nodes) const {
  node_scores_.spread(scores, nodes);
  if (predictions_.node_values) predictions_.node_values(instance, scores, nodes);
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
         clade::detail::quoted(truth_.id(instance)), clade::detail::quoted(labels_.name(label)));
  }
  for (const ClassId c : never_predicted_) scores[index_of(c)] = never;
}

void Measurer::predict_set(std::size_t instance, Workspace& work) const {
  work.predicted.clear();
  if (predictions_.sets) {
    work.predicted = (*predictions_.sets)[instance];
    sort_unique(work.predicted);
  } else if (predictions_.set_of) {
    predictions_.set_of(work.scores, work.predicted);
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

}  // namespace clade::detail
