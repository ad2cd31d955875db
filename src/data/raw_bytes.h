// The bytes of a file, a pipe or standard input as they are stored, piece by piece.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace clade {

class RawBytes {
 public:
  // "-" is standard input. Error{environment} for a path that cannot be opened, or a folder.
  explicit RawBytes(const std::filesystem::path& path);
  ~RawBytes();
  RawBytes(const RawBytes&) = delete;
  RawBytes& operator=(const RawBytes&) = delete;

  const std::string& name() const { return name_; }  // for messages

  // The bytes that come next: at least `least` of them unless the end is near, none at the end.
  std::string_view peek(std::size_t least = 1);
  void consume(std::size_t count) { begin_ += count; }

 private:
  std::size_t read(char* to, std::size_t count);

  std::string name_;
  int descriptor_;
  bool owns_descriptor_;
  bool at_end_ = false;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is left in the buffer
};

}  // namespace clade
