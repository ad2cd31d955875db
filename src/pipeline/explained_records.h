// Explanations of some of the records that a model was measured on, small enough for a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/explanation.h"
#include "clade/metrics.h"
#include "data/dataset.h"

namespace clade::detail {

// What a page keeps of an explanation.
inline constexpr std::size_t kept_words = 10;
inline constexpr std::size_t kept_marks = 30;

struct MeasuredRecords {
  const Model& model;            // with its vectoriser
  const Evaluation& evaluation;  // with `judged`
  const LabelSpace& labels;      // that was measured in
  const Dataset& data;           // that was measured
  // By record of `data`: beginnings of the texts, which are explained alone. Empty: no texts.
  std::span<const TextSnippet> texts;
};

// Of every position in `evaluation.judged`. Beside the best class stands the best true label that
// was missed, else one that was wrongly given, else the runner-up. Empty where the model cannot be
// explained (is_explainable).
std::vector<ExplainedDocument> explained_records(const MeasuredRecords& measured,
                                                 std::span<const std::size_t> positions,
                                                 ThreadPool& pool);

}  // namespace clade::detail
