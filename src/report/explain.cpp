// Why a model answers as it does, for clade/report.h.
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "base/file.h"
#include "base/json_text.h"
#include "base/threads.h"
#include "clade/report.h"
#include "pipeline/read.h"
#include "report/explained_document.h"
#include "report/explanation_page.h"

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
  std::vector<ExplainedDocument> documents;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const report::DocumentSource document{records.ids.empty() ? std::to_string(i) : records.ids[i],
                                          records.snippets.empty() ? "" : records.snippets[i].text,
                                          reader.analyzer.get(), asked};
    documents.push_back(std::visit(
        [&](const auto& rows) { return report::explained_document(model, rows.row(i), document); },
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
  AtomicFile page(file);
  page.write(report::explanation_page(documents, words));
  page.commit();
}

}  // namespace clade
