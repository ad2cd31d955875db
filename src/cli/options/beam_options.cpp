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

}  // namespace clade::detail::cli
