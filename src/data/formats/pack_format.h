// The fixed numbers of a pack (docs/DATA_FORMATS.md): sections one after the other, then where they
// are, so that a pack can be written while its length is not known yet.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clade::detail {

// The file is little-endian and mapped as it is.
static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));

inline constexpr std::array<unsigned char, 8> pack_magic{0x89, 'C', 'L', 'P', 'A', 'C', 'K', '\n'};
inline constexpr std::uint32_t pack_format_version = 1;
inline constexpr std::size_t pack_alignment = 64;

// Written to files: a number keeps its meaning for good, and new sections take new numbers.
enum class PackSection : std::uint32_t {
  rows = 0,           // index and value of every feature that is not zero
  numbered_rows = 1,  // the same, with features numbered without gaps
  row_offsets = 2,    // where each row begins, and where the last one ends
  numbered_indices = 3,
  label_offsets = 4,
  labels = 5,
  label_names = 6,
  weights = 7,  // empty: all 1
  ids = 8,      // empty: the record's number from 0
  feature_names = 9,
  taxonomy = 10,  // empty: the data bring none along
};
inline constexpr std::size_t pack_sections = 11;

struct PackPreamble {
  std::array<unsigned char, 8> magic{};
  std::uint32_t version = 0;
  std::array<unsigned char, 52> zero{};
};
static_assert(sizeof(PackPreamble) == pack_alignment);

struct PackPlace {
  std::uint64_t offset = 0, length = 0;
};

// The last bytes of the file.
struct PackFooter {
  std::array<PackPlace, pack_sections> places{};
  std::uint64_t value_size = 0;   // 4: values are single, 8: double
  std::uint64_t file_length = 0;  // checksum included
  std::uint64_t checksum = 0;     // XXH3 of everything in front of it
};
static_assert(sizeof(PackFooter) == 16 * pack_sections + 24);

}  // namespace clade::detail
