// The rules of the source tree, checked on the text of its files (docs/ARCHITECTURE.md):
// folders include downward only, MPI stays in src/distributed, only src/cli prints or exits.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::include_graph {

// One source file, by its path from the top of the repository: src/data/read.cpp.
struct SourceFile {
  std::string path;
  std::string text;
};

// The .h and .cpp files below src and include/clade, sorted by path.
std::vector<SourceFile> read_sources(const std::filesystem::path& repository);

// The broken rules, each as "path:line: what is wrong and what to do".
std::vector<std::string> violations(const SourceFile& file);

// The text with comments, and the inside of literals, replaced by spaces; lines stay lines.
std::string without_comments_and_literals(std::string_view text);

}  // namespace clade::detail::include_graph
