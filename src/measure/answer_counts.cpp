#include "measure/answer_counts.h"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "clade/label_sets.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_looked_at = 500;
constexpr std::size_t worth_a_word = 50;  // one in so many

std::string of_instances(std::size_t count, std::size_t all, const char* one, const char* several) {
  return fmt::format("{} of {} instances {}", count, all, count == 1 ? one : several);
}

std::string advice(std::optional<LabelSetRule> rule) {
  if (!rule || *rule == LabelSetRule::top1) return "";
  if (is_learned(*rule)) return "; `label_set=top1` gives each its best class";
  return ", as no class has a score above 0; train with `calibrate`, or predict with "
         "`label_set=top1`";
}

}  // namespace

std::vector<std::string> answer_warnings(const AnswerCounts& counts,
                                         std::optional<LabelSetRule> rule) {
  std::vector<std::string> warnings;
  if (counts.empty_sets > 0) {
    warnings.push_back(
        of_instances(counts.empty_sets, counts.instances, "gets no label", "get no label") +
        advice(rule));
  }
  // Where it is all of them, whoever read them has asked whether the text is somewhere else.
  if (counts.featureless > 0 && counts.featureless < counts.instances) {
    warnings.push_back(of_instances(counts.featureless, counts.instances,
                                    "has no word or feature that the model knows: its answer is "
                                    "that of an empty document",
                                    "have no word or feature that the model knows: all get the "
                                    "answer of an empty document"));
  }
  return warnings;
}

void warn_of_empty_sets(const Model& model, const Dataset& data, Reporter& reporter) {
  const LabelSetRule rule = model.label_set_rule();
  if (rule == LabelSetRule::top1 || data.size() == 0) return;
  const LabelSetMaker sets(model, rule);
  const std::size_t count = std::min(data.size(), most_looked_at);
  Scorer scorer(model);
  std::vector<ClassId> set;
  std::size_t empty = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t instance = k * data.size() / count;
    std::visit([&](const auto& rows) { scorer.score(rows.row(instance)); }, data.rows());
    sets.choose(scorer.class_scores(), set);
    if (set.empty()) ++empty;
  }
  if (empty * worth_a_word < count) return;
  reporter.on_warning(fmt::format("{} of {} instances that the model was trained on {} no label{}",
                                  empty, count, empty == 1 ? "gets" : "get", advice(rule)));
}

}  // namespace clade::detail
