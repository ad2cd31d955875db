// An explanation with names in the place of numbers, and the document's words with what they add.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clade/explanation.h"
#include "clade/model.h"
#include "data/text_analyzer.h"

namespace clade::detail::report {

struct ExplainedWord {
  std::string word;  // or the name of a feature, its number, "(constant)"
  double share;
};

struct ExplainedNode {
  std::string node, rival;  // as in NodeShare
  double amount, share;
  std::vector<ExplainedWord> words;
};

struct ExplainedClass {
  std::string label;
  std::vector<std::string> path;
  double score;
  std::vector<ExplainedNode> nodes;
};

// A piece of a text: a word with what its features speak for the answer and against the runner-up,
// or something between words, with 0.
struct MarkedPart {
  std::string text;
  double share;
};

struct ExplainedDocument {
  std::string id;
  ExplainedClass answer;
  std::optional<ExplainedClass> runner_up;
  double lead = 0;
  std::vector<ExplainedWord> difference;
  std::vector<MarkedPart> text;
};

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
