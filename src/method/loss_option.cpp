#include "method/loss_option.h"

#include <filesystem>

#include "taxonomy/loss.h"

namespace clade::detail {

std::string loss_or_auto_problem(std::string_view text) {
  return text == "auto" ? std::string() : loss_spec.problem(text);
}

std::string without_folder(const std::string& spec) {
  const std::size_t colon = spec.find(':');
  if (colon == std::string::npos) return spec;
  return spec.substr(0, colon + 1) +
         std::filesystem::path(spec.substr(colon + 1)).filename().string();
}

}  // namespace clade::detail
