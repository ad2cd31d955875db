#include "cli/options/beam_options.h"

#include <fmt/core.h>

#include <string>

#include "clade/error.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

namespace {

// Below, a wide beam saves little; and on what was measured this one loses less than 0.1 points of
// accuracy (docs/lab/PERFORMANCE.md).
constexpr std::size_t classes_for_beam = 10'000;
constexpr std::size_t default_width = 32;

}  // namespace

// With a unit for each class and no more, inner nodes have no scores to go by.
std::shared_ptr<const Beam> default_beam(const Model& model) {
  const std::size_t classes = model.label_space().size();
  if (classes < classes_for_beam || model.unit_count() <= classes) return nullptr;
  try {
    return std::make_shared<const Beam>(model, default_width);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::usage) return nullptr;  // other models that have no beam
    throw;
  }
}

void write_beam_agreement(const BeamAgreement& agreement, bool is_default, const Model& model) {
  std::string line = fmt::format(
      "clade: the beam of {} gave the answer of the full scan to {} of the {} "
      "instances that were scanned in full",
      agreement.width, agreement.same, agreement.checked);
  if (is_default) {
    line += fmt::format("; --beam 0 scores all {} classes of every instance, some times slower",
                        model.label_space().size());
  }
  write_error_line(line);
}

void tell_of_default_beam(const Model& model) {
  if (default_beam(model) == nullptr) return;
  write_error_line(
      fmt::format("clade: measured by the scores of all {} classes; 'clade predict' takes a beam "
                  "of {} unless it is told --beam 0: --beam {} measures that",
                  model.label_space().size(), default_width, default_width));
}

}  // namespace clade::detail::cli
