#include "tests/fuzz/fuzz_target.h"

#include <cstdio>
#include <cstdlib>

namespace clade::detail::fuzz {

void expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

void check_error(const Error& error) {
  const std::string_view message = error.what();
  expect(!message.empty(), "an error has a message");
  expect(message.size() < 100'000, "a message is for people");
  expect(message.find("internal") == message.npos, "bytes from outside are no defect of clade");
}

}  // namespace clade::detail::fuzz
