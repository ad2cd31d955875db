// Labels that are paths: A/01/B lies below A/01, which lies below A.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "taxonomy/taxonomy_draft.h"

namespace clade {

// Adds the nodes of one path: every prefix that ends before a separator, and the whole.
// Error{input} for an empty part, with `place` ("file:line: ") in front.
NodeId add_path(TaxonomyDraft& draft, std::string_view label, std::string_view separator,
                std::size_t line, const std::string& place);

// Whether every node below the root is called by its whole path: the name of its parent (nothing
// for children of the root), the separator, and one part more.
bool has_path_names(const Taxonomy& taxonomy, std::string_view separator);

}  // namespace clade
