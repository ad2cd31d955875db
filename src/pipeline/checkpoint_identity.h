// What the result of a training follows from: a checkpoint of anything else is refused.
#pragma once

#include <filesystem>
#include <vector>

#include "base/checkpoint.h"
#include "clade/pipeline.h"
#include "pipeline/prepare.h"

namespace clade::detail {

// Of files, by their names and what is in them; with an empty name there is none, and a word that
// is no file, such as the name of a language, is an option. Error{usage} for a stream, which is
// gone after an end.
CheckpointIdentity identity_of(const std::vector<std::filesystem::path>& files);

// Of examples, wherever they come from, and the options of the call.
CheckpointIdentity identity_of(const TrainingSet& set, Method& method, const TrainOptions& options);

}  // namespace clade::detail
