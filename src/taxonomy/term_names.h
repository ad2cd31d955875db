// Names for terms that have a code and a word.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "clade/taxonomy.h"

namespace clade::detail {

struct Term {
  std::string id;     // never empty, all different
  std::string label;  // "" where there is none
  std::size_t line = 0;
};

// A name for each: its id, or its label (where it has none, the id). Labels that several terms have
// are told apart by the id in brackets behind them.
std::vector<std::string> names_of_terms(std::span<const Term> terms, bool by_label);

}  // namespace clade::detail
