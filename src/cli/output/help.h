// The help of a command, made from its spec.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// Two columns, the second wrapped at the page's width.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows);

// "what it means [what is expected; default x]"
std::string meaning_of(const Parameter& option);

std::string help_text(const CommandSpec& spec);
// Writes the help, or gives the spec to who reads specs, and returns the exit code of success.
int show_help(const CommandSpec& spec, Output& out);

}  // namespace clade::detail::cli
