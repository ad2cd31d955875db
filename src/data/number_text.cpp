#include "data/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

#include "base/text.h"

namespace clade::detail {

namespace {

std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The power of ten of the first digit that is not zero: 2 for 123, -2 for 0.012. For numbers with
// such a digit only.
std::int64_t decimal_exponent(std::string_view number) {
  constexpr std::int64_t huge = 1'000'000'000'000'000;
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  std::int64_t exponent = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  if (first < point) --exponent;
  std::string_view power = number.substr(std::min(mark + 1, number.size()));
  const bool is_negative = power.starts_with('-');
  if (is_negative || power.starts_with('+')) power.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : power) value = std::min(10 * value + (c - '0'), huge);
  return exponent + (is_negative ? -value : value);
}

}  // namespace

bool is_number(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec != std::errc::invalid_argument && result.ptr == text.data() + text.size();
}

bool is_infinite_or_nan(std::string_view text) {
  const std::size_t first = text.find_first_not_of("+-");
  return first != std::string_view::npos && !is_digit(text[first]) && text[first] != '.';
}

double nearest_double(std::string_view number) {
  number = without_plus(number);
  double value = 0;
  const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
  if (result.ec == std::errc{}) return value;
  const double huge = std::numeric_limits<double>::infinity();
  if (decimal_exponent(number) < 0) return 0;
  return number.starts_with('-') ? -huge : huge;
}

std::from_chars_result read_number(const char* begin, const char* end, Precision precision,
                                   double& value) {
  if (precision == Precision::double_) return std::from_chars(begin, end, value);
  float single = 0;
  const auto result = std::from_chars(begin, end, single);
  value = static_cast<double>(single);
  return result;
}

double finite_value(std::string_view number, Precision precision, std::string& problem) {
  const std::string_view digits = without_plus(number);
  double value = 0;
  const auto result = read_number(digits.data(), digits.data() + digits.size(), precision, value);
  if (result.ec == std::errc{} && std::isfinite(value)) return value;
  if (is_infinite_or_nan(number)) {
    problem = "expected a finite number, got " + quoted(number);
    return 0;
  }
  const double exact = nearest_double(number);
  const double rounded =
      precision == Precision::single ? static_cast<double>(static_cast<float>(exact)) : exact;
  if (std::isfinite(rounded)) return rounded;
  problem = number.size() <= 40 ? std::string(number) : quoted(number);
  problem += std::isfinite(exact) ? ": too large for `precision=single`; use `precision=double`"
                                  : ": too large, expected less than 1.8e308";
  return 0;
}

}  // namespace clade::detail
