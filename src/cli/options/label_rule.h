// --label-set of predict and evaluate: how scores become a set of labels.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "base/params.h"
#include "clade/model.h"

namespace clade::cli {

enum class LabelRule { of_model, top1, sign, threshold, size, class_thresholds };

// Nothing: the model's own.
inline std::optional<LabelSetRule> chosen_rule(LabelRule rule) {
  switch (rule) {
    case LabelRule::of_model:
      return std::nullopt;
    case LabelRule::top1:
      return LabelSetRule::top1;
    case LabelRule::sign:
      return LabelSetRule::sign;
    case LabelRule::threshold:
      return LabelSetRule::threshold;
    case LabelRule::size:
      return LabelSetRule::size;
    case LabelRule::class_thresholds:
      return LabelSetRule::class_thresholds;
  }
  return std::nullopt;
}

}  // namespace clade::cli

template <>
struct clade::EnumNames<clade::cli::LabelRule> {
  static constexpr std::array values{
      std::pair{"model", clade::cli::LabelRule::of_model},
      std::pair{"top1", clade::cli::LabelRule::top1},
      std::pair{"sign", clade::cli::LabelRule::sign},
      std::pair{"threshold", clade::cli::LabelRule::threshold},
      std::pair{"size", clade::cli::LabelRule::size},
      std::pair{"class-thresholds", clade::cli::LabelRule::class_thresholds}};
};
