// What the commands of `taxonomy` are about: T [DATA...].
#pragma once

#include <optional>
#include <string>

#include "cli/options/arguments.h"
#include "cli/options/options.h"

namespace clade::detail::cli {

// DATA; empty where there is none, and none is needed. Error{usage} where the taxonomy is to come
// from labels and there is no data.
std::optional<FileSource> data_of(const std::string& command, const Arguments& words,
                                  const DataOptions& options);

// For people: "(root)" for a root without a name.
std::string shown_name(const Taxonomy& taxonomy, NodeId node);

}  // namespace clade::detail::cli
