// The fixed numbers of the model file (docs/MODEL_FORMAT.md).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clade::detail {

// The file is little-endian and mapped as it is.
static_assert(std::endian::native == std::endian::little);

inline constexpr std::array<unsigned char, 8> model_magic{0x89, 'C', 'L',  'A',
                                                          'D',  'E', '\r', '\n'};
inline constexpr std::uint32_t model_format_version = 7;
inline constexpr std::size_t section_alignment = 64;

// Where a section begins that comes behind `end` bytes.
constexpr std::size_t section_start(std::size_t end) {
  return (end + section_alignment - 1) / section_alignment * section_alignment;
}

// Written to files: a number keeps its meaning for good, and new sections take new numbers.
enum class Section : std::uint32_t {
  header = 1,
  node_names = 2,
  node_parents = 3,
  added_nodes = 4,
  classes = 5,
  predictable = 6,
  features = 7,
  score_map = 8,
  unit_names = 9,
  feature_names = 10,
  counted_features = 11,
  stop_words = 12,
  weights = 13,
  weight_rows = 14,
  weight_block_numbers = 15,
  weight_blocks = 16,
  last_weights = 17,
  last_weight_rows = 18,
  last_weight_block_numbers = 19,
  last_weight_blocks = 20,
  support_rows = 21,
  support_features = 22,
  support_values = 23,
  calibration = 24,
  packed_dense_rows = 25,
  packed_rows = 26,
  packed_units = 27,
  packed_weights = 28,
  packed_dense_weights = 29,
  fingerprints = 30,
  scaling = 31,
  choices = 32,
};
// By format: it has the sections from 1 up to this number. There is no format 0.
inline constexpr std::array<std::size_t, model_format_version + 1> section_counts{0,  13, 16, 23,
                                                                                  24, 29, 30, 32};

struct Preamble {
  std::array<unsigned char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t sections = 0;
  std::uint64_t file_length = 0;
  std::array<unsigned char, 40> zero{};
};
static_assert(sizeof(Preamble) == 64);

struct SectionEntry {
  std::uint32_t id = 0;
  std::uint32_t zero = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};
static_assert(sizeof(SectionEntry) == 24);

inline constexpr std::size_t checksum_length = sizeof(std::uint64_t);

}  // namespace clade::detail
