// What every benchmark's main does: run, and tell what went wrong.
#pragma once

#include <fmt/core.h>

#include <exception>

namespace clade::detail::bench {

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
