#pragma once

namespace clade::detail::test {

// Sanitizers take many times the memory of the program, and end it where they get none.
constexpr bool is_sanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

}  // namespace clade::detail::test
