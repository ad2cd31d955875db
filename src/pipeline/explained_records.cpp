#include "pipeline/explained_records.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <variant>

#include "clade/probabilities.h"
#include "pipeline/explained_document.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

// Labels that are in the first list alone, as classes of the model; those that it can predict.
std::vector<ClassId> only_in(const std::vector<ClassId>& labels, const std::vector<ClassId>& others,
                             const MeasuredRecords& measured) {
  const LabelSpace& own = measured.model.label_space();
  std::vector<ClassId> classes;
  for (const ClassId label : labels) {
    if (std::find(others.begin(), others.end(), label) != others.end()) continue;
    const auto found = own.find(measured.labels.name(label));
    if (found && own.is_predictable(*found)) classes.push_back(*found);
  }
  return classes;
}

// What went wrong: labels that were missed, else those that were wrongly given.
std::vector<ClassId> wrong_classes(const MeasuredRecords& measured, const JudgedInstance& judged) {
  const std::vector<ClassId> missed = only_in(judged.truth, judged.guesses, measured);
  return missed.empty() ? only_in(judged.guesses, judged.truth, measured) : missed;
}

}  // namespace

std::vector<ExplainedDocument> explained_records(const MeasuredRecords& measured,
                                                 std::span<const std::size_t> positions,
                                                 ThreadPool& pool) {
  const Model& model = measured.model;
  if (!is_explainable(model)) return {};
  std::unique_ptr<TextAnalyzer> analyzer;
  if (model.vectoriser() != nullptr) analyzer = model.vectoriser()->analyzer();
  std::optional<ProbabilityMap> probabilities;
  if (model.calibration() != nullptr) probabilities.emplace(model);

  std::vector<ExplainedDocument> documents(positions.size());
  const auto explain_one = [&](std::size_t k) {
    const std::size_t record = measured.evaluation.measured[positions[k]];
    const JudgedInstance& judged = measured.evaluation.judged[positions[k]];
    const std::vector<ClassId> asked = wrong_classes(measured, judged);
    const DocumentSource source{measured.data.id(record),
                                measured.texts.empty() ? "" : measured.texts[record].text,
                                analyzer.get(),
                                asked,
                                {},
                                probabilities ? &*probabilities : nullptr};
    documents[k] = std::visit(
        [&](const auto& rows) { return explained_document(model, rows.row(record), source); },
        measured.data.rows());
    keep_strongest(documents[k], kept_words, kept_marks);
  };
  constexpr std::size_t grain = 8;
  pool.for_ranges(positions.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) explain_one(k);
  });
  return documents;
}

}  // namespace clade::detail
