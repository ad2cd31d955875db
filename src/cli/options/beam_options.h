// --beam of predict and evaluate.
#pragma once

#include <cstddef>

#include "clade/metrics.h"
#include "clade/model.h"

namespace clade::detail::cli {

inline constexpr const char* beam_help =
    "score only the children of the best W nodes of the last level above the classes, twice as "
    "many of each level above it, up to 8 W: faster in large trees, and not always the best class; "
    "of every "
    "256th instance the end tells whether it was. 0: score all classes";

// Of models with so many classes a beam is several times as fast as scoring all of them, and on
// what was measured (docs/lab/PERFORMANCE.md) right as often.
inline constexpr std::size_t classes_for_beam = 10'000;
inline constexpr int advised_beam = 8;

// On standard error: how many of the instances that were scanned in full have the same answer.
void write_beam_agreement(const BeamAgreement& agreement);

// On standard error, where all classes are scored and a beam would do: that there is one.
void advise_beam(const Model& model, std::size_t instances);

}  // namespace clade::detail::cli
