// Made-up words that can be pronounced: every number has one spelling, small numbers short ones.
//
// A word is syllables of a consonant and a vowel, and ends in a consonant that no English suffix
// ends in: so a stemmer keeps the words apart, and none is a stop word.
#pragma once

#include <cstdint>
#include <string>

namespace clade::detail {

// Lower-case letters; different numbers never share a spelling.
std::string made_up_word(std::uint64_t number);

// Different capitalised words of one length for the numbers below `count`, neighbours unlike.
std::string made_up_name(std::uint64_t number, std::uint64_t count);

}  // namespace clade::detail
