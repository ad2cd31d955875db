#include "taxonomy/term_names.h"

#include <fmt/core.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

std::vector<std::string> names_of_terms(std::span<const Term> terms, bool by_label) {
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> uses;
  for (const Term& term : terms) {
    const std::string label = by_label ? name_of_text(term.label) : "";
    names.push_back(label.empty() ? name_of_text(term.id) : label);
    if (names.back().empty()) names.back() = fmt::format("({})", names.size());
    ++uses[names.back()];
  }
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = names[i];
    if (uses[name] > 1) name += fmt::format(" ({})", name_of_text(terms[i].id));
    // Only ids that differ in control characters alone, or labels made to look so, come to this.
    while (!taken.insert(name).second) name += fmt::format(" ({})", i + 1);
    names[i] = std::move(name);
  }
  return names;
}

}  // namespace clade::detail
