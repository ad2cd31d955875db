// The checkpoint of a command: opened with what its result follows from, removed when that is safe.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/checkpoint.h"
#include "base/communicator.h"
#include "cli/options/arguments.h"
#include "cli/options/checkpoint_fields.h"

namespace clade::detail::cli {

// Null where none is asked for. `files` are those that are read; with an empty name there is none.
// `given` are options that the spec has no values of.
// Of several ranks each has a folder in that folder.
// Error{usage} where one of them is a stream, which is gone after an end.
std::unique_ptr<Checkpoint> open_checkpoint(const CheckpointFields& fields, const CommandSpec& spec,
                                            const std::vector<std::filesystem::path>& files,
                                            Reporter& reporter,
                                            const CheckpointIdentity& given = {},
                                            Communicator& peers = single_rank());

// What the whole work is, or a part that is none.
CheckpointPart whole_of(const std::unique_ptr<Checkpoint>& checkpoint);

}  // namespace clade::detail::cli
