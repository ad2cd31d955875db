// Writes a model file in large pieces and sums up what was written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"

struct XXH3_state_s;

namespace clade::detail {

class ChecksummedFile {
 public:
  explicit ChecksummedFile(const std::filesystem::path& path);

  void write(std::string_view bytes);
  // The same for bytes of any number, of which no copy is made.
  void write_large(std::span<const std::byte> bytes);
  // Zeros up to where the next section begins.
  void pad();
  // The checksum behind everything, and the file under its name.
  void finish();

 private:
  struct FreeState {
    void operator()(XXH3_state_s* state) const;
  };
  void flush();

  AtomicFile file_;
  std::unique_ptr<XXH3_state_s, FreeState> state_;
  std::string buffer_;
  std::size_t position_ = 0;
};

}  // namespace clade::detail
