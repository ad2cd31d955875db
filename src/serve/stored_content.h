// Documents as the journal has them, back to what a model reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/generation.h"

namespace clade::detail::serve {

// Valid until this thread parses something else.
Document parse_stored(const std::string& content);
// The model's own set of labels; nothing where it cannot read the document, which was given to an
// earlier model of that name.
std::optional<std::vector<std::string>> labels_of_stored(const Generation& generation,
                                                         const std::string& content);
// {"id":...,"text":...}
std::string with_id(const std::string& id, const std::string& content);

}  // namespace clade::detail::serve
