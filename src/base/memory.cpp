#include "base/memory.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "base/text.h"

namespace clade::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The first number of a small file; nothing for `max` and for a file that is not there.
std::optional<std::size_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  if (in >> number) return number;
  return std::nullopt;
}

// The cache of files counts as used, but is given up for what needs memory.
std::size_t cache_of_files(const fs::path& folder) {
  std::ifstream in(folder / "memory.stat");
  std::size_t own = 0, total = 0, bytes = 0;
  for (std::string name; in >> name >> bytes;) {
    if (name == "inactive_file" || name == "active_file") own += bytes;
    if (name == "total_inactive_file" || name == "total_active_file") total += bytes;
  }
  return std::max(own, total);  // version 1 counts the groups below in the second
}

std::size_t left_in(const fs::path& folder, const char* limit, const char* usage) {
  const auto most = number_in(folder / limit);
  if (!most) return unlimited;
  const std::size_t used = number_in(folder / usage).value_or(0);
  const std::size_t needed = used - std::min(used, cache_of_files(folder));
  return *most - std::min(*most, needed);
}

// In a group and in those above it: version 2 has one tree, version 1 one for memory.
std::size_t left_on_the_way_up(const fs::path& root, const fs::path& group, bool is_version_2) {
  std::size_t least = unlimited;
  for (fs::path at = group.relative_path();; at = at.parent_path()) {
    const fs::path folder = root / at;
    least = std::min(
        least, is_version_2 ? left_in(folder, "memory.max", "memory.current")
                            : left_in(folder, "memory.limit_in_bytes", "memory.usage_in_bytes"));
    if (at.empty()) return least;
  }
}

// Bytes in the n-th column of /proc/self/statm.
std::size_t statm(std::size_t column) {
  std::ifstream in("/proc/self/statm");
  std::size_t pages = 0;
  for (std::size_t k = 0; k <= column; ++k) {
    if (!(in >> pages)) return 0;
  }
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// The columns of /proc/self/statm.
enum Column : std::size_t { all_pages = 0, resident = 1, of_files = 2, data_and_stack = 5 };

// What is left of a limit of which pages of this column are taken.
std::size_t left_of(decltype(RLIMIT_AS) resource, Column taken) {
  struct rlimit limit {};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const auto most = static_cast<std::size_t>(limit.rlim_cur);
  return most - std::min(most, statm(taken));
}

}  // namespace

std::size_t available_in_meminfo(std::string_view meminfo) {
  constexpr std::string_view name = "MemAvailable:";
  const std::size_t at = meminfo.find(name);
  if (at == std::string_view::npos) return unlimited;
  std::istringstream rest{std::string(meminfo.substr(at + name.size()))};
  std::size_t kilobytes = 0;
  return rest >> kilobytes ? kilobytes * 1024 : unlimited;
}

std::size_t left_in_control_groups(std::string_view groups, const fs::path& root) {
  std::size_t least = unlimited;
  for (const std::string_view line : split(groups, '\n')) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    const fs::path group(std::string(line.substr(parts[0].size() + parts[1].size() + 2)));
    if (parts[1].empty()) least = std::min(least, left_on_the_way_up(root, group, true));
    if (parts[1] == "memory") {
      least = std::min(least, left_on_the_way_up(root / "memory", group, false));
    }
  }
  return least;
}

std::size_t available_on_machine() {
  return std::min({available_in_meminfo(text_of("/proc/meminfo")),
                   left_in_control_groups(text_of("/proc/self/cgroup"), "/sys/fs/cgroup"),
                   left_of(RLIMIT_AS, all_pages)});
}

std::size_t available_memory() {
  return std::min(available_on_machine(), left_of(RLIMIT_DATA, data_and_stack));
}

std::size_t own_memory() {
  const std::size_t all = statm(resident);
  return all - std::min(all, statm(of_files));
}

std::size_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

namespace {

// The system has one limit for the process: the least of those that are there, and what there was
// before the first.
struct Limits {
  std::mutex mutex;
  std::multiset<rlim_t> wanted;
  rlim_t before = RLIM_INFINITY;

  void apply() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = wanted.empty() ? before : std::min(before, *wanted.begin());
    ::setrlimit(RLIMIT_DATA, &limit);
  }
};

Limits& limits() {
  static Limits all;
  return all;
}

}  // namespace

// The limit of the system is one of addresses. Counted from what is there now: some that are not in
// memory (stacks of threads, tables of a sanitizer) were taken before.
MemoryLimit::MemoryLimit(std::size_t bytes) {
  constexpr std::size_t program = std::size_t{16} << 20;  // its own pages, which come one by one
  const std::size_t in_memory = own_memory() + std::max(statm(of_files), program);
  addresses_ = statm(data_and_stack) + (bytes - std::min(bytes, in_memory));
  const std::lock_guard lock(limits().mutex);
  struct rlimit limit {};
  if (limits().wanted.empty() && ::getrlimit(RLIMIT_DATA, &limit) == 0) {
    limits().before = limit.rlim_cur;
  }
  limits().wanted.insert(addresses_);
  limits().apply();
}

MemoryLimit::~MemoryLimit() {
  const std::lock_guard lock(limits().mutex);
  limits().wanted.erase(limits().wanted.find(addresses_));
  limits().apply();
}

std::size_t peak_own_memory() {
  const std::size_t peak = peak_memory();
  return peak - std::min(peak, statm(of_files));
}

void give_back_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace clade::detail
