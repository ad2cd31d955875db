#include "data/shard.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "base/communicator.h"
#include "base/fail.h"

namespace clade::detail {

namespace {

std::uint64_t size_of(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) {
    fail(ErrorKind::environment, "{}: cannot be read: {}", path.string(), error.message());
  }
  return size;
}

// Where the first line begins that does so at `offset` or behind it.
std::uint64_t line_from(const std::filesystem::path& path, std::uint64_t offset,
                        std::uint64_t size) {
  if (offset == 0) return 0;
  if (offset >= size) return size;
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset - 1));
  std::array<char, 1 << 16> buffer{};
  std::uint64_t at = offset - 1;
  while (file) {
    file.read(buffer.data(), buffer.size());
    const auto got = static_cast<std::size_t>(file.gcount());
    const void* found = std::memchr(buffer.data(), '\n', got);
    if (found != nullptr) {
      return at + static_cast<std::uint64_t>(static_cast<const char*>(found) - buffer.data()) + 1;
    }
    at += got;
  }
  return size;
}

}  // namespace

ByteRange lines_in(const std::filesystem::path& path, ByteRange range) {
  const std::uint64_t size = size_of(path);
  return {line_from(path, range.begin, size), line_from(path, range.end, size)};
}

std::vector<FilePart> parts_of_shard(std::span<const std::filesystem::path> paths,
                                     const std::vector<bool>& can_cut, Shard shard) {
  std::uint64_t total = 0;
  for (const auto& path : paths) total += size_of(path);
  const RankPart own = part_of_rank(total, shard.number, shard.count);
  std::vector<FilePart> parts;
  std::uint64_t file_begin = 0;
  for (std::size_t f = 0; f < paths.size(); ++f) {
    const std::uint64_t size = size_of(paths[f]), file_end = file_begin + size;
    if (!can_cut[f]) {
      if (file_begin >= own.begin && file_begin < own.end) parts.push_back({paths[f], {}});
    } else if (own.begin <= file_begin && file_end <= own.end) {
      if (size > 0) parts.push_back({paths[f], {}});
    } else {
      const std::uint64_t begin = std::clamp(own.begin, file_begin, file_end) - file_begin;
      const std::uint64_t end = std::clamp(own.end, file_begin, file_end) - file_begin;
      const ByteRange range = begin < end ? lines_in(paths[f], {begin, end}) : ByteRange{0, 0};
      if (!range.is_empty()) parts.push_back({paths[f], range});
    }
    file_begin = file_end;
  }
  return parts;
}

}  // namespace clade::detail
