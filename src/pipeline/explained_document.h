// An explanation with names in the place of numbers, and the document's words with what they add.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "clade/explanation.h"
#include "clade/model.h"
#include "clade/probabilities.h"
#include "data/text_analyzer.h"

namespace clade::detail {

// What a document has beside its row: its text as it was read, "" where it has none, and the
// analyzer that read it (null where texts have no part in the model).
struct DocumentSource {
  std::string id;
  std::string text;
  const TextAnalyzer* analyzer = nullptr;
  std::span<const ClassId> asked =
      {};  // the classes to explain beside the answer; none: the second
  std::vector<std::string> truth = {};            // its labels in the data
  const ProbabilityMap* probabilities = nullptr;  // of the model, where it is calibrated
};

// Error{usage} as explain().
template <class Real>
ExplainedDocument explained_document(const Model& model, BasicSparseRow<Real> row,
                                     const DocumentSource& source);

// Whether explain() can say anything of the model: not where it has a kernel.
bool is_explainable(const Model& model);

// Keeps the strongest words of the difference and the strongest marks of the text alone, and no
// words of single nodes.
void keep_strongest(ExplainedDocument& document, std::size_t words, std::size_t marks);

}  // namespace clade::detail
