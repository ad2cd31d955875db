// Numbers as data files write them, for what std::from_chars leaves open: a leading plus, and which
// way a number is out of range. Nothing depends on the locale.
#pragma once

#include <string>
#include <string_view>

namespace clade {

// The whole of `text` is a number, however large; inf and nan count as well.
bool is_number(std::string_view text);

// For a text that is_number.
bool is_infinite_or_nan(std::string_view text);

// The double nearest to a number: 0 where it is too small, infinite where it is too large.
double nearest_double(std::string_view number);

// The value of a text that is_number. Where it is not finite, or too large for Real, `problem`
// says so in words; a value that is too small is 0.
template <class Real>
Real finite_value(std::string_view number, std::string& problem);

}  // namespace clade
