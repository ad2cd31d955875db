#include "cli/options/beam_options.h"

#include <fmt/core.h>

#include "cli/output/output.h"

namespace clade::detail::cli {

void write_beam_agreement(const BeamAgreement& agreement) {
  write_error_line(
      fmt::format("clade: the beam of {} gave the answer of the full scan to {} of the {} "
                  "instances that were scanned in full",
                  agreement.width, agreement.same, agreement.checked));
}

void hide_default(std::vector<Parameter>& options, std::string_view name) {
  for (Parameter& option : options) {
    if (option.name == name) option.default_value.clear();
  }
}

void remove_option(std::vector<Parameter>& options, std::string_view name) {
  std::erase_if(options, [name](const Parameter& option) { return option.name == name; });
}

}  // namespace clade::detail::cli
