#include "cli/options/measure_options.h"

#include <fmt/core.h>

#include <cstdint>
#include <vector>

#include "base/text.h"

namespace clade::detail::cli {

namespace {

constexpr std::int64_t most_k = 10000;

// Empty where the text is no list of such numbers.
std::vector<std::size_t> parse_ks(std::string_view text) {
  std::vector<std::size_t> ks;
  for (const std::string_view word : split(text, ',')) {
    const auto k = parse_int(word);
    if (!k || *k < 1 || *k > most_k) return {};
    ks.push_back(static_cast<std::size_t>(*k));
  }
  return ks;
}

}  // namespace

std::string ks_problem(std::string_view text) {
  if (!parse_ks(text).empty()) return "";
  return fmt::format("expected whole numbers from 1 to {} such as 1,3,5", most_k);
}

EvaluateOptions MeasureOptions::evaluate_options() const {
  EvaluateOptions options;
  options.label_set = chosen_rule(label_set);
  options.seen_classes = classes == ClassesMeasured::seen;
  options.loss = loss;
  options.inner_correct = inner_correct;
  options.precision_at = parse_ks(k);
  options.auprc_from_level = auprc_from_level;
  return options;
}

}  // namespace clade::detail::cli
