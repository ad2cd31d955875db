// An explanation with names in the place of numbers, and the document's words with what they add.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

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
  std::span<const ClassId> asked =
      {};  // the classes to explain beside the answer; none: the second
  std::vector<std::string> truth = {};  // its labels in the data
};

// Error{usage} as explain().
template <class Real>
ExplainedDocument explained_document(const Model& model, BasicSparseRow<Real> row,
                                     const DocumentSource& source);

// What the best class and the one beside it are called: "answer", or "best class" where it is not
// predicted; "runner-up", or "asked for" with a word on whether it is predicted.
std::string role_of_answer(const ExplainedDocument& document);
std::string role_of_other(const ExplainedDocument& document);
// The labels in the data, with whether they are predicted; "" where there are none.
std::string truth_text(const ExplainedDocument& document);
// Which labels are predicted, where that is not the answer alone; else "".
std::string predicted_text(const ExplainedDocument& document);
// That numbers are scaled, where they are; else "".
std::string scale_text(const ExplainedDocument& document);

// {"id","predicted":[...],"scale" where there is
// one,"label","score","path","nodes":[{"node","share","words":[{"word","share"}]}],
//  "runner_up" or "asked":{"label","score","path","nodes"},"difference":{"lead","words"}}; a node
//  of a model
// that goes from the root down has "margin" and "rival", too.
nlohmann::ordered_json explanation_json(const ExplainedDocument& document);

}  // namespace clade::detail::report
