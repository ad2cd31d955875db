// TrainOptions::memory: what a call may take, counted and held to while it runs.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/params.h"

namespace clade::detail {

inline constexpr std::size_t least_memory = std::size_t{32} << 20;
std::string memory_problem(std::string_view text);
inline constexpr TextRule memory_rule{memory_problem,
                                      "a size such as 4G, 512M or 1.5G, of at least 32M"};

// As one would type it: 4G, 1536M.
std::string size_word(std::size_t bytes);

// None until one is held. While it is there, available_memory() is what is left of it.
class MemoryBudget {
 public:
  // From now on; 0: there is none. Threads that work should be there, as their stacks, which are
  // hardly used, would count. Error{usage} for less than least_memory.
  void hold(std::size_t bytes);

  // What work() returns, in which the budget may be set. Error{environment} where it needs more
  // than the budget and a tenth.
  template <class Work>
  auto keep(Work work) const {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      if (!decides_) throw;
      fail_exceeded("");
    } catch (const OutOfMemory& error) {
      if (!decides_) throw;
      fail_exceeded(error.message() + "; ");
    }
  }

 private:
  // Estimates and what nobody counted, such as buffers of libraries, may be wrong by that much.
  std::size_t most() const { return bytes_ + bytes_ / 10; }
  // `what` is known of it.
  [[noreturn]] void fail_exceeded(const std::string& what) const;

  std::size_t bytes_ = 0;
  bool decides_ = false;  // and not the machine, which has less
  std::optional<MemoryLimit> limit_;
};

}  // namespace clade::detail
