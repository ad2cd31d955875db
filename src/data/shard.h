// The part of the data that one of several ranks reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace clade::detail {

// All files behind one another are cut into `count` parts of about as many bytes.
struct Shard {
  int number = 0, count = 1;
  bool is_all() const { return count == 1; }
};

// Bytes of a file; those of whole lines where it is not all of the file.
struct ByteRange {
  std::uint64_t begin = 0, end = std::numeric_limits<std::uint64_t>::max();
  bool is_all() const { return begin == 0 && end == std::numeric_limits<std::uint64_t>::max(); }
  bool is_empty() const { return begin >= end; }
};

// The lines of a file that begin in this range.
ByteRange lines_in(const std::filesystem::path& path, ByteRange range);

// How the files of a data set are divided, each in `can_cut` or not: of one that can be cut a shard
// has the lines that begin in its part, any other belongs whole to the shard where it begins.
struct FilePart {
  std::filesystem::path path;
  ByteRange range;
};
std::vector<FilePart> parts_of_shard(std::span<const std::filesystem::path> paths,
                                     const std::vector<bool>& can_cut, Shard shard);

}  // namespace clade::detail
