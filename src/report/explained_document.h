// An explanation with names in the place of numbers, and the document's words with what they add.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clade/explanation.h"
#include "clade/model.h"
#include "data/text_analyzer.h"

namespace clade::detail::report {

// What a document has beside its row: its text as it was read, "" where it has none, and the
// analyzer that read it (null where texts have no part in the model).
struct DocumentSource {
  std::string id;
  std::string text;
  const TextAnalyzer* analyzer = nullptr;
};

// Error{usage} as explain().
template <class Real>
ExplainedDocument explained_document(const Model& model, BasicSparseRow<Real> row,
                                     const DocumentSource& source);

// {"id","label","score","path","nodes":[{"node","share","words":[{"word","share"}]}],
//  "runner_up":{"label","score","path","nodes"},"difference":{"lead","words"}}; a node of a model
// that goes from the root down has "margin" and "rival", too.
nlohmann::ordered_json explanation_json(const ExplainedDocument& document);

}  // namespace clade::detail::report
