// --beam of predict and evaluate.
#pragma once

#include <string_view>
#include <vector>

#include "clade/metrics.h"
#include "clade/parameter.h"

namespace clade::detail::cli {

inline constexpr const char* beam_help =
    "score only the children of the best W nodes of every level: much faster in large trees, and "
    "not always the best class; of every 256th instance the end tells whether it was";

// On standard error: how many of the instances that were scanned in full have the same answer.
void write_beam_agreement(const BeamAgreement& agreement);

// The help shows no default for what is off unless it is asked for.
void hide_default(std::vector<Parameter>& options, std::string_view name);

// For a command that has no use for it.
void remove_option(std::vector<Parameter>& options, std::string_view name);

}  // namespace clade::detail::cli
