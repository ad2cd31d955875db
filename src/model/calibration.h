// How scores become probabilities: what held-out examples taught about a model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "clade/probabilities.h"
#include "model/learned_sets.h"

namespace clade::detail {

// Objects of this kind come from `calibrate` (src/measure/calibrate.h) or from a model file.
struct Calibration {
  LabelKind kind = LabelKind::exclusive;
  std::uint32_t folds = 0;
  std::uint64_t examples = 0;  // held out once each

  // Exclusive: the scale of scores in the choice between siblings, by their depth from 1
  // (NestedSoftmax). In a DAG one, for the choice between all classes.
  std::vector<double> scales;
  // How sure these choices are, by depth as the scales; empty in files before format 7, where the
  // scales say that, too. With distances d from the best value the shares are those of
  // (1 + tail scale d)^(-1/tail), of e^(-scale d) where tail is 0, and then `floor` of them goes by
  // frequency: the best of some choices is wrong more often than a softmax believes, and a few
  // labels are found by chance alone.
  struct Choice {
    double scale = 1, tail = 0, floor = 0;
    bool operator==(const Choice&) const = default;
  };
  std::vector<Choice> choices;
  std::vector<double> frequencies;  // by class, of any unit; where there are choices

  // Independent: a node's score s, the best of a class at it or below, gives z = slope s + offset.
  struct Line {
    double slope = 0, offset = 0;
  };
  std::vector<Line> nodes;
  // By level from 1: the log odds of a node are the sum of these times z, the largest z of the
  // level, ln(1 + e^-largest) and 1. An instance has some label, so that the best of low scores
  // means more than the score alone says.
  using LevelTerms = std::array<double, 4>;
  std::vector<LevelTerms> levels;

  // How large sets of labels are; where examples have several.
  std::optional<LearnedSets> sets;

  // Increasing: of held-out examples the largest threshold of probability whose set of nodes
  // (Covering) holds every true label.
  std::vector<double> truths;
};

// More than this many are thinned out evenly.
inline constexpr std::size_t most_truths = 10000;

// Sets of nodes at this threshold (Covering) hold every true label of a new example with
// probability `coverage`, where it is drawn as the held-out examples were (split conformal
// prediction).
double conformal_threshold(const Calibration& calibration, double coverage);

}  // namespace clade::detail
