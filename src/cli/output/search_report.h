// What `train --budget` says about its search.
#pragma once

#include <string>

#include "clade/search.h"
#include "cli/options/arguments.h"

namespace clade::detail::cli {

struct SearchReport {
  SearchResult result;
  std::string command;  // the chosen line as it can be typed
};

// The words of a call of train without the search and with what it found.
std::string typed_command(const CommandSpec& spec, const Arguments& words, const Setting& chosen);

// A table of all runs, and what was chosen.
std::string search_text(const SearchReport& report);

}  // namespace clade::detail::cli
