#include "linear/weight_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/fail.h"

namespace clade {
namespace {

constexpr std::size_t row_alignment = 64;  // bytes: a cache line, and the widest vector register

// Above this, zeroing gives the pages back instead of writing to all of them.
constexpr std::size_t release_bytes = std::size_t{1} << 20;

[[noreturn]] void fail_memory(double bytes, std::size_t features, std::size_t units,
                              const char* reason) {
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  fail(ErrorKind::environment,
       "weights of {} features times {} units need {:.3g} GiB of memory: {}", features, units,
       bytes / gib, reason);
}

double physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return 1e300;
  return static_cast<double>(pages) * static_cast<double>(page);
}

// features * stride * size, compared as double first: the product may not fit size_t.
std::size_t checked_bytes(std::size_t features, std::size_t units, std::size_t stride,
                          std::size_t real_size) {
  const double bytes =
      static_cast<double>(features) * static_cast<double>(stride) * static_cast<double>(real_size);
  if (bytes > physical_memory()) fail_memory(bytes, features, units, "this machine has less");
  return features * stride * real_size;
}

// Rows are read in random order: with small pages most of the time goes into finding them.
constexpr std::size_t large_page = std::size_t{1} << 21;

struct Mapping {
  void* start = nullptr;  // on a large page where the size makes it worth
  void* mapping = nullptr;
  std::size_t bytes = 0;  // of the mapping
};

// Fresh pages of the system are zero, start on a page, and cost nothing until they are written.
Mapping allocate_zeroed(std::size_t bytes, std::size_t features, std::size_t units) {
  if (bytes == 0) return {};
  const std::size_t total = bytes >= large_page ? bytes + large_page : bytes;
  void* memory = mmap(nullptr, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fail_memory(static_cast<double>(bytes), features, units, std::strerror(errno));
  }
  void* start = memory;
  std::size_t space = total;
  if (total > bytes) {
    std::align(large_page, bytes, start, space);
    madvise(start, bytes, MADV_HUGEPAGE);  // a wish: without it everything works, slower
  }
  return {start, memory, total};
}

}  // namespace

template <class Real>
std::size_t WeightRows<Real>::stride_for(std::size_t units) {
  constexpr std::size_t step = row_alignment / sizeof(Real);
  if (units > ~std::size_t{0} - step) {
    fail(ErrorKind::environment, "weights of {} units do not fit into memory", units);
  }
  return (units + step - 1) / step * step;
}

template <class Real>
WeightRows<Real>::WeightRows(std::size_t features, std::size_t units) {
  const std::size_t stride = stride_for(units);
  const std::size_t bytes = checked_bytes(features, units, stride, sizeof(Real));
  const Mapping memory = allocate_zeroed(bytes, features, units);
  storage_ = std::unique_ptr<Real[], Free>(static_cast<Real*>(memory.start),
                                           Free{memory.mapping, memory.bytes});
  view_ = {storage_.get(), features, units, stride};
}

template <class Real>
void WeightRows<Real>::Free::operator()(Real* /*rows*/) const {
  munmap(mapping, bytes);
}

template <class Real>
void WeightRows<Real>::add(BasicSparseRow<Real> row, UnitChange<Real>& change) {
  const std::span<const std::uint32_t> blocks = change.blocks();
  add_to_rows<Real>(storage_.get(), view_.stride, row, change.values(), blocks);
}

template <class Real>
void WeightRows<Real>::set_zero() {
  const std::size_t bytes = view_.features * view_.stride * sizeof(Real);
  if (bytes == 0) return;
  // The system replaces released private pages by zero ones: memory that a later run leaves
  // untouched stays free.
  if (bytes >= release_bytes && madvise(storage_.get(), bytes, MADV_DONTNEED) == 0) return;
  std::fill_n(storage_.get(), view_.features * view_.stride, Real{0});
}

template <class Real>
void WeightRows<Real>::assign(const WeightRows& other) {
  const std::size_t row_bytes = view_.stride * sizeof(Real);
  if (row_bytes == 0) return;
  for (std::size_t j = 0; j < view_.features; ++j) {
    Real* to = storage_.get() + j * view_.stride;
    const Real* from = other.storage_.get() + j * view_.stride;
    // Rows that are equal already, mostly untouched ones, must not become real memory.
    if (std::memcmp(to, from, row_bytes) != 0) std::memcpy(to, from, row_bytes);
  }
}

// Row by row: one long sum would lose what small numbers add to a large one.
template <class Real>
double WeightRows<Real>::squared_norm() const {
  double total = 0;
  for (std::size_t j = 0; j < view_.features; ++j) {
    total += sum_of_squares<Real>(view_.data + j * view_.stride, view_.stride);
  }
  return total;
}

template class WeightRows<float>;
template class WeightRows<double>;

}  // namespace clade
