// The names of the metrics, and which of two values is better.
#pragma once

#include <array>
#include <string_view>

namespace clade::detail {

// All that `evaluate` can give beside precision_at_K and, with node costs, set_loss; which of them
// it does depends on data and predictions.
// clang-format off
inline constexpr std::array<std::string_view, 25> metric_names{
    "accuracy", "average_precision", "ranking_loss", "max_loss", "top_loss", "ranked_pair_loss",
    "parent_accuracy", "tree_loss", "l01", "l_delta", "l_sib", "l_sub", "micro_f1", "macro_f1",
    "macro_f1_seen", "weighted_f1", "hierarchical_precision", "hierarchical_recall",
    "hierarchical_f1", "symmetric_difference", "symdiff_ancestor_sets", "lca_f1", "auprc", "fmax", "smin"};
// clang-format on

// Losses, differences and errors of probabilities: smaller is better. Everything else: larger.
constexpr bool smaller_is_better(std::string_view metric) {
  return metric.ends_with("loss") || metric.starts_with("l_") || metric == "l01" ||
         metric.starts_with("symmetric_difference") || metric.starts_with("symdiff") ||
         metric == "smin" || metric == "brier" || metric == "ece";
}

}  // namespace clade::detail
