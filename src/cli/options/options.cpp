#include "cli/options/options.h"

#include <system_error>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"

namespace clade::detail::cli {

std::vector<std::filesystem::path> paths_from(const Arguments& words, std::size_t first) {
  return {words.begin() + static_cast<std::ptrdiff_t>(first), words.end()};
}

void check_output_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others) {
  for (const std::filesystem::path& other : others) {
    std::error_code none;
    if (other == file || std::filesystem::equivalent(other, file, none)) {
      fail(ErrorKind::usage, "{}: {} is used for something else in this call", flag,
           clade::detail::quoted(file));
    }
  }
}

void check_result_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others) {
  if (file.empty() || file == "-") return;
  check_output_file(flag, file, others);
  check_can_be_written(flag, file, "the result");
}

void check_can_be_written(const std::string& flag, const std::string& file, const char* what) {
  if (file == "-") {
    fail(ErrorKind::usage, "{}: {} is a file, it cannot go to standard output", flag, what);
  }
  std::error_code none;
  if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none) &&
      !std::filesystem::is_character_file(file, none)) {
    fail(ErrorKind::environment, "{}: is a folder or a device, expected a file to write", file);
  }
  const AtomicFile probe(file);
}

}  // namespace clade::detail::cli
