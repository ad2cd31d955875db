// Commands that are families of others: `clade taxonomy check`, `clade journal show`.
#pragma once

#include <span>
#include <string_view>

#include "cli/commands/commands.h"

namespace clade::detail::cli {

struct CommandFamily {
  std::string_view name;
  std::span<const Command> parts;
  const char* overview;  // the help of the family itself
};

// Runs the part that the first word names; Error{usage} where there is none of that name.
int run_part(const CommandFamily& family, const Arguments& words, Output& out);

}  // namespace clade::detail::cli
