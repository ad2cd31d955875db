// The dynamic programme of the subsequence kernel, in SIMD.
#pragma once

#include <cstddef>

namespace clade::detail {

// Numbers that loops may read beyond an end: they equal no letter.
inline constexpr std::size_t diagonal_padding = 8;

// Letters as numbers, each string followed by diagonal_padding numbers that are not a number (NaN).
// The first one is not the longer one.
struct CharacterPair {
  const double* first;
  std::size_t first_size;
  const double* reversed_second;
  std::size_t second_size;
};

// Entries that the tables need; all are zero at the start.
std::size_t diagonal_tables_size(std::size_t first_size, std::size_t length);

// k(s,t) / decay^(2 length).
double sum_over_diagonals(const CharacterPair& letters, std::size_t length, double decay,
                          double* tables);

}  // namespace clade::detail
