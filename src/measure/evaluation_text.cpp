#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "clade/metrics.h"

namespace clade {

using namespace detail;
namespace {

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
  for (const auto& [name, value] : evaluation.metrics) {
    text += fmt::format("{:<24}{:>10.4f}\n", name, value);
  }
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
