// The vectoriser in the model file: its options in the header and three sections.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "text/vectoriser.h"

namespace clade::detail {

using OptionPairs = std::vector<std::pair<std::string, std::string>>;

// Names and values of the options, and which features were counted; what is empty is left out.
OptionPairs vectoriser_options(const Vectoriser::Fitted& fitted);
// Sets them; Error{usage} for a name or value that does not exist.
void set_vectoriser_options(Vectoriser::Fitted& fitted, const OptionPairs& options);

// Each name with its mark in front.
std::vector<std::string> marked_names(const FeatureNames& names);

}  // namespace clade::detail
