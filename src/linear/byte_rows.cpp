#include "linear/byte_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/byte_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t line = 64;
using Floats = hn::CappedTag<float, 16>;
using Bytes = hn::Rebind<std::int8_t, Floats>;
using Wholes = hn::Rebind<std::int32_t, Floats>;

HWY_INLINE hn::Vec<Floats> load_bytes(const std::int8_t* at) {
  return hn::ConvertTo(Floats(), hn::PromoteTo(Wholes(), hn::LoadU(Bytes(), at)));
}

// sums += x_j * (row j) for `Rows` rows in one pass; meanwhile the first rows of `next` are asked
// for, into the second cache.
template <std::size_t Rows>
HWY_INLINE void add_rows(const std::int8_t* HWY_RESTRICT rows, std::size_t stride, SparseRow x,
                         SparseRow next, float* HWY_RESTRICT sums) {
  const Floats d;
  const std::int8_t* row[Rows];
  const std::int8_t* ahead[Rows];
  hn::Vec<Floats> value[Rows];
  constexpr int second_cache = 2;
  for (std::size_t r = 0; r < Rows; ++r) {
    row[r] = rows + x[r].index * stride;
    ahead[r] = r < next.size() ? rows + next[r].index * stride : row[r];
    value[r] = hn::Set(d, x[r].value);
  }
  for (std::size_t b = 0; b < stride; b += line) {
    for (std::size_t r = 0; r < Rows; ++r) __builtin_prefetch(ahead[r] + b, 0, second_cache);
    for (std::size_t k = b; k < b + line; k += hn::Lanes(d)) {
      auto sum = hn::LoadU(d, sums + k);
      for (std::size_t r = 0; r < Rows; ++r) {
        sum = hn::MulAdd(value[r], load_bytes(row[r] + k), sum);
      }
      hn::StoreU(sum, d, sums + k);
    }
  }
}

}  // namespace

void add_byte_rows(const std::int8_t* rows, std::size_t stride, SparseRow x, float* sums) {
  constexpr std::size_t rows_at_once = 8;
  std::fill_n(sums, stride, 0.0F);
  std::size_t j = 0;
  for (; j + rows_at_once <= x.size(); j += rows_at_once) {
    add_rows<rows_at_once>(rows, stride, x.subspan(j), x.subspan(j + rows_at_once), sums);
  }
  const std::size_t left = x.size() - j;  // by powers of two
  if ((left & 4U) != 0) {
    add_rows<4>(rows, stride, x.subspan(j), x.subspan(j + 4), sums);
    j += 4;
  }
  if ((left & 2U) != 0) {
    add_rows<2>(rows, stride, x.subspan(j), x.subspan(j + 2), sums);
    j += 2;
  }
  if ((left & 1U) != 0) add_rows<1>(rows, stride, x.subspan(j), {}, sums);
}

// The largest distance of a value from its byte times the step.
double set_byte_row(const double* values, std::size_t size, double step, std::int8_t* bytes) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<std::int8_t, decltype(d)> narrow;
  const hn::Rebind<std::int32_t, decltype(d)> wide;
  const auto steps = hn::Set(d, step), most = hn::Set(d, double{ByteRows::largest_byte});
  const auto inverse = hn::Set(d, 1 / step);
  auto error = hn::Zero(d);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= size; k += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + k);
    const auto whole = hn::Max(hn::Min(hn::Round(hn::Mul(value, inverse)), most), hn::Neg(most));
    error = hn::Max(error, hn::Abs(hn::NegMulAdd(steps, whole, value)));
    hn::StoreU(hn::DemoteTo(narrow, hn::DemoteTo(wide, whole)), narrow, bytes + k);
  }
  double largest = hn::GetLane(hn::MaxOfLanes(d, error));
  for (; k < size; ++k) {
    const double limit = ByteRows::largest_byte;
    const double whole = std::clamp(std::nearbyint(values[k] * (1 / step)), -limit, limit);
    largest = std::max(largest, std::abs(values[k] - step * whole));
    bytes[k] = static_cast<std::int8_t>(whole);
  }
  return largest;
}

float largest_number(const float* numbers, std::size_t size) {
  const Floats d;
  auto most = hn::LoadU(d, numbers);
  for (std::size_t k = hn::Lanes(d); k < size; k += hn::Lanes(d)) {
    most = hn::Max(most, hn::LoadU(d, numbers + k));
  }
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

// The largest of each part of the numbers; a part has every so many-th one of a stretch.
void find_largest_of_parts(const float* numbers, std::size_t size, std::vector<float>& parts) {
  constexpr std::size_t in_part = 16;
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t begin = 0; begin < size; begin += in_part * lanes) {
    const std::size_t end = std::min(size, begin + in_part * lanes);
    auto most = hn::LoadU(d, numbers + begin);
    for (std::size_t k = begin + lanes; k < end; k += lanes) {
      most = hn::Max(most, hn::LoadU(d, numbers + k));
    }
    parts.resize(parts.size() + lanes);
    hn::StoreU(most, d, parts.data() + parts.size() - lanes);
  }
}

void find_places(const float* numbers, std::size_t size, float least, std::size_t most,
                 std::vector<std::uint32_t>& places) {
  const Floats d;
  const auto limit = hn::Set(d, least);
  for (std::size_t k = 0; k < size && places.size() <= most; k += hn::Lanes(d)) {
    if (hn::AllFalse(d, hn::Ge(hn::LoadU(d, numbers + k), limit))) continue;
    for (std::size_t i = k; i < k + hn::Lanes(d); ++i) {
      if (numbers[i] >= least) places.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(add_byte_rows);
HWY_EXPORT(set_byte_row);
HWY_EXPORT(largest_number);
HWY_EXPORT(find_largest_of_parts);
HWY_EXPORT(find_places);

namespace {

std::size_t whole_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

ByteRows::ByteRows(std::size_t rows, std::size_t columns)
    : columns_(columns), stride_(whole_lines(columns)) {
  ZeroedPages pages(rows * stride_);
  if (pages.data() != nullptr && pages.use(pages.bytes())) pages_ = std::move(pages);
}

double ByteRows::set(std::size_t row, std::span<const double> values, float step) {
  return HWY_DYNAMIC_DISPATCH(set_byte_row)(
      values.data(), values.size(), double{step},
      static_cast<std::int8_t*>(pages_.data()) + row * stride_);
}

void ByteRows::add_up(SparseRow x, float* sums) const {
  HWY_DYNAMIC_DISPATCH(add_byte_rows)
  (static_cast<const std::int8_t*>(pages_.data()), stride_, x, sums);
  std::fill(sums + columns_, sums + stride_, -std::numeric_limits<float>::infinity());
}

float largest_of(const float* numbers, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(largest_number)(numbers, size);
}

float reached_by(const float* numbers, std::size_t size, std::size_t count,
                 std::vector<float>& parts) {
  parts.clear();
  HWY_DYNAMIC_DISPATCH(find_largest_of_parts)(numbers, size, parts);
  if (parts.size() < count) return -std::numeric_limits<float>::infinity();
  const auto last = parts.begin() + static_cast<std::ptrdiff_t>(count) - 1;
  std::nth_element(parts.begin(), last, parts.end(), std::greater<>());
  return *last;
}

void places_from(const float* numbers, std::size_t size, float least, std::size_t most,
                 std::vector<std::uint32_t>& places) {
  places.clear();
  HWY_DYNAMIC_DISPATCH(find_places)(numbers, size, least, most, places);
}

}  // namespace clade::detail
#endif
