// Throws a formatted clade::Error.
#pragma once

#include <fmt/core.h>

#include <utility>

#include "clade/error.h"

namespace clade {

template <class... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace clade
