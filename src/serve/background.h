// Work that must not be felt by who waits for an answer.
#pragma once

namespace clade::detail::serve {

// The calling thread, and those that it starts from now on, run when no other wants to.
void take_low_priority();
// So many threads leave others free.
unsigned background_threads();

}  // namespace clade::detail::serve
