// The page of `clade explain --html FILE`: the words of documents marked by what they speak for,
// and what every node adds. Drawn once: it needs no script.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "report/explained_document.h"

namespace clade::detail::report {

// Shows the first `words` of each list of words; 0: all.
std::string explanation_page(std::span<const ExplainedDocument> documents, std::size_t words);

}  // namespace clade::detail::report
