// Why a model answers as it does, for clade/report.h.
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "base/json_text.h"
#include "base/threads.h"
#include "clade/report.h"
#include "pipeline/explained_document.h"
#include "pipeline/read.h"
#include "report/explanation_json.h"
#include "report/explanation_page.h"
#include "report/page.h"

namespace clade {

using namespace detail;

std::vector<ExplainedDocument> explain(const Model& model, const Examples& examples,
                                       const RunOptions& options, const std::string& label) {
  std::vector<ClassId> asked;
  if (!label.empty()) asked = classes_to_explain(model, label);
  ThreadPool pool(options.threads);
  const auto source = source_of(examples, "");
  ModelReader reader = reader_for(model, *source);
  reader.options.snippet_bytes = std::numeric_limits<std::size_t>::max();  // whole texts
  Records records = source->read(reader.options, pool);
  if (model.vectoriser() != nullptr) model.vectoriser()->transform(records);
  std::optional<ProbabilityMap> probabilities;
  if (model.calibration() != nullptr) probabilities.emplace(model);
  std::vector<ExplainedDocument> documents;
  for (std::size_t i = 0; i < records.size(); ++i) {
    DocumentSource document{records.ids.empty() ? std::to_string(i) : records.ids[i],
                            records.snippets.empty() ? "" : records.snippets[i].text,
                            reader.analyzer.get(), asked};
    if (probabilities) document.probabilities = &*probabilities;
    for (const std::uint32_t l : records.labels_of(i)) {
      document.truth.push_back(records.label_names[l].name);
    }
    documents.push_back(std::visit(
        [&](const auto& rows) { return explained_document(model, rows.row(i), document); },
        records.rows));
  }
  return documents;
}

std::string explanation_json(const ExplainedDocument& document) {
  std::string text = json_text(report::explanation_json(document));
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void write_report(const std::filesystem::path& file,
                  const std::vector<ExplainedDocument>& documents, std::size_t words) {
  report::write_page(file, "explanation", report::explanation_page(documents, words));
}

}  // namespace clade
