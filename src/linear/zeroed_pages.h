// Memory straight from the system: zero at first, and free until it is written.
#pragma once

#include <cstddef>

#include "base/state.h"

namespace clade::detail {

// The machine's memory in bytes.
double physical_memory();

// Address space of which a growing part, from its start, can be used. It begins on a large page
// where the size makes that worth: rows are read in random order, and with small pages most of the
// time goes into finding them.
class ZeroedPages {
 public:
  ZeroedPages() = default;
  // Reserves addresses only. Where the system refuses, data() stays nullptr and errno has the
  // reason.
  explicit ZeroedPages(std::size_t bytes);
  ~ZeroedPages();
  ZeroedPages(ZeroedPages&& other) noexcept;
  ZeroedPages& operator=(ZeroedPages&& other) noexcept;

  void* data() const { return start_; }
  std::size_t bytes() const { return bytes_; }  // that can be used at most
  // The first `bytes` can be used from now on; false, with errno, where the system has no more.
  bool use(std::size_t bytes);
  // All of it is zero again.
  void set_zero();
  // What is in the part that is used.
  void state(State& s);

 private:
  void* start_ = nullptr;
  void* mapping_ = nullptr;  // what the system gave, with room to start on a large page
  std::size_t bytes_ = 0, mapped_ = 0, used_ = 0;
};

}  // namespace clade::detail
