// The text of an input: plain, compressed (.gz, .zst) or from standard input.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "data/byte_buffer.h"
#include "data/decompress.h"

namespace clade::detail {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The decompressed bytes in order. Which compression is used is read off the first bytes, not the
// name.
class TextSource {
 public:
  explicit TextSource(const std::filesystem::path& path)  // "-": standard input
      : bytes_(std::make_unique<RawBytes>(path)), decoder_(make_decoder(*bytes_)) {}

  const std::string& name() const { return bytes_->name(); }  // for messages
  // Fills `space` from the front; with fewer bytes only at the end of the text.
  std::size_t read(std::span<char> space);

 private:
  std::unique_ptr<RawBytes> bytes_;
  std::unique_ptr<Decoder> decoder_;
};

// The whole of a text that may be held in memory; a byte order mark is left out.
class InputText {
 public:
  explicit InputText(const std::filesystem::path& path);
  std::string_view text() const { return text_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::shared_ptr<const ByteBuffer> buffer_;
  std::string_view text_;
};

}  // namespace clade::detail
