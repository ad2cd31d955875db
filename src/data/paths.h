// File names that stand for several files.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace clade::detail {

// A path with * ? or [ that is no file becomes the files that match it, in the order of their
// names; Error{environment} where there is none. Other paths stay as they are.
std::vector<std::filesystem::path> matching_paths(std::span<const std::filesystem::path> paths);

}  // namespace clade::detail
