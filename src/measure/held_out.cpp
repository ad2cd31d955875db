#include "measure/held_out.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <variant>

#include "base/fail.h"
#include "base/train_context.h"
#include "data/folds.h"
#include "measure/step_counter.h"
#include "method/buffered_reporter.h"
#include "method/timed_reporter.h"
#include "model/nested_softmax.h"
#include "solver/problem/duals.h"

namespace clade::detail {

namespace {

// A map with few parameters needs no more: 256 MB of scores.
constexpr std::size_t most_scores = std::size_t{1} << 26;
constexpr std::size_t fewest_examples = 1000;
// More would add nothing but the time that trainings without them lose.
constexpr std::size_t most_in_one_part = 20000;
// Of a limit of time, what trainings may take; scores take the rest.
constexpr double share_of_trainings = 0.9;

using Parts = std::vector<std::vector<std::size_t>>;  // examples by fold

// Some methods take another form where no example has several labels: then one that has is kept
// for every fold.
void keep_several_labels(const Dataset& data, std::vector<std::uint32_t>& fold_of) {
  std::size_t first = data.size();
  bool in_two_folds = false;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.labels(i).size() < 2) continue;
    if (first == data.size()) first = i;
    in_two_folds = in_two_folds || fold_of[i] != fold_of[first];
  }
  if (first < data.size() && !in_two_folds) fold_of[first] = never_held_out;
}

// A single part is one of so many equal ones, and the others are only trained on.
std::uint32_t equal_parts(std::size_t examples, std::uint32_t folds) {
  if (folds != 1) return folds;
  constexpr std::size_t usual_parts = 5;
  const std::size_t to_be_small = (examples + most_in_one_part - 1) / most_in_one_part;
  return static_cast<std::uint32_t>(std::max(usual_parts, to_be_small));
}

Parts parts_of(const Dataset& data, std::size_t classes, std::uint32_t folds, std::uint64_t seed) {
  std::vector<std::uint32_t> fold_of =
      stratified_folds(data, classes, equal_parts(data.size(), folds), seed);
  keep_several_labels(data, fold_of);
  Parts parts(folds);
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (fold_of[i] < folds) parts[fold_of[i]].push_back(i);
  }
  return parts;
}

std::size_t smallest(const Parts& parts) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const auto& part : parts) fewest = std::min(fewest, part.size());
  return fewest;
}

void check(const Parts& parts) {
  if (smallest(parts) > 0) return;
  if (parts.size() == 1) {
    fail(ErrorKind::input,
         "`calibrate` needs an example of a class that has at least two; leave it out");
  }
  fail(ErrorKind::input,
       "`calibrate` needs {} examples or more of classes that have at least two; use fewer folds "
       "or leave it out",
       parts.size());
}

std::vector<std::size_t> others(const Dataset& data, std::span<const std::size_t> part) {
  std::vector<std::size_t> rest;
  std::size_t next = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (next < part.size() && part[next] == i) {
      ++next;
    } else {
      rest.push_back(i);
    }
  }
  return rest;
}

// Evenly spread.
void thin_out(std::vector<std::size_t>& part, std::size_t most) {
  if (part.size() <= most) return;
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < most; ++k) kept.push_back(part[k * part.size() / most]);
  part = std::move(kept);
}

void score_part(const Model& model, const Dataset& data, std::span<const std::size_t> part,
                ThreadPool& pool, HeldOut& out) {
  const std::size_t begin = out.size();
  for (const std::size_t i : part) out.labels.push_row(data.labels(i));
  out.scores.resize(out.size() * out.classes);
  constexpr std::size_t grain = 64;
  pool.for_ranges(part.size(), grain, [&](std::size_t first, std::size_t last) {
    Scorer scorer(model);
    for (std::size_t k = first; k < last; ++k) {
      std::visit([&](const auto& rows) { scorer.score(rows.row(part[k])); }, data.rows());
      float* to = out.scores.data() + (begin + k) * out.classes;
      for (const double score : scorer.class_scores()) {
        *to++ = static_cast<float>(usable_score(score));
      }
    }
  });
}

}  // namespace

std::size_t held_out_examples(const Dataset& data, const LabelSpace& labels, std::uint32_t folds,
                              std::uint64_t seed) {
  return smallest(parts_of(data, labels.size(), folds, seed));
}

namespace {

// In units of their mean: what they mean beside each other. None where all are the same.
std::vector<double> relative(std::vector<double> weights) {
  const auto [least, most] = std::ranges::minmax_element(weights);
  if (least == weights.end() || *least == *most) return {};
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
  return weights;
}

KeptDuals duals_of(const KeptDuals* all, std::span<const std::size_t> examples,
                   std::size_t all_examples) {
  KeptDuals result;
  if (all == nullptr || all->duals.size() != all_examples) return result;
  for (const std::size_t i : examples) result.duals.push_back(all->duals[i]);
  return result;
}

}  // namespace

HeldOut held_out_scores(const Method& method, const Dataset& data, const LabelSpace& labels,
                        std::uint32_t folds, TrainContext& context) {
  Parts parts = parts_of(data, labels.size(), folds, context.seed);
  check(parts);
  const std::size_t most = std::max(fewest_examples, most_scores / labels.size());
  StepCounter steps(folds, context.reporter);
  HeldOut out;
  out.classes = labels.size();
  for (std::uint32_t f = 0; f < folds; ++f) {
    const std::vector<std::size_t> rest = others(data, parts[f]);
    const Dataset training = data.part(rest);
    KeptDuals start = duals_of(context.kept, rest, data.size());
    thin_out(parts[f], std::max<std::size_t>(1, most / folds));
    for (const std::size_t i : parts[f]) out.weights.push_back(data.weight(i));
    TimedReporter limited(context.reporter, share_of_trainings * context.reporter.seconds_left() /
                                                static_cast<double>(folds - f));
    BufferedReporter reporter(limited);
    TrainContext quiet = context.for_part("fold" + std::to_string(f), reporter, context.pool);
    quiet.kept = &start;
    const auto fields = [&](State& s) { s(out.scores, out.labels); };
    if (quiet.checkpoint.restore_result(fields)) {
      steps.done("calibrating");
      continue;
    }
    const Trained trained = method.train(training, labels, quiet);
    if (context.reporter.stop_requested()) return {};
    if (trained.model.label_space().size() != labels.size()) {
      fail_parameter(
          "calibrate",
          "the method makes classes of its own from sets of labels "
          "(`multilabel=intersect`), which have no probabilities; leave one of the two out");
    }
    score_part(trained.model, data, parts[f], context.pool, out);
    quiet.checkpoint.finish(fields);
    steps.done("calibrating");
  }
  out.weights = relative(std::move(out.weights));
  return out;
}

}  // namespace clade::detail
