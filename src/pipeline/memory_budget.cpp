#include "pipeline/memory_budget.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

std::string memory_problem(std::string_view text) {
  const bool is_right = parse_size(text).value_or(0) >= least_memory;
  return is_right ? "" : std::string("expected ") + memory_rule.expects;
}

std::string size_word(std::size_t bytes) {
  constexpr std::size_t mega = std::size_t{1} << 20, giga = mega << 10;
  if (bytes % giga == 0) return fmt::format("{}G", bytes / giga);
  if (bytes % mega == 0) return fmt::format("{}M", bytes / mega);
  return byte_size(bytes);
}

void MemoryBudget::hold(std::size_t bytes) {
  if (bytes == 0) return;
  bytes_ = bytes;
  if (bytes < least_memory) {
    fail_parameter("memory", "expected at least {}, got {}", size_word(least_memory),
                   byte_size(bytes));
  }
  const std::size_t left = available_memory(), own = own_memory();
  decides_ = left > most() - std::min(most(), own);
  limit_.emplace(most());
}

void MemoryBudget::fail_exceeded(const std::string& what) const {
  fail_parameter(ErrorKind::environment, "memory",
                 "{}{} do not suffice: more than {} are needed; give more (a run with `checkpoint` "
                 "goes on with it), or ask less: fewer features, `method=dnc`, data that are "
                 "packed by 'clade pack'",
                 what, size_word(bytes_), byte_size(most()));
}

}  // namespace clade::detail
