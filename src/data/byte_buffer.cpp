#include "data/byte_buffer.h"

#include <algorithm>

#include "base/fail.h"

namespace clade {

std::span<char> ByteBuffer::space(std::size_t least) {
  if (capacity_ - size_ < least) {
    const std::size_t wanted = std::max({size_ + least, 2 * capacity_, std::size_t{1} << 16});
    char* grown = static_cast<char*>(std::realloc(data_.get(), wanted));
    if (grown == nullptr) {
      fail(ErrorKind::environment, "{}: not enough memory for its text, {} MB so far", name_,
           size_ >> 20);
    }
    static_cast<void>(data_.release());
    data_.reset(grown);
    capacity_ = wanted;
  }
  return {data_.get() + size_, capacity_ - size_};
}

void ByteBuffer::append(std::string_view text) {
  std::copy(text.begin(), text.end(), space(text.size()).begin());
  filled(text.size());
}

}  // namespace clade
