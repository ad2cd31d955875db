// The vectoriser in the model file: its options in the header and four sections.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model_frame.h"
#include "text/vectoriser.h"

namespace clade::detail {

using OptionPairs = std::vector<std::pair<std::string, std::string>>;

// Names and values of the options, and which features were counted; what is empty is left out.
OptionPairs vectoriser_options(const Vectoriser::Fitted& fitted);
// Sets them; Error{usage} for a name or value that does not exist.
void set_vectoriser_options(Vectoriser::Fitted& fitted, const OptionPairs& options);

// The scaling of numeric features; empty where there is none.
std::string scaling_section(const FeatureScaling& scaling);
FeatureScaling read_scaling(const ModelFile& file);

// Each name with its mark in front.
std::vector<std::string> marked_names(const FeatureNames& names);

}  // namespace clade::detail
