// A text in pieces of whole records, so that no more of it than two pieces is in memory.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_buffer.h"
#include "data/input_text.h"

namespace clade::detail {

// Cuts a text that begins with a record into blocks of whole records: the ends of the blocks. A
// block has at least `block_size` bytes, the last one excepted. What follows the last end that is
// known for sure belongs to no block.
using Cutter =
    std::function<std::vector<std::size_t>(std::string_view text, std::size_t block_size)>;

// A record is a line.
std::vector<std::size_t> cut_lines(std::string_view text, std::size_t block_size);

// Some whole records. The bytes behind the text up to a padding for SIMD may be read.
struct TextChunk {
  static constexpr std::size_t padding = 64;

  std::string_view name;  // of the input
  std::size_t first_line = 1;
  std::string_view text;
  std::vector<std::string_view> blocks;
  std::vector<const char*> replaced;  // see replace_invalid_utf8

  // Whether some byte of `part` was no UTF-8.
  bool is_replaced(std::string_view part) const;
};

// Error{input} at a byte of the chunk: file:line:column: message.
[[noreturn]] void fail_at(const TextChunk& chunk, const char* where, const std::string& message);

struct ChunkRules {
  Cutter cut = &cut_lines;
  std::size_t block_size = std::size_t{1} << 20;
  bool replaces_invalid_utf8 = false;
};

// Chunks follow from the text alone: they have 32 blocks, or as many as one record needs.
class TextChunks {
 public:
  TextChunks(TextSource source, ChunkRules rules);

  const std::string& name() const { return source_.name(); }
  // Goes to the next chunk; false behind the last one. The chunk before is gone then.
  bool next();
  TextChunk& chunk() { return current_.chunk; }

  // Reads the chunk behind the current one, which may be parsed meanwhile. What goes wrong is
  // thrown by next(), so that errors come in the order of the text.
  void read_ahead() noexcept;

 private:
  struct Piece {
    ByteBuffer buffer;
    std::size_t end = 0;  // of the last whole record
    TextChunk chunk;
  };
  void read_piece();
  std::vector<std::size_t> fill(Piece& piece);
  void describe(Piece& piece, const std::vector<std::size_t>& ends);

  TextSource source_;
  ChunkRules rules_;
  Piece current_, ahead_;
  bool at_end_ = false;  // of the source
  bool is_ahead_ = false;
  std::exception_ptr failure_;
};

}  // namespace clade::detail
