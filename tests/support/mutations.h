// Small damage to texts, the same for the same seed.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/random.h"

namespace clade::detail::test {

// A few random changes: bytes replaced, parts left out, doubled or moved, words put in, the end cut
// off.
inline std::string mutated(std::string_view text, std::span<const std::string_view> words,
                           Random& random) {
  std::string out(text);
  const auto place = [&] { return static_cast<std::size_t>(random.below(out.size() + 1)); };
  for (std::uint64_t i = 0; i < 1 + random.below(4); ++i) {
    const std::size_t at = place();
    const std::size_t length = std::min<std::size_t>(random.below(12), out.size() - at);
    switch (random.below(6)) {
      case 0:
        if (at < out.size()) out[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        out.erase(at, length);
        break;
      case 2:
        out.insert(at, out.substr(at, length));
        break;
      case 3:
        out.insert(at, words[static_cast<std::size_t>(random.below(words.size()))]);
        break;
      case 4:
        out.insert(place(), out.substr(at, length));
        break;
      default:
        if (random.below(4) == 0) out.resize(at);
        break;
    }
  }
  return out;
}

}  // namespace clade::detail::test
