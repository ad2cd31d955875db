// Data as a file that is mapped (data/pack_format.h).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "pipeline/read.h"

namespace clade::detail {

struct PackedSize {
  std::size_t records = 0, values = 0;
  MissingCounts missing{};  // which a pack cannot keep
};

// With a model (null: none; its name is for messages), the vectors that it would see. Error{usage}
// for texts without a model, for records of several splits, and for a model that has no vectors.
// Cancelled where the reporter asks to stop.
PackedSize pack(const FileSource& source, const Model* model, const std::string& model_name,
                Precision precision, const std::filesystem::path& output, ThreadPool& pool,
                const Reporter& reporter);

}  // namespace clade::detail
