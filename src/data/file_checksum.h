// What tells one version of a file from another.
#pragma once

#include <filesystem>
#include <string>

namespace clade::detail {

// XXH3 (64 bits) of the bytes of an ordinary file, as 16 hexadecimal digits.
std::string file_checksum(const std::filesystem::path& file);

}  // namespace clade::detail
