// The page of `clade explain --html FILE`: documents with their words marked by what they speak
// for, and what every node adds.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "clade/explanation.h"

namespace clade::detail::report {

// The data of the page "explanation" (`ExplanationData` of web/report.schema.json), with the first
// `words` of each list of words; 0: all.
nlohmann::ordered_json explanation_page(std::span<const ExplainedDocument> documents,
                                        std::size_t words);

}  // namespace clade::detail::report
