// The text of an input: mapped, decompressed (.gz, .zst) or read from standard input.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"

namespace clade {

// Holds the whole decompressed text; a byte order mark is left out. Which compression is used is
// read off the first bytes, not the name.
class InputText {
 public:
  explicit InputText(const std::filesystem::path& path);  // "-": standard input
  std::string_view text() const { return text_; }
  const std::string& name() const { return name_; }  // for messages

 private:
  std::string name_;
  std::shared_ptr<const void> owner_;
  std::string_view text_;
};

}  // namespace clade
