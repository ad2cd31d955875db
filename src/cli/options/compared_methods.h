// --methods, --taxonomies, --tune and --curve of `clade compare`, as words.
#pragma once

#include <string>
#include <vector>

#include "clade/compare.h"

namespace clade::detail::cli {

// "clade; hsvm --C 10; svm". Error{usage} for an empty list, and as 'clade train' for options.
std::vector<ComparedMethod> parse_methods(const std::string& methods);
// The words of one method alone. `command` is for messages.
ComparedMethod parse_one_method(const char* command, const char* flag, const std::string& words);

// given,random:5,learned
std::vector<SeenTaxonomy> parse_taxonomies(const std::string& taxonomies);

// C=0.01:100:9; gamma=1,2. `flag` is for messages.
std::vector<OptionValues> parse_grid(const char* flag, const std::string& text);

}  // namespace clade::detail::cli
