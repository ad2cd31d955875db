#include "linear/weight_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

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

// Fresh pages of the system are zero, start on a page, and cost nothing until they are written.
void* allocate_zeroed(std::size_t bytes, std::size_t features, std::size_t units) {
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fail_memory(static_cast<double>(bytes), features, units, std::strerror(errno));
  }
  return memory;
}

// raw += value * w for four rows in one pass. The additions of one unit stay in the order of the
// features, so the result is that of one row after the other.
template <class Real>
void add_four(const std::array<const Real*, 4>& w, const std::array<Real, 4>& value,
              Real* __restrict raw, std::size_t size) {
  const Real* __restrict w0 = w[0];
  const Real* __restrict w1 = w[1];
  const Real* __restrict w2 = w[2];
  const Real* __restrict w3 = w[3];
  const auto [v0, v1, v2, v3] = value;
  for (std::size_t r = 0; r < size; ++r) {
    Real sum = raw[r];
    sum += v0 * w0[r];
    sum += v1 * w1[r];
    sum += v2 * w2[r];
    sum += v3 * w3[r];
    raw[r] = sum;
  }
}

template <class Real>
void add_one(const Real* __restrict w, Real value, Real* __restrict raw, std::size_t size) {
  for (std::size_t r = 0; r < size; ++r) raw[r] += value * w[r];
}

}  // namespace

template <class Real>
void WeightView<Real>::score(BasicSparseRow<Real> row, std::span<Real> raw) const {
  std::fill_n(raw.begin(), stride, Real{0});
  std::size_t i = 0;
  for (; i + 4 <= row.size(); i += 4) {
    std::array<const Real*, 4> w;
    std::array<Real, 4> value;
    for (std::size_t k = 0; k < 4; ++k) {
      w[k] = data + row[i + k].index * stride;
      value[k] = row[i + k].value;
    }
    add_four<Real>(w, value, raw.data(), stride);
  }
  for (; i < row.size(); ++i) {
    add_one<Real>(data + row[i].index * stride, row[i].value, raw.data(), stride);
  }
}

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
  Real* memory = static_cast<Real*>(allocate_zeroed(bytes, features, units));
  storage_ = std::unique_ptr<Real[], Free>(memory, Free{bytes});
  view_ = {memory, features, units, stride};
}

template <class Real>
void WeightRows<Real>::Free::operator()(Real* p) const {
  munmap(p, bytes);
}

template <class Real>
void WeightRows<Real>::add(BasicSparseRow<Real> row, std::span<const UnitStep<Real>> steps) {
  for (const BasicFeature<Real>& x : row) {
    Real* w = storage_.get() + x.index * view_.stride;
    for (const UnitStep<Real>& step : steps) w[index_of(step.unit)] += step.amount * x.value;
  }
}

template <class Real>
void WeightRows<Real>::set_zero() {
  const std::size_t bytes = storage_.get_deleter().bytes;
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

template <class Real>
double WeightRows<Real>::squared_norm() const {
  double total = 0;
  for (std::size_t j = 0; j < view_.features; ++j) {
    const Real* w = view_.data + j * view_.stride;
    std::array<double, 8> sums{};  // independent sums, so that the loop becomes vector code
    for (std::size_t r = 0; r < view_.stride; r += 8) {
      for (std::size_t k = 0; k < 8; ++k) {
        const auto value = static_cast<double>(w[r + k]);
        sums[k] += value * value;
      }
    }
    for (const double sum : sums) total += sum;
  }
  return total;
}

template struct WeightView<float>;
template struct WeightView<double>;
template class WeightRows<float>;
template class WeightRows<double>;

}  // namespace clade
