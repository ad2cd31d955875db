// The files of `clade generate text --seed 0`.
#pragma once

#include <filesystem>
#include <string>

namespace clade::detail::bench {

// Writes data.svm and taxonomy.tsv of a preset.
void generate_preset(const std::string& preset, const std::filesystem::path& folder);

// Writes the preset's data.svm alone, the classes numbered from 1: LIBLINEAR takes numbers only.
void generate_numbered(const std::string& preset, const std::filesystem::path& file);

}  // namespace clade::detail::bench
