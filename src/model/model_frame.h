// The frame of a model file: preamble, section table and checksum (docs/MODEL_FORMAT.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "model/model_format.h"

namespace clade::detail {

// A mapped file whose frame was checked: every section lies inside it.
class ModelFile {
 public:
  using Bytes = std::span<const std::byte>;

  // Error{model} where the frame is not whole; `trust` skips the checksum alone.
  ModelFile(const std::filesystem::path& path, bool trust);

  const std::string& name() const { return name_; }
  const MappedFile& mapping() const { return file_; }
  // Empty where the file's format does not have it.
  Bytes section(Section id) const {
    const std::size_t place = static_cast<std::size_t>(id) - 1;
    return place < sections_.size() ? sections_[place] : Bytes();
  }

  [[noreturn]] void damaged(std::string_view what) const;

 private:
  void check_preamble();
  void check_checksum() const;
  void read_table();

  std::string name_;
  MappedFile file_;
  std::vector<Bytes> sections_;
};

}  // namespace clade::detail
