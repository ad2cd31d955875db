// Explanations for the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "clade/explanation.h"

namespace clade::detail::cli {

// Shows the first `words` of each list of words; 0: all.
std::string explanation_text(const ExplainedDocument& document, std::size_t words);

}  // namespace clade::detail::cli
