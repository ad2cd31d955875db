#include "data/raw_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/fail.h"

namespace clade {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

int open_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail(ErrorKind::environment, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  }
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    fail(ErrorKind::environment, "{}: is a folder, expected a file", path.string());
  }
  return descriptor;
}

}  // namespace

RawBytes::RawBytes(const std::filesystem::path& path)
    : name_(path.string()),
      descriptor_(path == "-" ? STDIN_FILENO : open_file(path)),
      owns_descriptor_(path != "-"),
      buffer_(buffer_size) {}

RawBytes::~RawBytes() {
  if (owns_descriptor_) ::close(descriptor_);
}

std::string_view RawBytes::peek(std::size_t least) {
  if (end_ - begin_ < least && !at_end_) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= std::exchange(begin_, 0);
    while (end_ < least && !at_end_) {
      const std::size_t count = read(buffer_.data() + end_, buffer_.size() - end_);
      at_end_ = count == 0;
      end_ += count;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t RawBytes::read(char* to, std::size_t count) {
  while (true) {
    const ssize_t got = ::read(descriptor_, to, count);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) {
      fail(ErrorKind::environment, "{}: cannot be read: {}", name_, std::strerror(errno));
    }
  }
}

}  // namespace clade
