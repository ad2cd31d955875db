// What wrong and vague answers cost a user: the file of `predict --risk`.
#pragma once

#include <filesystem>

#include "clade/probabilities.h"

namespace clade::detail {

// Lines node<TAB>wrong<TAB>vague, costs of at least 0; a line for `*` is for all nodes without one,
// its vague cost by level: a node of height h costs h times as much, a terminal node nothing.
// Error{input} with file:line, and where a node has no costs.
AnswerCosts read_answer_costs(const std::filesystem::path& file, const ProbabilityMap& map);

}  // namespace clade::detail
