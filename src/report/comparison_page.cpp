#include "report/comparison_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "eval/compare/compare.h"
#include "eval/compare/comparison_json.h"
#include "eval/compare/comparison_table.h"
#include "measure/metric_definition.h"
#include "measure/metric_direction.h"
#include "measure/progress_json.h"
#include "report/explanation_data.h"
#include "report/record_pictures.h"
#include "report/tree_json.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_cells_of_all = 80'000;  // of all methods together

// Where records of the comparison stand in the taxonomy that all are measured in.
class Places {
 public:
  explicit Places(const ComparisonPlan& plan)
      : plan_(plan),
        labels_(plan.taxonomy, LabelNodes::terminal, all_labels(*plan.contenders.front().data)) {}

  const Taxonomy& taxonomy() const { return labels_.taxonomy(); }
  const LabelSpace& labels() const { return labels_; }
  std::optional<NodeId> find(const std::string& name) const {
    if (const auto c = labels_.find(name)) return labels_.node(*c);
    return labels_.taxonomy().find(name);
  }
  std::vector<NodeId> truth(const Records& records, std::size_t record) const {
    std::vector<NodeId> nodes;
    for (const std::uint32_t label : records.labels_of(record)) {
      if (const auto node = find(records.label_names[label].name)) nodes.push_back(*node);
    }
    return nodes;
  }
  // Nothing where a name has no place: sets of labels that were categories of their own.
  std::optional<std::vector<NodeId>> guesses(const RunOutcome& outcome) const {
    std::vector<NodeId> nodes;
    for (const std::string& name : outcome.guess_names) {
      const auto node = find(name);
      if (!node) return std::nullopt;
      nodes.push_back(*node);
    }
    return nodes;
  }
  // What the records of a split are measured on.
  const Records& tested() const {
    const ComparisonRecords& data = *plan_.contenders.front().data;
    return data.test ? *data.test : data.train;
  }

 private:
  static std::vector<LabelName> all_labels(const ComparisonRecords& data) {
    std::vector<LabelName> names = data.train.label_names;
    if (!data.test) return names;
    std::unordered_set<std::string> known;
    for (const LabelName& label : names) known.insert(label.name);
    for (const LabelName& label : data.test->label_names) {
      if (known.insert(label.name).second) names.push_back(label);
    }
    return names;
  }

  const ComparisonPlan& plan_;
  LabelSpace labels_;
};

// The records that one contender was measured on in one split, with what it guessed.
template <class Take>
void for_guesses(const Places& places, const ComparisonPlan& plan, std::size_t split,
                 const RunOutcome& outcome, Take take) {
  const auto nodes = places.guesses(outcome);
  if (!nodes) return;
  for (std::size_t i = 0; i < outcome.measured.size() && i < outcome.guesses.size(); ++i) {
    std::vector<NodeId> guessed;
    for (const std::uint32_t number : outcome.guesses[i]) {
      if (number < nodes->size()) guessed.push_back((*nodes)[number]);
    }
    if (outcome.measured[i] >= plan.splits[split].test.size()) continue;
    take(plan.splits[split].test[outcome.measured[i]], std::move(guessed),
         outcome.probabilities.empty() ? std::vector<double>{} : outcome.probabilities[i]);
  }
}

void add_answers(const Places& places, const ComparisonDetails& details, std::size_t contender,
                 Json& method) {
  Confusion confusion(places.taxonomy());
  SetSizes sizes;
  for (std::size_t s = 0; s < details.plan.splits.size(); ++s) {
    for_guesses(places, details.plan, s, details.outcomes[contender][s],
                [&](std::size_t record, const std::vector<NodeId>& guessed, const auto&) {
                  const std::vector<NodeId> truth = places.truth(places.tested(), record);
                  confusion.add(truth, guessed);
                  sizes.add(truth.size(), guessed.size());
                });
  }
  add_confusion(confusion, most_cells_of_all / details.outcomes.size(), method);
  if (!sizes.are_all_one()) method["set_sizes"] = set_sizes_json(sizes);
}

// By record: what the methods say of it, with their numbers.
using Explanations =
    std::unordered_map<std::size_t, std::vector<std::pair<std::size_t, const ExplainedDocument*>>>;
Explanations explained_of(const ComparisonDetails& details) {
  Explanations explained;
  for (std::size_t c = 0; c < details.outcomes.size(); ++c) {
    for (std::size_t s = 0; s < details.plan.splits.size(); ++s) {
      for (const auto& [place, document] : details.outcomes[c][s].explained) {
        explained[details.plan.splits[s].test[place]].emplace_back(c, &document);
      }
    }
  }
  return explained;
}

