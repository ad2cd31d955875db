#include "cli/options.h"

namespace clade::cli {

std::vector<std::filesystem::path> paths_from(const Words& words, std::size_t first) {
  return {words.begin() + static_cast<std::ptrdiff_t>(first), words.end()};
}

}  // namespace clade::cli
