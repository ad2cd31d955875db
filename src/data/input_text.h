// The text of an input in UTF-8: plain, compressed (.gz, .zst) or from standard input, in any of
// the encodings that people's programs write.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "data/byte_buffer.h"
#include "data/decompress.h"
#include "data/encoding.h"

namespace clade::detail {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// The text in order, without a byte order mark. Which compression and which encoding are used is
// read off the first bytes, not the name.
class TextSource {
 public:
  // "-": standard input. `encoding` is a name, or "" to find it out.
  explicit TextSource(const std::filesystem::path& path, std::string_view encoding = {});
  // Some of the lines of a file that is stored as it is.
  TextSource(const std::filesystem::path& path, ByteRange range);

  const std::string& name() const { return bytes_->name(); }  // for messages
  Encoding encoding() const { return encoding_; }
  // Neither compressed nor in another encoding than UTF-8.
  bool is_stored_as_it_is() const;
  // What the text begins with, a megabyte or all of it; it is still to be read.
  std::string_view beginning() const { return std::string_view(ready_).substr(taken_); }
  // Fills `space` from the front; with fewer bytes only at the end of the text.
  std::size_t read(std::span<char> space);

 private:
  // What goes wrong is kept for later: texts come before the errors behind them.
  std::size_t decode(std::span<char> space);
  bool translate_more();

  std::unique_ptr<RawBytes> bytes_;
  std::unique_ptr<Decoder> decoder_;
  Encoding encoding_ = Encoding::utf8;
  std::string ready_;  // in UTF-8, to be read from taken_ on
  std::size_t taken_ = 0;
  std::string cut_letter_;  // the first bytes of a letter, as they are stored
  std::exception_ptr failure_;
};

// The whole of a text that may be held in memory.
class InputText {
 public:
  explicit InputText(const std::filesystem::path& path, std::string_view encoding = {});
  std::string_view text() const { return text_; }
  const std::string& name() const { return name_; }
  Encoding encoding() const { return encoding_; }

 private:
  std::string name_;
  Encoding encoding_ = Encoding::utf8;
  std::shared_ptr<const ByteBuffer> buffer_;
  std::string_view text_;
};

}  // namespace clade::detail
