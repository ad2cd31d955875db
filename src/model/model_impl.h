// The parts of a model, as the file stores them (docs/MODEL_FORMAT.md). For src/model alone: others
// make models with model_builder.h and read their parts with model_parts.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clade/model.h"
#include "data/feature_index.h"
#include "data/fingerprint.h"
#include "model/model_parts.h"
#include "model/support_set.h"
#include "taxonomy/score_map.h"
#include "text/vectoriser.h"

namespace clade {

namespace detail {
class ClassScreen;
}

struct Model::Impl {
  std::string method;
  std::vector<std::pair<std::string, std::string>> options;
  LabelSpace label_space;
  LabelSetRule label_set_rule = LabelSetRule::top1;
  std::shared_ptr<const detail::Vectoriser> vectoriser{};  // nothing: rows are taken as they are
  detail::FeatureIndex features{};
  detail::ScoreMap score_map;  // decisions are the classes
  std::vector<std::string> unit_names;
  detail::Weights weights{};
  std::shared_ptr<const void> weight_owner{};  // keeps the memory behind `weights`
  std::optional<detail::OnlineState> online{};
  // With a kernel: what the weights are rows of. Nothing: of the features.
  std::shared_ptr<const detail::SupportSet> support{};
  Decoding decoding = Decoding::best_class;
  std::shared_ptr<const detail::Calibration> calibration{};  // nothing: there are no probabilities
  std::shared_ptr<const detail::Fingerprints> fingerprints{};  // of the training records, if kept
  // Finds the best class where that alone is wanted (class_screen.h); never stored.
  std::shared_ptr<const detail::ClassScreen> screen{};
};

}  // namespace clade
