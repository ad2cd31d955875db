// The support of a kernel model in the model file: its rows, as three sections.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "model/model_frame.h"
#include "model/model_header.h"
#include "model/support_set.h"

namespace clade::detail {

// In the order of their ids; empty ones for nothing.
std::array<std::string, 3> support_sections(const SupportSet* support);

// Nothing for a model without a kernel. Error{model} where the sections do not fit the header.
std::shared_ptr<const SupportSet> read_support(const ModelFile& file, const ModelHeader& header);

}  // namespace clade::detail
