// --label-set of predict and evaluate: how scores become a set of labels.
#pragma once

#include <array>
#include <utility>

#include "base/params.h"
#include "clade/model.h"

namespace clade::cli {

enum class LabelRule { of_model, top1, sign };

inline LabelSetRule chosen_rule(LabelRule rule, const Model& model) {
  if (rule == LabelRule::of_model) return model.label_set_rule();
  return rule == LabelRule::sign ? LabelSetRule::sign : LabelSetRule::top1;
}

}  // namespace clade::cli

template <>
struct clade::EnumNames<clade::cli::LabelRule> {
  static constexpr std::array values{std::pair{"model", clade::cli::LabelRule::of_model},
                                     std::pair{"top1", clade::cli::LabelRule::top1},
                                     std::pair{"sign", clade::cli::LabelRule::sign}};
};
