// Options that several commands share.
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "cli/arguments.h"

namespace clade::cli {

struct DataOptions {
  std::string format;
  int threads = 0;

  static constexpr auto fields() {
    using P = DataOptions;
    return std::tuple{Field{"format", &P::format, any_text,
                            "the format of DATA, where its name does not tell (svm)"},
                      Field{"threads", &P::threads, thread_count, "how many threads to use"}};
  }
};

// What to say about DATA in every help.
inline constexpr const char* data_help =
    "files with one instance per line, 'label,label index:value ...', plain, .gz or .zst; '-' is "
    "standard input";
inline constexpr const char* taxonomy_help =
    "a file of parent<TAB>child lines, or 'paths' (paths:SEP) where labels are paths such as A/B/C";

std::vector<std::filesystem::path> paths_from(const Words& words, std::size_t first);

}  // namespace clade::cli
