// Sizes in words.
#pragma once

#include <cstddef>
#include <string>

namespace clade::cli {

// 12.3 MB
std::string byte_size(std::size_t bytes);

}  // namespace clade::cli
