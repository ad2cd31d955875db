// --methods, --taxonomies and --tune of `clade compare`: words to contenders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/arguments.h"
#include "eval/compare/contender.h"

namespace clade::detail::cli {

// A method with its options, as words after --method.
struct MethodWords {
  std::string name;  // as it was written
  Words words;
};
// Error{usage} for an empty list.
std::vector<MethodWords> split_methods(const std::string& methods);

// Error{usage} for options that the method does not have, and for methods that cannot be compared.
// `setting` is set after the words.
Configured configure(const MethodWords& method, const Setting& setting);

// The words of one method alone, without data. `command` is for messages.
Contender one_contender(const char* command, const std::string& words);

// given,random:5,learned
std::vector<SeenTaxonomy> split_taxonomies(const std::string& taxonomies);

// C=0.01:100:9; gamma=1,2. `flag` is for messages.
using Grid = std::vector<std::pair<std::string, std::vector<std::string>>>;  // option, values
Grid parse_grid(const char* flag, const std::string& text);
// Error{usage} for an option that no method has, or that all which have it set themselves.
void check_grid_is_used(const char* flag, const Grid& grid,
                        const std::vector<MethodWords>& methods);
// Every combination that the method can be set to. An option that the method has not, or that its
// words set, is left out; empty where none is left. Error{usage} beyond 10,000 combinations.
std::vector<Setting> settings_for(const MethodWords& method, const Grid& grid);

// What decides how the method's data are read.
std::string reading_key(const Configured& configured);

}  // namespace clade::detail::cli
