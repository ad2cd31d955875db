// The fingerprints of the records that a model was trained on, and their section of the model file
// (docs/MODEL_FORMAT.md).
#pragma once

#include <memory>
#include <string>

#include "clade/model.h"
#include "data/fingerprint.h"
#include "model/model_frame.h"

namespace clade::detail {

// Null where the model has none.
const Fingerprints* fingerprints_of(const Model& model);
// The same model with these in the place of its own; empty: with none.
Model with_fingerprints(const Model& model, Fingerprints fingerprints);

// Empty without fingerprints.
std::string fingerprint_section(const Fingerprints* fingerprints);
// Null where the file has none.
std::shared_ptr<const Fingerprints> read_fingerprints(const ModelFile& file);

}  // namespace clade::detail
