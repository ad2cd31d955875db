// --beam of predict and evaluate.
#pragma once

#include "clade/metrics.h"

namespace clade::detail::cli {

inline constexpr const char* beam_help =
    "score only the children of the best W nodes of every level: much faster in large trees, and "
    "not always the best class; of every 256th instance the end tells whether it was";

// On standard error: how many of the instances that were scanned in full have the same answer.
void write_beam_agreement(const BeamAgreement& agreement);

}  // namespace clade::detail::cli
