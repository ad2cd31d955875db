// The parts of a model; methods fill them in, the file stores them (docs/MODEL_FORMAT.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clade/model.h"
#include "data/feature_index.h"
#include "linear/weight_rows.h"
#include "model/support_set.h"
#include "taxonomy/score_map.h"
#include "text/vectoriser.h"

namespace clade {

using Weights = std::variant<WeightView<float>, WeightView<double>>;

// What an online method needs to go on where it stopped; prediction does not look at it.
struct OnlineState {
  std::uint64_t steps = 0;  // examples that it learned from
  // The weights after the last of them, where those of the model are a mean; else nothing.
  std::optional<Weights> last;
  std::shared_ptr<const void> last_owner;  // keeps the memory behind `last`
};

struct Model::Impl {
  std::string method;
  std::vector<std::pair<std::string, std::string>> options;
  LabelSpace label_space;
  LabelSetRule label_set_rule = LabelSetRule::top1;
  std::shared_ptr<const Vectoriser> vectoriser;  // nothing: rows are taken as they are
  FeatureIndex features;
  ScoreMap score_map;  // decisions are the classes
  std::vector<std::string> unit_names;
  Weights weights;
  std::shared_ptr<const void> weight_owner;  // keeps the memory behind `weights`
  std::optional<OnlineState> online{};
  // With a kernel: what the weights are rows of. Nothing: of the features.
  std::shared_ptr<const SupportSet> support{};
  Decoding decoding = Decoding::best_class;
  std::shared_ptr<const Calibration> calibration{};  // nothing: there are no probabilities
};

}  // namespace clade
