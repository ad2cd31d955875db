// Where records end, so that a text can be read in pieces and by several threads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace clade {

// Cuts a text that begins with a record into blocks of whole records: the ends of the blocks. A
// block has at least `block_size` bytes, the last one excepted. What follows the last end that is
// known for sure belongs to no block.
using Cutter = std::vector<std::size_t> (*)(std::string_view text, std::size_t block_size);

// A record is a line.
std::vector<std::size_t> cut_lines(std::string_view text, std::size_t block_size);

// Line ends inside quotes belong to the record (RFC 4180).
std::vector<std::size_t> cut_csv(std::string_view text, std::size_t block_size);

// A record is a line; a header of ARFF in front of the first one is in the same block as it.
std::vector<std::size_t> cut_arff(std::string_view text, std::size_t block_size);

}  // namespace clade
