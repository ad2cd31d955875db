// Numbers as data files write them, for what std::from_chars leaves open: a leading plus, and which
// way a number is out of range. Nothing depends on the locale.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "clade/features.h"

namespace clade::detail {

// The digits in front of a text, eight at most.
struct DigitRun {
  std::uint64_t value;
  std::size_t count;
};

// Reads eight bytes whatever they are, so they must be there. All digits are looked at in a few
// steps: one value takes one byte, then the values of neighbours are put together.
inline DigitRun leading_digits(const char* text) {
  std::uint64_t bytes = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&bytes, text, 8);
  } else {
    for (std::size_t i = 8; i-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(text[i]);
  }
  bytes ^= 0x3030303030303030U;  // a digit becomes its value
  const std::uint64_t others = ((bytes + 0x7676767676767676U) | bytes) & 0x8080808080808080U;
  const auto count = static_cast<std::size_t>(std::countr_zero(others)) / 8;
  if (count == 0) return {0, 0};
  bytes <<= 8 * (8 - count);  // zeros in front
  bytes = bytes * 10 + (bytes >> 8);
  bytes = ((bytes & 0x000000ff000000ffU) * 0x000f424000000064U +
           ((bytes >> 16) & 0x000000ff000000ffU) * 0x0000271000000001U) >>
          32;
  return {bytes, count};
}

// The whole of `text` is a number, however large; inf and nan count as well.
bool is_number(std::string_view text);

// For a text that is_number.
bool is_infinite_or_nan(std::string_view text);

// The double nearest to a number: 0 where it is too small, infinite where it is too large.
double nearest_double(std::string_view number);

// As std::from_chars, rounded once to the precision that is asked for: a double that is then
// narrowed to float would be rounded twice.
std::from_chars_result read_number(const char* begin, const char* end, Precision precision,
                                   double& value);

// The value of a text that is_number, rounded once to the precision. Where it is not finite, or too
// large, `problem` says so in words; a value that is too small is 0.
double finite_value(std::string_view number, Precision precision, std::string& problem);

inline constexpr std::array<double, 19> powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                                      1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                                      1e14, 1e15, 1e16, 1e17, 1e18};
inline constexpr std::array<std::uint64_t, 9> whole_powers_of_ten{
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

// Whether the float nearest to a double is also the one nearest to every number that is rounded to
// the double. A number and its double lie on the same side of each double, so only one halfway
// between two floats is in doubt (29 bits are cut off); below the normal floats they lie elsewhere.
inline bool is_safe_for_float(double value) {
  if (value == 0) return true;
  constexpr std::uint64_t cut_off = (std::uint64_t{1} << 29) - 1;
  const bool is_halfway = (std::bit_cast<std::uint64_t>(value) & cut_off) == cut_off / 2 + 1;
  return !is_halfway && value >= static_cast<double>(std::numeric_limits<float>::min());
}

// A number of a plain shape (digits, or digits, point, digits; 18 in all) at `at`, which moves
// behind it: the double nearest to it, from which narrowing to the precision gives the very value
// that read_number gives, sooner. False, and nothing moves, where the shape or the value needs more
// care. What follows, an exponent, say, is for the caller to look at. The 24 bytes at `at` must be
// there.
[[gnu::always_inline]] inline bool read_plain_number(const char*& at, Precision precision,
                                                     double& value) {
  constexpr std::uint64_t exact_doubles = std::uint64_t{1} << 53;
  // Most values are below 10: there the point's place is known before the digits are looked at.
  const bool is_below_ten = at[1] == '.' && at[0] >= '0' && at[0] <= '9';
  const DigitRun whole =
      is_below_ten ? DigitRun{static_cast<std::uint64_t>(at[0] - '0'), 1} : leading_digits(at);
  if (whole.count == 0 || whole.count == 8) return false;
  const char* end = at + whole.count;
  std::uint64_t digits = whole.value;
  std::size_t behind_point = 0;
  if (*end == '.') {
    DigitRun run = leading_digits(++end);
    if (run.count == 0) return false;
    digits = digits * whole_powers_of_ten[run.count] + run.value;
    behind_point = run.count;
    if (run.count == 8) {
      run = leading_digits(end + 8);
      if (run.count == 8) return false;
      digits = digits * whole_powers_of_ten[run.count] + run.value;
      behind_point += run.count;
    }
    end += behind_point;
  }
  if (whole.count + behind_point > 18 || digits >= exact_doubles) return false;
  // Both are exact, so the quotient is rounded once.
  const double quotient = static_cast<double>(digits) / powers_of_ten[behind_point];
  if (precision == Precision::single && !is_safe_for_float(quotient)) return false;
  at = end;
  value = quotient;
  return true;
}

}  // namespace clade::detail
