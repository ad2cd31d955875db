#include "measure/calibrate.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/train_context.h"
#include "data/several_labels.h"
#include "measure/fit_label_sets.h"
#include "measure/fit_node_logits.h"
#include "measure/fit_softmax.h"
#include "model/covering.h"

namespace clade::detail {

namespace {

// While it lives, the method has the C that it chose in training.
class ChosenC {
 public:
  ChosenC(Method& method, const Model& model) : method_(method) {
    const auto asked = method.traits().C, found = traits_of(model).C;
    is_set_ = asked && !asked->value && found;
    if (is_set_) method_.set_C(found->value);
  }
  ~ChosenC() {
    if (is_set_) method_.set_C(std::nullopt);
  }
  ChosenC(const ChosenC&) = delete;
  ChosenC& operator=(const ChosenC&) = delete;

 private:
  Method& method_;
  bool is_set_ = false;
};

// Evenly spaced order statistics keep every quantile.
void thin_out(std::vector<double>& increasing) {
  const std::size_t count = increasing.size();
  if (count <= most_truths) return;
  std::vector<double> kept;
  for (std::size_t k = 0; k < most_truths; ++k) {
    kept.push_back(increasing[(2 * k + 1) * count / (2 * most_truths)]);
  }
  increasing = std::move(kept);
}

// The same for values with weights, whose mean is 1: as many values, evenly spaced by weight.
std::vector<double> weighted_quantiles(std::span<const double> values,
                                       std::span<const double> weights) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  const std::size_t count = std::min(values.size(), most_truths);
  const double step = static_cast<double>(values.size()) / static_cast<double>(count);
  std::vector<double> kept;
  double weight = 0;
  for (const std::size_t i : order) {
    weight += weights[i];
    while (kept.size() < count && (static_cast<double>(kept.size()) + 0.5) * step < weight) {
      kept.push_back(values[i]);
    }
  }
  while (kept.size() < count) kept.push_back(values[order.back()]);
  return kept;
}

std::vector<double> truth_thresholds(const ProbabilityMap& map, const HeldOut& examples,
                                     ThreadPool& pool) {
  std::vector<double> truths(examples.size(), 1.0);
  constexpr std::size_t grain = 64;
  pool.for_ranges(examples.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::vector<double> scores;
    Probabilities p;
    for (std::size_t i = begin; i < end; ++i) {
      examples.copy_scores(i, scores);
      map.apply(scores, p);
      const Covering covering(map.labels(), p.classes);
      for (const ClassId label : examples.labels.row(i)) {
        truths[i] = std::min(truths[i], covering.holds_up_to(label));
      }
    }
  });
  if (!examples.weights.empty()) return weighted_quantiles(truths, examples.weights);
  std::sort(truths.begin(), truths.end());
  thin_out(truths);
  return truths;
}

// By weight, in units of the mean. Half an example is added to those of each class: none is
// impossible.
std::vector<double> label_frequencies(const Dataset& data, std::size_t classes) {
  double sum = 0;
  for (std::size_t i = 0; i < data.size(); ++i) sum += data.weight(i);
  const double unit = sum > 0 ? static_cast<double>(data.size()) / sum : 1;
  std::vector<double> frequencies(classes, 0.5);
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId label : data.labels(i)) {
      frequencies[index_of(label)] += unit * data.weight(i);
    }
  }
  return frequencies;
}

}  // namespace

Calibration fit_calibration(const LabelSpace& labels, const HeldOut& examples, LabelKind kind,
                            std::vector<double> frequencies, ThreadPool& pool) {
  Calibration calibration;
  calibration.kind = kind;
  calibration.examples = examples.size();
  if (kind == LabelKind::exclusive) {
    const NestedSoftmax softmax(labels);
    calibration.scales = fit_scales(softmax, examples, pool);
    calibration.choices = fit_choices(softmax, examples, calibration.scales, frequencies, pool);
    calibration.frequencies = std::move(frequencies);
  } else {
    fit_node_logits(labels, examples, pool, calibration);
  }
  return calibration;
}

std::uint32_t settled_folds(std::optional<std::size_t> asked, const Method& method,
                            const Dataset& data, const LabelSpace& labels, std::uint64_t seed) {
  if (asked) return static_cast<std::uint32_t>(*asked);
  // A fifth of few examples says too little about so many classes, and trainings are short there.
  constexpr std::size_t few = 2000, enough = 50;
  const std::uint32_t folds = data.size() < few ? 5 : 1;
  const bool is_wanted = method.traits().adapts_to_data && !method.traits().intersects_labels;
  if (!is_wanted) return 0;
  const std::size_t smallest = held_out_examples(data, labels, folds, seed);
  return smallest * folds >= enough ? folds : 0;
}

Model calibrated(const Model& model, Method& method, const Dataset& data, const LabelSpace& labels,
                 std::uint32_t folds, TrainContext& context) {
  context.reporter.on_stage("calibrating");
  const ChosenC chosen(method, model);
  const HeldOut examples = held_out_scores(method, data, labels, folds, context);
  if (examples.size() == 0) return model;
  const LabelKind kind = has_several_labels(data) ? LabelKind::independent : LabelKind::exclusive;
  Calibration calibration =
      fit_calibration(labels, examples, kind, label_frequencies(data, labels.size()), context.pool);
  calibration.folds = folds;
  const ProbabilityMap map(model.with_calibration(calibration));
  calibration.truths = truth_thresholds(map, examples, context.pool);
  if (kind == LabelKind::independent) {
    calibration.sets = fit_label_sets(labels, examples, are_closed_upward(labels, examples.labels));
  }
  return model.with_calibration(std::move(calibration));
}

}  // namespace clade::detail
