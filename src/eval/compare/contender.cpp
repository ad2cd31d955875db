#include "eval/compare/contender.h"

#include <fmt/core.h>

namespace clade::detail {

std::string setting_text(const Setting& setting) {
  std::string text;
  for (const auto& [name, value] : setting) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string taxonomy_text(const SeenTaxonomy& taxonomy) {
  switch (taxonomy.kind) {
    case SeenTaxonomy::Kind::given:
      return "given";
    case SeenTaxonomy::Kind::random:
      return fmt::format("random:{}", taxonomy.count);
    case SeenTaxonomy::Kind::learned:
      return "learned";
  }
  return "?";
}

}  // namespace clade::detail
