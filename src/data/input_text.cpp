#include "data/input_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/fail.h"
#include "data/byte_buffer.h"
#include "data/decompress.h"

namespace clade {

namespace {

// Text and what keeps its memory.
struct OwnedText {
  std::shared_ptr<const void> owner;
  std::string_view text;

  explicit OwnedText(ByteBuffer buffer) {
    const auto shared = std::make_shared<const ByteBuffer>(std::move(buffer));
    owner = shared;
    text = shared->text();
  }
  explicit OwnedText(const MappedFile& file)
      : owner(std::make_shared<const MappedFile>(file)), text(file.text()) {}
};

ByteBuffer read_all(int descriptor, const std::string& name) {
  constexpr std::size_t piece = std::size_t{1} << 18;
  ByteBuffer buffer(name);
  while (true) {
    const std::span<char> space = buffer.space(piece);
    const ssize_t count = ::read(descriptor, space.data(), space.size());
    if (count == 0) return buffer;
    if (count > 0) {
      buffer.filled(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail(ErrorKind::environment, "{}: cannot be read: {}", name, std::strerror(errno));
    }
  }
}

// A pipe or a device has no size and cannot be mapped.
OwnedText read_pipe(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail(ErrorKind::environment, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  }
  const std::shared_ptr<void> close_at_end(nullptr, [descriptor](void*) { ::close(descriptor); });
  return OwnedText(read_all(descriptor, path.string()));
}

OwnedText load(const std::filesystem::path& path) {
  if (path == "-") return OwnedText(read_all(STDIN_FILENO, "-"));
  struct stat status {};
  const bool is_known = ::stat(path.c_str(), &status) == 0;
  const bool is_pipe = is_known && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  return is_pipe ? read_pipe(path) : OwnedText(MappedFile(path));
}

OwnedText decompressed(OwnedText raw, const std::string& name) {
  switch (compression_of(raw.text)) {
    case Compression::gzip:
      return OwnedText(gunzip(raw.text, name));
    case Compression::zstd:
      return OwnedText(unzstd(raw.text, name));
    case Compression::none:
      break;
  }
  return raw;
}

}  // namespace

InputText::InputText(const std::filesystem::path& path) : name_(path.string()) {
  OwnedText content = decompressed(load(path), name_);
  owner_ = std::move(content.owner);
  text_ = content.text;
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

}  // namespace clade
