// --label-set of predict and evaluate: how scores become a set of labels.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "base/params.h"
#include "clade/model.h"

namespace clade::detail::cli {

enum class LabelRule { of_model, top1, sign, threshold, size, class_thresholds, least_loss };

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
    case LabelRule::least_loss:
      return LabelSetRule::least_loss;
  }
  return std::nullopt;
}

}  // namespace clade::detail::cli

template <>
struct clade::detail::EnumNames<clade::detail::cli::LabelRule> {
  static constexpr std::array values{
      std::pair{"model", clade::detail::cli::LabelRule::of_model},
      std::pair{"top1", clade::detail::cli::LabelRule::top1},
      std::pair{"sign", clade::detail::cli::LabelRule::sign},
      std::pair{"threshold", clade::detail::cli::LabelRule::threshold},
      std::pair{"size", clade::detail::cli::LabelRule::size},
      std::pair{"class-thresholds", clade::detail::cli::LabelRule::class_thresholds},
      std::pair{"least-loss", clade::detail::cli::LabelRule::least_loss}};
};
