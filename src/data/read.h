// Data files to Records: the format by the name or by option, plain or compressed, on all cores.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/dataset.h"

namespace clade {

struct ReadOptions {
  std::string format;  // "" by the file's name, else svm
  Precision precision = Precision::single;
};

// "-" is standard input. Several paths are read one after the other as one set.
Records read_records(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                     ThreadPool& pool);

// One positive weight per line, as many as there are records.
std::vector<double> read_weights(const std::filesystem::path& path, std::size_t records);

}  // namespace clade
