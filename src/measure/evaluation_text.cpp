#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "clade/metrics.h"

namespace clade {

using namespace detail;
namespace {

enum class MetricGroup { best_class, ranking, sets, probabilities };

struct MetricMeaning {
  std::string_view name;  // or its beginning, where it ends in a number
  MetricGroup group;
  std::string_view meaning;
};

// In a line each; docs/METRICS.md has the definitions.
constexpr std::array metric_meanings{
    MetricMeaning{"accuracy", MetricGroup::best_class, "the best class is a true one"},
    MetricMeaning{"parent_accuracy", MetricGroup::best_class, "it has the parent of a true one"},
    MetricMeaning{"tree_loss", MetricGroup::best_class, "how far it is from the nearest true one"},
    MetricMeaning{"top_loss", MetricGroup::best_class, "and from the farthest, if it is wrong"},
    MetricMeaning{"l01", MetricGroup::best_class, "the best class is wrong"},
    MetricMeaning{"l_delta", MetricGroup::best_class, "its distance, as a share of all nodes"},
    MetricMeaning{"l_sib", MetricGroup::best_class, "its error by the branching above it"},
    MetricMeaning{"l_sub", MetricGroup::best_class, "its error by the size of the subtree"},
    MetricMeaning{"average_precision", MetricGroup::ranking, "how far up true classes stand"},
    MetricMeaning{"precision_at_", MetricGroup::ranking, "true ones among the best so many"},
    MetricMeaning{"ranking_loss", MetricGroup::ranking, "wrong classes before true ones, of pairs"},
    MetricMeaning{"max_loss", MetricGroup::ranking, "how far off the worst of these is"},
    MetricMeaning{"ranked_pair_loss", MetricGroup::ranking, "the distances of all of these"},
    MetricMeaning{"auprc", MetricGroup::ranking, "area under precision and recall of all nodes"},
    MetricMeaning{"fmax", MetricGroup::ranking, "F1 of nodes at the best threshold"},
    MetricMeaning{"smin", MetricGroup::ranking, "bits missed and made up at the best threshold"},
    MetricMeaning{"micro_f1", MetricGroup::sets, "F1 of all labels together"},
    MetricMeaning{"macro_f1", MetricGroup::sets, "the mean of the classes' F1"},
    MetricMeaning{"macro_f1_seen", MetricGroup::sets, "of classes that are true or predicted here"},
    MetricMeaning{"weighted_f1", MetricGroup::sets, "by how often a class is true"},
    MetricMeaning{"hierarchical_f1", MetricGroup::sets, "F1 of the labels with all ancestors"},
    MetricMeaning{"hierarchical_precision", MetricGroup::sets, "of these predicted, the true ones"},
    MetricMeaning{"hierarchical_recall", MetricGroup::sets, "of these true, the predicted ones"},
    MetricMeaning{"lca_f1", MetricGroup::sets, "F1 up to the lowest common ancestors"},
    MetricMeaning{"symmetric_difference", MetricGroup::sets, "labels too many and too few"},
    MetricMeaning{"symdiff_ancestor_sets", MetricGroup::sets, "the same with all ancestors"},
    MetricMeaning{"set_loss", MetricGroup::sets, "what these cost, by the file of costs"},
    MetricMeaning{"log_loss", MetricGroup::probabilities, "surprise at the truth"},
    MetricMeaning{"brier", MetricGroup::probabilities, "squared error"},
    MetricMeaning{"ece", MetricGroup::probabilities, "how far sureness is from being right"},
};

constexpr std::array<std::string_view, 4> group_titles{
    "the best class", "the ranking of the classes", "the predicted sets of labels",
    "the probabilities"};

bool is_about(const MetricMeaning& meaning, std::string_view metric) {
  const bool is_family = meaning.name.ends_with('_');
  return is_family ? metric.starts_with(meaning.name) : metric == meaning.name;
}

bool is_by_probability(const Evaluation& evaluation, std::string_view metric) {
  return evaluation.pooled_over == PooledOver::probabilities &&
         (metric == "auprc" || metric == "fmax" || metric == "smin");
}

// Group by group, in the order of the list above.
std::string metrics_text(const Evaluation& evaluation) {
  std::string text;
  std::optional<MetricGroup> group;
  for (const MetricMeaning& meaning : metric_meanings) {
    for (const auto& [name, value] : evaluation.metrics) {
      if (!is_about(meaning, name)) continue;
      if (group != meaning.group) {
        text += fmt::format("\n{}\n", group_titles[static_cast<std::size_t>(meaning.group)]);
        group = meaning.group;
      }
      text += fmt::format("{:<24}{:>10.4f}  {}{}\n", name, value, meaning.meaning,
                          is_by_probability(evaluation, name) ? ", by probability" : "");
    }
  }
  return text;
}

std::string number_or_dash(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

}  // namespace

std::optional<double> Evaluation::find(std::string_view metric) const {
  for (const auto& [name, value] : metrics) {
    if (name == metric) return value;
  }
  return std::nullopt;
}

std::string evaluation_text(const Evaluation& evaluation) {
  std::string text = fmt::format("{:<24}{:>10}\n", "instances", evaluation.instances);
  if (evaluation.empty_sets > 0) {
    text += fmt::format("{:<24}{:>10}\n", "without a label", evaluation.empty_sets);
  }
  if (evaluation.featureless.value_or(0) > 0) {
    text += fmt::format("{:<24}{:>10}\n", "without a known feature", *evaluation.featureless);
  }
  text += metrics_text(evaluation);
  if (!evaluation.loss_histogram.empty()) {
    text += fmt::format("\n{:>10}{:>12}{:>10}\n", "top loss", "instances", "share");
  }
  for (const auto& [loss, count] : evaluation.loss_histogram) {
    const double share = static_cast<double>(count) / static_cast<double>(evaluation.instances);
    text += fmt::format("{:>10}{:>12}{:>10.4f}\n", format_number(loss), count, share);
  }
  const bool has_ece = !evaluation.reliability.empty();
  if (!evaluation.per_level.empty()) {
    text += fmt::format("\n{:>10}{:>12}{:>10}{:>10}{:>10}", "level", "nodes", "accuracy", "f1",
                        "auprc");
    text += has_ece ? fmt::format("{:>10}\n", "ece") : "\n";
  }
  for (const LevelReport& level : evaluation.per_level) {
    text += fmt::format("{:>10}{:>12}{:>10}{:>10.4f}{:>10}", level.level, level.nodes,
                        number_or_dash(level.accuracy), level.f1, number_or_dash(level.auprc));
    text += has_ece ? fmt::format("{:>10}\n", number_or_dash(level.ece)) : "\n";
  }
  return text;
}

}  // namespace clade
