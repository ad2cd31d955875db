#include "data/text_chunks.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/fail.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

constexpr std::size_t blocks_of_a_chunk = 32;

}  // namespace

std::vector<std::size_t> cut_lines(std::string_view text, std::size_t block_size) {
  std::vector<std::size_t> ends;
  const std::size_t whole = text.rfind('\n') + 1;  // 0 where there is no line end
  for (std::size_t at = 0; at < whole;) {
    const std::size_t from = std::min(at + std::max<std::size_t>(block_size, 1), whole) - 1;
    at = text.find('\n', from) + 1;
    ends.push_back(at);
  }
  return ends;
}

bool TextChunk::is_replaced(std::string_view part) const {
  const auto first = std::lower_bound(replaced.begin(), replaced.end(), part.data(), std::less<>());
  return first != replaced.end() && std::less<>()(*first, part.data() + part.size());
}

void fail_at(const TextChunk& chunk, const char* where, const std::string& message) {
  const char* begin = chunk.text.data();
  const auto lines = static_cast<std::size_t>(std::count(begin, where, '\n'));
  const char* line_begin = where;
  while (line_begin != begin && line_begin[-1] != '\n') --line_begin;
  fail(ErrorKind::input, "{}:{}:{}: {}", chunk.name, chunk.first_line + lines,
       where - line_begin + 1, message);
}

TextChunks::TextChunks(TextSource source, ChunkRules rules)
    : source_(std::move(source)),
      rules_(std::move(rules)),
      current_{ByteBuffer(source_.name()), 0, {}},
      ahead_{ByteBuffer(source_.name()), 0, {}} {}

bool TextChunks::next() {
  if (!is_ahead_) read_ahead();
  if (failure_) std::rethrow_exception(failure_);
  std::swap(current_, ahead_);
  is_ahead_ = false;
  return !current_.chunk.text.empty();
}

void TextChunks::read_ahead() noexcept {
  try {
    read_piece();
  } catch (...) {
    failure_ = std::current_exception();
  }
  is_ahead_ = true;
}

void TextChunks::read_piece() {
  ahead_.buffer.clear();
  ahead_.buffer.append(current_.buffer.text().substr(current_.end));
  describe(ahead_, fill(ahead_));
}

// Reads until there is a chunk of whole records, and cuts it.
std::vector<std::size_t> TextChunks::fill(Piece& piece) {
  ByteBuffer& buffer = piece.buffer;
  std::size_t target = std::max(blocks_of_a_chunk * rules_.block_size, 2 * buffer.size());
  while (true) {
    while (!at_end_ && buffer.size() < target) {
      // Small steps first: a small file takes little memory.
      const std::size_t step =
          std::min(target - buffer.size(), std::max(buffer.size(), std::size_t{1} << 16));
      const std::size_t count = source_.read(buffer.space(step).first(step));
      buffer.filled(count);
      at_end_ = count < step;
    }
    const std::string_view text = buffer.text();
    std::vector<std::size_t> ends = rules_.cut(text, rules_.block_size);
    const bool has_rest = !text.empty() && (ends.empty() || ends.back() < text.size());
    if (at_end_ && has_rest) ends.push_back(text.size());
    if (at_end_ || !ends.empty()) return ends;
    target = 2 * buffer.size();
  }
}

void TextChunks::describe(Piece& piece, const std::vector<std::size_t>& ends) {
  const std::size_t length = ends.empty() ? 0 : ends.back();
  piece.end = length;
  const std::span<char> behind = piece.buffer.space(TextChunk::padding);
  std::fill_n(behind.begin(), TextChunk::padding, '\0');
  TextChunk& chunk = piece.chunk;
  chunk = {.name = source_.name(),
           .text = piece.buffer.text().substr(0, length),
           .blocks = {},
           .replaced = {}};
  if (rules_.replaces_invalid_utf8) {
    chunk.replaced = replace_invalid_utf8(piece.buffer.bytes().first(length));
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    chunk.blocks.push_back(chunk.text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace clade::detail
