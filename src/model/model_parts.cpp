#include "model/model_parts.h"

#include "model/model_impl.h"

namespace clade::detail {

const FeatureIndex& ModelParts::features() const { return model_.features; }
const ScoreMap& ModelParts::score_map() const { return model_.score_map; }
ClassAttributes ModelParts::attributes() const { return {model_.score_map, model_.unit_names}; }
const Weights& ModelParts::weights() const { return model_.weights; }
const SupportSet* ModelParts::support() const { return model_.support.get(); }
const OnlineState* ModelParts::online() const { return model_.online ? &*model_.online : nullptr; }

}  // namespace clade::detail
