// Work that must not be felt by who waits for an answer.
#pragma once

#include <functional>

namespace clade::detail::serve {

// From now on this thread makes way for those that answer requests, but gets on where they are
// busy.
void step_back();

// Does the work in a thread of its own, which like those that it starts makes way for all others,
// and waits for it. Throws what it throws. The work should hold no lock that a request needs:
// it may be long until it runs again.
void in_background(const std::function<void()>& work);
// So many threads leave others free.
unsigned background_threads();

}  // namespace clade::detail::serve
