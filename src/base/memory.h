// How much memory there is, and how much of it this process has.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace clade::detail {

// Bytes that this process may still take without pushing others out: what the system has to give,
// within the limits of its control groups and of `ulimit -v`. The largest number where nothing is
// known.
std::size_t available_memory();

// Bytes of this process that are in memory now, without mapped files.
std::size_t own_memory();
// The most that were in memory at once so far, mapped files included.
std::size_t peak_memory();

// The parts, for tests. The largest number where a text says nothing.
std::size_t available_in_meminfo(std::string_view meminfo);
// The least that is left in the control groups of a process: those named in the text of
// /proc/self/cgroup and all above them, below `root` (/sys/fs/cgroup).
std::size_t left_in_control_groups(std::string_view groups, const std::filesystem::path& root);

// Freed memory goes back to the system where the C library kept it for later.
void give_back_freed_memory();

}  // namespace clade::detail
