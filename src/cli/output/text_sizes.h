// Sizes in words.
#pragma once

#include <cstddef>
#include <string>

namespace clade::detail::cli {

// 12.3 MB
std::string byte_size(std::size_t bytes);

}  // namespace clade::detail::cli
