#include "model/learned_sets.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/fail.h"
#include "clade/label_sets.h"
#include "clade/probabilities.h"
#include "model/calibration.h"
#include "model/least_set_loss.h"

namespace clade {

using namespace detail;

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

// By class the classes at nodes above its own.
std::vector<std::vector<ClassId>> classes_above(const LabelSpace& labels) {
  std::vector<std::vector<ClassId>> above(labels.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const NodeId node = labels.node(static_cast<ClassId>(c));
    for (const NodeId ancestor : labels.taxonomy().ancestor_set(node)) {
      // The root is above everything and says nothing.
      if (ancestor == node || ancestor == labels.taxonomy().root()) continue;
      const auto found = labels.find(labels.taxonomy().name(ancestor));
      if (found && labels.node(*found) == ancestor) above[c].push_back(*found);
    }
  }
  return above;
}

// The classes whose excess is above the threshold, in the order of their numbers; at least the
// best.
void take_above(std::span<const double> excess, double threshold, std::vector<ClassId>& out) {
  for (std::size_t c = 0; c < excess.size(); ++c) {
    if (excess[c] > threshold) out.push_back(static_cast<ClassId>(c));
  }
  if (!out.empty()) return;
  const auto best = std::max_element(excess.begin(), excess.end());
  if (best != excess.end() && *best != never) {
    out.push_back(static_cast<ClassId>(best - excess.begin()));
  }
}

}  // namespace

LearnedSets::Weights detail::set_features(std::vector<double>& excess) {
  LearnedSets::Weights features{};
  const auto positive = std::count_if(excess.begin(), excess.end(), [](double e) { return e > 0; });
  features[0] = 1;
  features[1] = std::log1p(static_cast<double>(positive));
  const std::size_t best = std::min(LearnedSets::best_scores, excess.size());
  std::partial_sort(excess.begin(), excess.begin() + static_cast<std::ptrdiff_t>(best),
                    excess.end(), std::greater<>());
  double last = 0;
  for (std::size_t k = 0; k < LearnedSets::best_scores; ++k) {
    if (k < best && std::isfinite(excess[k])) last = excess[k];
    features[k + 2] = last;
  }
  return features;
}

double detail::weighted_sum(const LearnedSets::Weights& weights,
                            const LearnedSets::Weights& features) {
  return std::inner_product(weights.begin(), weights.end(), features.begin(), 0.0);
}

LabelSetMaker::LabelSetMaker(const Model& model, LabelSetRule rule, NodeCosts costs)
    : model_(model), rule_(rule) {
  if (!is_learned(rule)) return;
  const Calibration* calibration = model.calibration();
  if (rule == LabelSetRule::least_loss) {
    probabilities_ = std::make_shared<const ProbabilityMap>(model);
    least_loss_ = std::make_shared<const LeastSetLoss>(model.label_space(), std::move(costs));
    if (calibration->sets && calibration->sets->closed) {
      classes_above_ = classes_above(model.label_space());
    }
    return;
  }
  if (calibration == nullptr || !calibration->sets) {
    fail(ErrorKind::usage,
         "this model has not learned how large label sets are: train it with `calibrate`, on "
         "examples with several labels");
  }
  learned_ = std::make_shared<const LearnedSets>(*calibration->sets);
  if (learned_->closed) classes_above_ = classes_above(model.label_space());
}

void LabelSetMaker::choose(std::span<const double> scores, std::vector<ClassId>& out) const {
  out.clear();
  if (rule_ == LabelSetRule::sign) {
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (scores[c] > 0) out.push_back(static_cast<ClassId>(c));
    }
    return;
  }
  if (rule_ == LabelSetRule::top1) {
    const auto best = std::max_element(scores.begin(), scores.end());
    if (best != scores.end()) out.push_back(static_cast<ClassId>(best - scores.begin()));
    return;
  }
  if (rule_ == LabelSetRule::least_loss) {
    Probabilities p;
    probabilities_->apply(scores, p);
    least_loss_->choose(p.nodes, out);
  } else {
    choose_learned(scores, out);
  }
  if (!classes_above_.empty()) close_upward(out);
}

void LabelSetMaker::choose_learned(std::span<const double> scores,
                                   std::vector<ClassId>& out) const {
  const LabelSpace& labels = model_.label_space();
  std::vector<double> excess(labels.size(), never);
  for (std::size_t c = 0; c < excess.size(); ++c) {
    if (labels.is_predictable(static_cast<ClassId>(c))) {
      excess[c] = scores[c] - learned_->class_thresholds[c];
    }
  }
  if (rule_ == LabelSetRule::class_thresholds) {
    take_above(excess, 0, out);
  } else {
    std::vector<double> sorted = excess;
    const LearnedSets::Weights features = set_features(sorted);
    if (rule_ == LabelSetRule::threshold) {
      take_above(excess, weighted_sum(learned_->threshold, features), out);
    } else {
      const double size = std::round(weighted_sum(learned_->size, features));
      const auto count =
          static_cast<std::size_t>(std::clamp(size, 1.0, static_cast<double>(excess.size())));
      std::vector<double> largest = excess;
      const auto last = largest.begin() + static_cast<std::ptrdiff_t>(count - 1);
      std::nth_element(largest.begin(), last, largest.end(), std::greater<>());
      take_above(excess, std::nextafter(*last, never), out);
    }
  }
}

void LabelSetMaker::close_upward(std::vector<ClassId>& set) const {
  const std::size_t chosen = set.size();
  for (std::size_t k = 0; k < chosen; ++k) {
    const auto& above = classes_above_[index_of(set[k])];
    set.insert(set.end(), above.begin(), above.end());
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

}  // namespace clade
