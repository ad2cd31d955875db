// Small helpers on words and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// The whole of `text` as a number, or nothing. Accepts a leading '+', "inf" and "nan".
std::optional<double> parse_double(std::string_view text);
// A time such as 90s, 5m or 2h, in seconds; not below zero.
std::optional<double> parse_seconds(std::string_view text);
// A size such as 512K, 16M or 1.5G (of 1024), in bytes; above zero.
std::optional<std::size_t> parse_size(std::string_view text);
std::optional<std::int64_t> parse_int(std::string_view text);

// The number with the fewest digits that reads back to the same value.
std::string format_number(double value);
// For people: 12.3 MB.
std::string byte_size(std::size_t bytes);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string join(std::span<const std::string> words, std::string_view separator);

// Single inserted, deleted, replaced or swapped characters between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word closest to `word`, or nothing where none is near enough to be a likely slip.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> known);

// " (did you mean 'x'?)" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

// For messages: quoted, control characters and bytes that are no UTF-8 escaped, long text cut.
std::string quoted(std::string_view text);
// For a std::string the plain call would find std::quoted; the overloads keep it out.
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }

}  // namespace clade::detail
