// What has to hold before several ranks train one model.
#pragma once

#include <filesystem>
#include <vector>

#include "base/communicator.h"
#include "clade/method.h"

namespace clade::detail {

// Error{usage} for a method that wants all examples on one rank, before any data are read.
void check_method_over_ranks(const MethodTraits& traits);

// The same for one whose ranks do not save what they have reached together.
void check_checkpoint_over_ranks(const MethodTraits& traits);

// Every rank finds the same files: Error{input} that names the rank and the file where one is
// missing, has another size, or other bytes at some places. Names may have * ? or [, and empty ones
// are none.
void check_same_files(const std::vector<std::filesystem::path>& files, Communicator& peers);

}  // namespace clade::detail
