// The bytes of an input as they are stored, and the text in them: plain, gzip or zstd.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/shard.h"

namespace clade::detail {

// The bytes of a file, a pipe or standard input as they are stored, piece by piece.
class RawBytes {
 public:
  // "-" is standard input. Error{environment} for a path that cannot be opened, or a folder.
  explicit RawBytes(const std::filesystem::path& path, ByteRange range = {});
  ~RawBytes();
  RawBytes(const RawBytes&) = delete;
  RawBytes& operator=(const RawBytes&) = delete;

  const std::string& name() const { return name_; }  // for messages

  // The bytes that come next: at least `least` of them unless the end is near, none at the end.
  std::string_view peek(std::size_t least = 1);
  void consume(std::size_t count) {
    begin_ += count;
    consumed_ += count;
  }
  std::size_t consumed() const { return consumed_; }  // bytes so far

 private:
  std::size_t read(char* to, std::size_t count);

  std::string name_;
  int descriptor_;
  bool owns_descriptor_;
  std::uint64_t left_;  // bytes of the range
  bool at_end_ = false;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is left in the buffer
  std::size_t consumed_ = 0;
};

// A few bytes may say that they unpack to more than any memory holds. Error{input} for what is both
// larger than `unpacked_freely` and more than `largest_unpacking` times as long as it is stored;
// whoever means it unpacks it first.
inline constexpr std::size_t unpacked_freely = std::size_t{256} << 20;
inline constexpr std::size_t largest_unpacking = 250;
void check_unpacking(const std::string& name, std::size_t unpacked, std::size_t stored);

// All members or frames of a stream, one after the other.
struct Decoder {
  virtual ~Decoder() = default;
  // Fills `space` from the front with at least one byte; 0 at the end of the text. A truncated or
  // damaged stream is an Error{input} that begins with the name of the input.
  virtual std::size_t decode(RawBytes& input, std::span<char> space) = 0;
};

// By the first bytes, not the name. What unpacks to too much is an Error{input}, as above.
std::unique_ptr<Decoder> make_decoder(RawBytes& input);
std::unique_ptr<Decoder> make_plain_decoder();
// Whether it leaves bytes as they are.
bool is_plain(const Decoder& decoder);

}  // namespace clade::detail
