// What is to be said of answers that are none, or that say nothing about their instance.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "clade/model.h"
#include "clade/reporter.h"
#include "data/dataset.h"

namespace clade::detail {

struct AnswerCounts {
  std::size_t instances = 0;
  std::size_t empty_sets = 0;   // without a predicted label
  std::size_t featureless = 0;  // without a word or feature that the model knows
};

// Sentences about these counts, with advice; none where there is nothing to say. `rule` made the
// sets; nothing: they came from elsewhere.
std::vector<std::string> answer_warnings(const AnswerCounts& counts,
                                         std::optional<LabelSetRule> rule);

// After training: looks at some of the instances that were trained on, and warns where the model
// gives several of them no label. Costs no more than scoring these few.
void warn_of_empty_sets(const Model& model, const Dataset& data, Reporter& reporter);

}  // namespace clade::detail
