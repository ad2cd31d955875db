// Explanations in the files of a run folder.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/explanation.h"

namespace clade::detail {

// What explained_records() keeps.
nlohmann::ordered_json stored_explanation(const ExplainedDocument& document);
// nlohmann's exceptions for what is none.
ExplainedDocument explanation_of(const nlohmann::ordered_json& json);

}  // namespace clade::detail
