// Manual pages of all commands, made from what their helps are made from.
#pragma once

#include <filesystem>
#include <string>

#include "cli/options/arguments.h"

namespace clade::detail::cli {

// In troff with the macros of man(7).
std::string man_page(const CommandSpec& spec);
// clade.1, clade-train.1, ..., clade-taxonomy-check.1 in `folder`, which is made where it is not.
void write_man_pages(const std::filesystem::path& folder);

}  // namespace clade::detail::cli
