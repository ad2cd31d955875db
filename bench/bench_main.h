// What the benchmarks' mains share: run, say what went wrong, find the public data sets.
#pragma once

#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <filesystem>

namespace clade::detail::bench {

// The folder of the public data sets: the first argument, else the environment variable CLADE_DATA,
// else "data".
inline std::filesystem::path data_folder(int argc, char** argv) {
  if (argc > 1) return argv[1];
  const char* set = std::getenv("CLADE_DATA");
  return set != nullptr ? set : "data";
}

template <class Run>
int guarded(const char* name, Run run) {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace clade::detail::bench
