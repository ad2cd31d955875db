// Work that must not be felt by who waits for an answer.
#pragma once

namespace clade::detail::serve {

// From now on this thread, like those that it starts, makes way for those that answer requests, but
// gets on where they are busy. It should not hold a lock that a request needs for long.
void step_back();
// So many threads leave others free.
unsigned background_threads();

}  // namespace clade::detail::serve
