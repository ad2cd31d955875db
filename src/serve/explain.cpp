// Why a model gives its answer.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "base/json_text.h"
#include "base/text.h"
#include "clade/error.h"
#include "pipeline/explained_document.h"
#include "report/explanation_json.h"
#include "serve/json_in.h"
#include "serve/json_out.h"
#include "serve/predict.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

using Json = nlohmann::ordered_json;

// A name that the model does not have is no mistake of the call but of what is in it.
std::vector<ClassId> classes_against(const Model& model, std::optional<std::string_view> label) {
  if (!label) return {};
  try {
    return classes_to_explain(model, *label);
  } catch (const Error& error) {
    throw Refusal(Fault::input, error.what());
  }
}

Json text_json(const ExplainedDocument& document) {
  Json parts = Json::array();
  for (const MarkedPart& part : document.text) {
    parts.push_back({{"text", part.text}, {"share", number_or_null(part.share)}});
  }
  return parts;
}

ExplainedDocument explained(const Generation& generation, const Document& document,
                            std::optional<std::string_view> against, const std::string& id) {
  const Model& model = generation.model();
  if (!is_explainable(model)) {
    throw Refusal(Fault::usage,
                  "models with kernels cannot be explained: their weights belong to "
                  "training examples");
  }
  const std::vector<ClassId> asked = classes_against(model, against);
  const Records record = generation.reader().read(document.content());
  DocumentSource source{id, std::string(document.text), generation.reader().analyzer(), asked};
  source.probabilities = generation.probabilities();
  return std::visit(
      [&](const auto& rows) { return explained_document(model, rows.row(0), source); },
      record.rows);
}

}  // namespace

std::string explain(const PredictCall& call, std::string_view body) {
  Fields fields(parse_object(body));
  const auto json = fields.find("document");
  const auto against = fields.string("against");
  fields.finish();
  if (!json) throw Refusal(Fault::usage, "expected the field document");
  Document document;
  parse_document(*json, document);
  const std::string id(document.id.value_or("0"));
  const ExplainedDocument why = explained(*call.generation, document, against, id);
  Json explanation = report::explanation_json(why);
  if (document.kind == DocumentContent::Kind::text) explanation["text"] = text_json(why);
  std::string answer = R"({"model":)";
  append_json_string(answer, call.model);
  answer += fmt::format(R"(,"generation":{},"id":)", call.generation->number());
  append_json_string(answer, id);
  return answer + R"(,"explanation":)" + compact_json(explanation) + '}';
}

}  // namespace clade::detail::serve
