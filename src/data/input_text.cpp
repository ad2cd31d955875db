#include "data/input_text.h"

#include <utility>

namespace clade::detail {

std::size_t TextSource::read(std::span<char> space) {
  std::size_t size = 0;
  while (size < space.size()) {
    const std::size_t count = decoder_->decode(*bytes_, space.subspan(size));
    if (count == 0) break;
    size += count;
  }
  return size;
}

InputText::InputText(const std::filesystem::path& path) : name_(path.string()) {
  constexpr std::size_t piece = std::size_t{1} << 18;
  TextSource source(path);
  ByteBuffer buffer(name_);
  while (true) {
    const std::span<char> space = buffer.space(piece);
    const std::size_t count = source.read(space);
    buffer.filled(count);
    if (count < space.size()) break;
  }
  buffer_ = std::make_shared<const ByteBuffer>(std::move(buffer));
  text_ = buffer_->text();
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

}  // namespace clade::detail
