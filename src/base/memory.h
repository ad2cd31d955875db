// How much memory there is, and how much of it this process has.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "clade/error.h"

namespace clade::detail {

// Bytes that this process may still take without pushing others out: what the system has to give,
// within the limits of its control groups, of `ulimit -v` and `ulimit -d`, and of a MemoryLimit.
// The largest number where nothing is known.
std::size_t available_memory();
// The same without `ulimit -d` and MemoryLimit.
std::size_t available_on_machine();

// The system gave no memory for something that has a name; else it is std::bad_alloc.
class OutOfMemory : public Error {
 public:
  explicit OutOfMemory(const std::string& message) : Error(ErrorKind::environment, message) {}
};

// While it is there, an allocation that would take this process above so many bytes fails
// (std::bad_alloc). It counts what is allocated, used or not, and the program; of mapped files only
// what is in memory now, as the system takes their pages back. Of several the least holds.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::size_t addresses_;  // what the process may have of them
};

// Bytes of this process that are in memory now, without mapped files.
std::size_t own_memory();
// The most that were in memory at once so far, mapped files included.
std::size_t peak_memory();
// The same without mapped files, as far as these are still there.
std::size_t peak_own_memory();

// The parts, for tests. The largest number where a text says nothing.
std::size_t available_in_meminfo(std::string_view meminfo);
// The least that is left in the control groups of a process: those named in the text of
// /proc/self/cgroup and all above them, below `root` (/sys/fs/cgroup).
std::size_t left_in_control_groups(std::string_view groups, const std::filesystem::path& root);

// Freed memory goes back to the system where the C library kept it for later.
void give_back_freed_memory();

}  // namespace clade::detail
