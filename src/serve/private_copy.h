// A model file that somebody else may overwrite at any time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "clade/model.h"

namespace clade::detail::serve {

// What tells that a file was replaced or changed.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::uintmax_t size = 0, number = 0;
  bool operator==(const FileStamp&) const = default;

  // All zero where there is no file.
  static FileStamp of(const std::filesystem::path& file);
};

// The model in a copy of the file in memory: a model reads its weights where they lie, and would
// break when the file is written over. Error as Model::load.
struct CopiedModel {
  Model model;
  std::string checksum;  // of the file's bytes
};
CopiedModel load_private_copy(const std::filesystem::path& file);

}  // namespace clade::detail::serve
