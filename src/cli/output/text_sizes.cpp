#include "cli/output/text_sizes.h"

#include <fmt/core.h>

#include <array>

namespace clade::detail::cli {

std::string byte_size(std::size_t bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 999.95 && unit + 1 < units.size()) {
    size /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, units[unit]);
}

}  // namespace clade::detail::cli
