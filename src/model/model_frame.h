// The frame of a model file: preamble, section table and checksum (docs/MODEL_FORMAT.md).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "model/model_format.h"

namespace clade {

// A mapped file whose frame was checked: every section lies inside it.
class ModelFile {
 public:
  using Bytes = std::span<const std::byte>;

  // Error{model} where the frame is not whole; `trust` skips the checksum alone.
  ModelFile(const std::filesystem::path& path, bool trust);

  const std::string& name() const { return name_; }
  const MappedFile& mapping() const { return file_; }
  Bytes section(Section id) const { return sections_[static_cast<std::size_t>(id) - 1]; }

  [[noreturn]] void damaged(std::string_view what) const;

 private:
  void check_preamble() const;
  void check_checksum() const;
  void read_table();

  std::string name_;
  MappedFile file_;
  std::array<Bytes, section_count> sections_;
};

}  // namespace clade
