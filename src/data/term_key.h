// A term as tables of terms see it: its letters where they are few, which most terms are, so that
// two terms are compared without a look at letters elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "data/text_analyzer.h"

namespace clade::detail {

struct TermKey {
  static constexpr std::size_t most_letters = 12;
  // Bytes from the beginning of a term on that of_padded() reads.
  static constexpr std::size_t padding = 16;

  std::uint64_t first = 0;  // eight letters, zeros behind the last one; of a long term its hash
  std::uint32_t next = 0;   // four letters more; of a long term its size
  bool is_long = false;     // the key does not tell the term: equal keys need a second look

  static TermKey of(std::string_view term) {
    std::array<char, padding> letters{};
    if (!is_short(term)) return of_long(term);
    std::memcpy(letters.data(), term.data(), term.size());
    return of_padded({letters.data(), term.size()});
  }
  // The same, quicker.
  static TermKey of_padded(std::string_view term) {
    if (!is_short(term)) return of_long(term);
    const char* mask = kept_then_dropped.data() + most_letters - term.size();
    TermKey key;
    key.first = load<std::uint64_t>(term.data()) & load<std::uint64_t>(mask);
    key.next = load<std::uint32_t>(term.data() + 8) & load<std::uint32_t>(mask + 8);
    return key;
  }

  // The letters of a term that is not long, written to `out`.
  std::string_view letters(std::array<char, padding>& out) const {
    std::memcpy(out.data(), &first, sizeof(first));
    std::memcpy(out.data() + sizeof(first), &next, sizeof(next));
    std::size_t size = most_letters;
    while (out[size - 1] == '\0') --size;
    return {out.data(), size};
  }

  std::uint64_t hash() const {
    std::uint64_t mixed = first * 0x9e3779b97f4a7c15U + next * 0xd6e8feb86659fd93U;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93U;
    return mixed ^ (mixed >> 29);
  }

 private:
  // A term that ends with a zero would look like a shorter one.
  static bool is_short(std::string_view term) {
    return term.size() - 1 < most_letters && term.back() != '\0';
  }
  static TermKey of_long(std::string_view term) {
    return {term_hash(term), static_cast<std::uint32_t>(term.size()), true};
  }
  template <class Number>
  static Number load(const char* from) {
    Number number = 0;
    std::memcpy(&number, from, sizeof(number));
    return number;
  }

  static constexpr std::array<char, 2 * most_letters> kept_then_dropped = [] {
    std::array<char, 2 * most_letters> mask{};
    for (std::size_t i = 0; i < most_letters; ++i) mask[i] = '\xff';
    return mask;
  }();
};

}  // namespace clade::detail
