#include "data/input_text.h"

#include <algorithm>
#include <utility>

namespace clade::detail {

namespace {

constexpr std::size_t beginning_size = std::size_t{1} << 20;
constexpr std::size_t piece_size = std::size_t{1} << 18;

}  // namespace

TextSource::TextSource(const std::filesystem::path& path, std::string_view encoding)
    : bytes_(std::make_unique<RawBytes>(path)), decoder_(make_decoder(*bytes_)) {
  // Small steps: a small file takes little memory.
  std::string stored;
  bool is_all = false;
  while (stored.size() < beginning_size && !is_all) {
    const std::size_t before = stored.size();
    stored.resize(std::min(beginning_size, std::max<std::size_t>(2 * before, 1 << 14)));
    const std::size_t count = decode(std::span(stored).subspan(before));
    is_all = before + count < stored.size();
    stored.resize(before + count);
  }
  if (stored.empty() && failure_) std::rethrow_exception(failure_);
  encoding_ = is_automatic(encoding) ? detect_encoding(stored, is_all) : parse_encoding(encoding);
  if (encoding_ == Encoding::utf16_little && stored.starts_with("\xFE\xFF")) {
    encoding_ = Encoding::utf16_big;
  }
  if (encoding_ == Encoding::utf8) {
    ready_ = std::move(stored);
  } else {
    const std::size_t used = append_utf8(stored, encoding_, ready_);
    cut_letter_ = stored.substr(used);
  }
  if (ready_.starts_with(byte_order_mark)) taken_ = byte_order_mark.size();
}

TextSource::TextSource(const std::filesystem::path& path, ByteRange range)
    : bytes_(std::make_unique<RawBytes>(path, range)), decoder_(make_plain_decoder()) {}

bool TextSource::is_stored_as_it_is() const {
  return is_plain(*decoder_) && encoding_ == Encoding::utf8;
}

std::size_t TextSource::decode(std::span<char> space) {
  std::size_t size = 0;
  try {
    while (size < space.size() && !failure_) {
      const std::size_t count = decoder_->decode(*bytes_, space.subspan(size));
      if (count == 0) break;
      size += count;
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
  return size;
}

// False at the end of the text.
bool TextSource::translate_more() {
  const std::size_t before = cut_letter_.size();
  std::string stored = std::exchange(cut_letter_, {});
  stored.resize(before + piece_size);
  const std::size_t count = decode(std::span(stored).subspan(before));
  stored.resize(before + count);
  ready_.clear();
  taken_ = 0;
  const std::size_t used = append_utf8(stored, encoding_, ready_);
  const bool is_all = count < piece_size;
  // Half a letter at the end.
  if (is_all && used < stored.size()) {
    ready_ += "\xEF\xBF\xBD";
  } else {
    cut_letter_ = stored.substr(used);
  }
  return !ready_.empty();
}

std::size_t TextSource::read(std::span<char> space) {
  std::size_t size = 0;
  while (size < space.size()) {
    const std::size_t count = std::min(ready_.size() - taken_, space.size() - size);
    std::copy_n(ready_.data() + taken_, count, space.data() + size);
    taken_ += count;
    size += count;
    if (size == space.size()) break;
    if (encoding_ == Encoding::utf8) {
      ready_.clear();
      taken_ = 0;
      size += decode(space.subspan(size));
      break;
    }
    if (!translate_more()) break;
  }
  if (size < space.size() && failure_) std::rethrow_exception(failure_);
  return size;
}

InputText::InputText(const std::filesystem::path& path, std::string_view encoding)
    : name_(path.string()) {
  TextSource source(path, encoding);
  encoding_ = source.encoding();
  ByteBuffer buffer(name_);
  while (true) {
    const std::span<char> space = buffer.space(piece_size);
    const std::size_t count = source.read(space);
    buffer.filled(count);
    if (count < space.size()) break;
  }
  buffer_ = std::make_shared<const ByteBuffer>(std::move(buffer));
  text_ = buffer_->text();
}

}  // namespace clade::detail
