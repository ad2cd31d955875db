#include "data/file_checksum.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/file.h"

namespace clade::detail {

std::string file_checksum(const std::filesystem::path& file) {
  const MappedFile mapped(file);
  return fmt::format("{:016x}", XXH3_64bits(mapped.bytes().data(), mapped.bytes().size()));
}

}  // namespace clade::detail
