// --beam of predict and evaluate.
#pragma once

#include <cstddef>
#include <memory>

#include "clade/metrics.h"
#include "clade/model.h"
#include "model/beam.h"

namespace clade::detail::cli {

inline constexpr const char* beam_help =
    "score only the children of the best W nodes of the last level above the classes, twice as "
    "many of each level above it, up to 8 W: faster in large trees, and not always the best class; "
    "of every "
    "256th instance the end tells whether it was. 0: score all classes";

inline constexpr int beam_not_asked_for = -1;

// The beam of `predict` where none is asked for: of models with ten thousand classes and more whose
// inner nodes have scores. Null: all classes are scored.
std::shared_ptr<const Beam> default_beam(const Model& model);

// On standard error: how many of the instances that were scanned in full have the same answer, and,
// of the default beam, how to do without.
void write_beam_agreement(const BeamAgreement& agreement, bool is_default, const Model& model);

// On standard error, where `predict` would take a beam and what was measured took none.
void tell_of_default_beam(const Model& model);

}  // namespace clade::detail::cli
