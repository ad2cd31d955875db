#include "data/paths.h"

#include <glob.h>

#include <memory>
#include <string>
#include <system_error>

#include "base/fail.h"

namespace clade::detail {

namespace {

bool is_pattern(const std::filesystem::path& path) {
  std::error_code none;
  return path.string().find_first_of("*?[") != std::string::npos &&
         !std::filesystem::exists(path, none);
}

}  // namespace

std::vector<std::filesystem::path> matching_paths(std::span<const std::filesystem::path> paths) {
  std::vector<std::filesystem::path> result;
  for (const std::filesystem::path& path : paths) {
    if (!is_pattern(path)) {
      result.push_back(path);
      continue;
    }
    glob_t found{};
    const int code = ::glob(path.c_str(), 0, nullptr, &found);
    const std::unique_ptr<glob_t, void (*)(glob_t*)> owner(&found, &globfree);
    if (code != 0) fail(ErrorKind::environment, "{}: no file matches", path.string());
    for (std::size_t i = 0; i < found.gl_pathc; ++i) result.emplace_back(found.gl_pathv[i]);
  }
  return result;
}

}  // namespace clade::detail
