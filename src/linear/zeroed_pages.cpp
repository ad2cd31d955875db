#include "linear/zeroed_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace clade::detail {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;
// Memory is taken into use in such steps: few calls, and little that is not needed.
constexpr std::size_t step = 16 * large_page, small_step = std::size_t{1} << 16;

}  // namespace

double physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return 1e300;
  return static_cast<double>(pages) * static_cast<double>(page);
}

ZeroedPages::ZeroedPages(std::size_t bytes) {
  if (bytes == 0) return;
  const std::size_t total = bytes >= large_page ? bytes + large_page : bytes;
  void* memory = mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  mapping_ = start_ = memory;
  mapped_ = total;
  bytes_ = bytes;
  std::size_t space = total;
  if (total > bytes) {
    std::align(large_page, bytes, start_, space);
    madvise(start_, bytes, MADV_HUGEPAGE);  // a wish: without it everything works, slower
  }
}

ZeroedPages::~ZeroedPages() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

ZeroedPages::ZeroedPages(ZeroedPages&& other) noexcept { *this = std::move(other); }

ZeroedPages& ZeroedPages::operator=(ZeroedPages&& other) noexcept {
  std::swap(start_, other.start_);
  std::swap(mapping_, other.mapping_);
  std::swap(bytes_, other.bytes_);
  std::swap(mapped_, other.mapped_);
  std::swap(used_, other.used_);
  return *this;
}

bool ZeroedPages::use(std::size_t bytes) {
  if (bytes <= used_) return true;
  // Where a limit of memory is near, no more than is needed.
  for (const std::size_t unit : {step, small_step}) {
    const std::size_t wanted = std::min((bytes + unit - 1) / unit * unit, bytes_);
    if (mprotect(start_, wanted, PROT_READ | PROT_WRITE) != 0) continue;
    used_ = wanted;
    return true;
  }
  return false;
}

void ZeroedPages::set_zero() {
  if (used_ == 0) return;
  // Giving the pages back and taking fresh ones would cost more than writing zeros.
  std::memset(start_, 0, used_);
}

void ZeroedPages::state(State& s) { s.zeroed(start_, used_); }

}  // namespace clade::detail
