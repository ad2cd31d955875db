// The calibration in the model file (docs/MODEL_FORMAT.md).
#pragma once

#include <memory>
#include <string>

#include "clade/label_space.h"
#include "model/calibration.h"
#include "model/model_frame.h"
#include "model/model_header.h"

namespace clade::detail {

// Empty without a calibration.
std::string calibration_section(const Calibration* calibration);

// What calibrations have since format 7; empty without.
std::string choices_section(const Calibration* calibration);

// Null where the header names none. Error{model} for what the label space cannot have.
std::shared_ptr<const Calibration> read_calibration(const ModelFile& file,
                                                    const ModelHeader& header,
                                                    const LabelSpace& labels);

}  // namespace clade::detail
