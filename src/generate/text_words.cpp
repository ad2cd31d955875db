#include "generate/text_words.h"

#include <algorithm>
#include <string_view>

namespace clade::detail {
namespace {

constexpr std::string_view consonants = "bdgklmnprstvz";
constexpr std::string_view vowels = "aeiou";
constexpr std::string_view endings = "mbpv";
constexpr std::uint64_t syllables = consonants.size() * vowels.size();
constexpr std::uint64_t short_words = syllables * endings.size();

}  // namespace

// The last syllable and the ending are one digit; those before it count from one (there is no zero
// among them), so that words of different length never are the same number.
std::string made_up_word(std::uint64_t number) {
  std::string reversed(1, endings[number % endings.size()]);
  number /= endings.size();
  while (true) {
    const std::uint64_t syllable = number % syllables;
    reversed += vowels[syllable % vowels.size()];
    reversed += consonants[syllable / vowels.size()];
    number /= syllables;
    if (number == 0) break;
    --number;
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::string made_up_name(std::uint64_t number, std::uint64_t count) {
  constexpr std::uint64_t stride = 7919;  // a prime: it has no divisor in common with any range
  std::uint64_t first = short_words;      // the numbers of the words of two syllables
  std::uint64_t range = short_words * syllables;
  while (range < count) {
    first += range;
    range *= syllables;
  }
  std::string name = made_up_word(first + number * stride % range);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

}  // namespace clade::detail
