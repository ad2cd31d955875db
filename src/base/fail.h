// Throws a formatted clade::Error.
#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>

#include "clade/error.h"

namespace clade::detail {

template <class... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

// About a parameter, by its name as in C++, Python and JSON.
template <class... Args>
[[noreturn]] void fail_parameter(ErrorKind kind, std::string name,
                                 fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, std::move(name), fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
[[noreturn]] void fail_parameter(std::string name, fmt::format_string<Args...> format,
                                 Args&&... args) {
  fail_parameter(ErrorKind::usage, std::move(name), format, std::forward<Args>(args)...);
}

}  // namespace clade::detail
