// Files in parts, record by record (clade/split.h).
#pragma once

#include "base/threads.h"
#include "clade/split.h"
#include "pipeline/read.h"

namespace clade::detail {

// Error{usage} for fractions and names that make no parts.
void check_parts(const SplitOptions& options);

SplitParts split_files(const FileSource& source, const std::filesystem::path& folder,
                       const SplitOptions& options, ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail
