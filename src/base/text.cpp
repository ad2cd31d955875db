#include "base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace clade::detail {

namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  Number value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

// How many bytes the first character of a text in UTF-8 has; 0: it is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool is_too_long = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool is_no_character =
      (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
  return is_too_long || is_no_character ? 0 : length;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) { return parse_whole<double>(text); }
std::optional<std::int64_t> parse_int(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

std::optional<double> parse_seconds(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char unit = text.back();
  const double seconds = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
  const auto number = parse_double(text.substr(0, text.size() - 1));
  constexpr double longest = 1e8;
  if (seconds == 0 || !number || !(*number >= 0 && *number * seconds <= longest)) {
    return std::nullopt;
  }
  return *number * seconds;
}

std::optional<std::size_t> parse_size(std::string_view text) {
  constexpr double kilo = 1024, most = kilo * kilo * kilo * kilo * kilo;
  double unit = 1;
  if (text.ends_with('K')) unit = kilo;
  if (text.ends_with('M')) unit = kilo * kilo;
  if (text.ends_with('G')) unit = kilo * kilo * kilo;
  if (text.ends_with('T')) unit = kilo * kilo * kilo * kilo;
  if (unit > 1) text.remove_suffix(1);
  const auto number = parse_double(text);
  if (!number || !(*number * unit >= 1 && *number * unit <= most)) return std::nullopt;
  return static_cast<std::size_t>(*number * unit);
}

std::string format_number(double value) { return fmt::format("{}", value); }

std::string byte_size(std::size_t bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 999.95 && unit + 1 < units.size()) {
    size /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, units[unit]);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string join(std::span<const std::string> words, std::string_view separator) {
  std::string joined;
  for (const std::string& word : words) {
    if (&word != words.data()) joined += separator;
    joined += word;
  }
  return joined;
}

namespace {

// The distance, or any number of at least `limit` once it cannot be smaller.
std::size_t bounded_edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  std::size_t last_least = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    // A swap goes back two rows, so both must be beyond the limit.
    const std::size_t row_least = *std::min_element(row.begin(), row.end());
    if (std::min(last_least, row_least) >= limit) return limit;
    last_least = row_least;
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  return bounded_edit_distance(a, b, a.size() + b.size() + 1);
}

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t longest = 100;  // a message must not take long to make
  if (word.size() > longest) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t length_gap = candidate.size() > word.size() ? candidate.size() - word.size()
                                                                  : word.size() - candidate.size();
    if (length_gap >= best_distance) continue;
    // A word of which no letter is left is no slip of it.
    const std::size_t limit = std::min(best_distance, std::max(word.size(), candidate.size()));
    const std::size_t distance = bounded_edit_distance(word, candidate, limit);
    if (distance < limit) {
      best_distance = distance;
      best = &candidate;
    }
  }
  return best != nullptr ? std::optional(*best) : std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const auto near = nearest_word(word, known);
  return near ? fmt::format(" (did you mean {}?)", quoted(*near)) : "";
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t shown = std::min(text.size(), longest);
  // A cut must not split the bytes of one UTF-8 character.
  const auto continues = [&](std::size_t i) { return (text[i] & 0xc0) == 0x80; };
  for (int i = 0; i < 3 && shown < text.size() && shown > 0 && continues(shown); ++i) --shown;
  std::string out = "'";
  for (std::size_t i = 0; i < shown;) {
    const std::size_t length = character_length(text.substr(i, shown - i));
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out + (shown < text.size() ? "...'" : "'");
}

}  // namespace clade::detail
