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

// In a model with more units than classes inner nodes have scores, which a beam goes by.
void advise_beam(const Model& model, std::size_t instances) {
  constexpr std::size_t many = 1000;
  const std::size_t classes = model.label_space().size();
  const bool has_beam = !is_top_down(model.decoding()) && model.kernel() == KernelKind::linear &&
                        model.label_space().taxonomy().is_tree() && model.unit_count() > classes;
  if (!has_beam || classes < classes_for_beam || instances < many) return;
  write_error_line(fmt::format(
      "clade: scores all {} classes of every instance; --beam {} scores the likely ones "
      "and is several times as fast, --beam 0 says that all are wanted",
      classes, advised_beam));
}

}  // namespace clade::detail::cli