ExplainRecords explainer_of(const Places& places, const ComparisonDetails& details,
                            std::span<const JudgedRecord> judged) {
  return [&places, &details, judged](std::span<const std::size_t> asked) {
    const Explanations known = explained_of(details);
    const NamesOfPage names = names_of_page(places.labels());
    std::vector<Json> lists;
    for (const std::size_t place : asked) {
      Json& list = lists.emplace_back(Json::array());
      const auto found = known.find(judged[place].record);
      if (found == known.end()) continue;
      for (const auto& [method, document] : found->second) {
        list.push_back(explained_json(*document, method, names, {}));
      }
    }
    return lists;
  };
}

// Each record once: where records are tested several times, those of the first split.
std::vector<JudgedRecord> judged_records(const Places& places, const ComparisonDetails& details) {
  std::vector<JudgedRecord> judged(places.tested().size());
  const std::size_t splits = details.plan.tests_once ? details.plan.splits.size() : 1;
  for (std::size_t c = 0; c < details.outcomes.size(); ++c) {
    for (std::size_t s = 0; s < splits; ++s) {
      for_guesses(
          places, details.plan, s, details.outcomes[c][s],
          [&](std::size_t record, std::vector<NodeId> guessed, std::vector<double> probabilities) {
            judged[record].record = record;
            judged[record].guesses.resize(details.outcomes.size());
            judged[record].probabilities.resize(details.outcomes.size());
            judged[record].guesses[c] = std::move(guessed);
            judged[record].probabilities[c] = std::move(probabilities);
          });
    }
  }
  for (const auto& [record, explained] : explained_of(details)) {
    judged[record].is_explained = true;
  }
  for (JudgedRecord& record : judged) record.truth = places.truth(places.tested(), record.record);
  std::erase_if(judged, [](const JudgedRecord& record) {
    return record.guesses.empty() || record.truth.empty();
  });
  return judged;
}

Json meanings_json(const std::vector<MethodSummary>& summaries) {
  Json meanings = Json::object();
  for (const MethodSummary& summary : summaries) {
    for (const MetricSummary& metric : summary.metrics) {
      meanings[metric.name] = metric_definition(metric.name);
    }
  }
  return meanings;
}

Json better_json(const std::vector<MethodSummary>& summaries) {
  Json better = Json::object();
  for (const MethodSummary& summary : summaries) {
    for (const MetricSummary& metric : summary.metrics) {
      better[metric.name] = smaller_is_better(metric.name) ? "lower" : "higher";
    }
  }
  return better;
}

// Other values have no place on an axis.
bool has_numbers(const Curve& curve) {
  return std::all_of(curve.values.begin(), curve.values.end(),
                     [](const std::string& value) { return parse_double(value).has_value(); });
}

}  // namespace

Json comparison_report(const ReportHead& head, const Comparison& comparison,
                       const std::vector<std::string>& metrics) {
  const ComparisonDetails& details = *comparison.details;
  Json data = head_json("comparison", head);
  const Places places(details.plan);
  Json compared = comparison_json(comparison.methods, comparison.notes);
  Json& methods = compared["methods"];
  for (std::size_t c = 0; c < methods.size(); ++c) {
    methods[c]["trace"] = Json::array();
    for (const Progress& pass : details.outcomes[c].front().trace) {
      methods[c]["trace"].push_back(progress_json(pass));
    }
    add_answers(places, details, c, methods[c]);
  }
  data["better"] = better_json(comparison.methods);
  data["meanings"] = meanings_json(comparison.methods);
  data["columns"] = table_columns(comparison.methods, metrics);
  data["methods"] = std::move(methods);
  data["tree"] = tree_json(places.taxonomy());
  const std::vector<JudgedRecord> judged = judged_records(places, details);
  data["documents"] = documents_json(judged, Confusion(places.taxonomy()), places.tested(),
                                     explainer_of(places, details, judged));
  if (explained_of(details).empty()) {
    data["unexplained"] =
        "no method here has words with a share in its scores, or all runs were kept by a "
        "comparison without a page";
  }
  if (comparison.curve && has_numbers(*comparison.curve)) {
    data["curve"] = curve_json(*comparison.curve);
  }
  return data;
}

}  // namespace clade::detail::report
