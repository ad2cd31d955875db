// Options by name (clade/options.h) for parameters.
#pragma once

#include <string_view>
#include <vector>

#include "clade/options.h"
#include "clade/parameter.h"

namespace clade::detail {

// Sets each option. Error{usage} with the nearest known name for one that is not among the
// parameters, where `owner` says who has none: "method 'hsvm' has"; and for a wrong value.
void set_options(const std::vector<Parameter>& parameters, const Options& options,
                 std::string_view owner);

// Error{usage} for an option that has no effect as the parameters are now.
void check_effects(const std::vector<Parameter>& parameters, const Options& options);
// The same for one parameter that was set.
void check_effect(const Parameter& parameter);

}  // namespace clade::detail
