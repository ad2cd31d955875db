#include "serve/private_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/fail.h"
#include "data/file_checksum.h"

namespace clade::detail::serve {

namespace {

class Descriptor {
 public:
  Descriptor(int value, const std::filesystem::path& file) : value_(value) {
    if (value < 0) fail_at(file);
  }
  ~Descriptor() { ::close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

  [[noreturn]] static void fail_at(const std::filesystem::path& file) {
    fail(ErrorKind::environment, "{}: cannot be read: {}", file.string(), std::strerror(errno));
  }

 private:
  int value_;
};

void copy(const Descriptor& from, const Descriptor& to, const std::filesystem::path& file) {
  constexpr std::size_t step = std::size_t{1} << 24;
  while (true) {
    const ssize_t count = ::sendfile(to.get(), from.get(), nullptr, step);
    if (count == 0) return;
    if (count < 0 && errno != EINTR) Descriptor::fail_at(file);
  }
}

}  // namespace

FileStamp FileStamp::of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
          static_cast<std::uintmax_t>(status.st_size), status.st_ino};
}

CopiedModel load_private_copy(const std::filesystem::path& file) {
  const Descriptor original(::open(file.c_str(), O_RDONLY | O_CLOEXEC), file);
  const Descriptor in_memory(::memfd_create("clade-model", MFD_CLOEXEC), file);
  copy(original, in_memory, file);
  const std::string path = fmt::format("/proc/self/fd/{}", in_memory.get());
  try {
    return {Model::load(path), file_checksum(path)};
  } catch (const Error& error) {
    // Messages begin with the name of the file that was read.
    std::string message = error.message();
    if (message.starts_with(path)) message.replace(0, path.size(), file.string());
    throw Error(error.kind(), message);
  }
}

}  // namespace clade::detail::serve
