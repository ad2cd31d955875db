#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "base/fail.h"

namespace clade::detail {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

// What a pipe holds: it has no size and cannot be mapped.
std::vector<std::byte> read_pipe(int descriptor, const std::filesystem::path& path) {
  std::vector<std::byte> bytes;
  constexpr std::size_t step = std::size_t{1} << 16;
  while (true) {
    const std::size_t size = bytes.size();
    bytes.resize(size + step);
    const ssize_t count = ::read(descriptor, bytes.data() + size, step);
    if (count < 0 && errno != EINTR) {
      fail(ErrorKind::environment, "{}: cannot be read: {}", path.string(), std::strerror(errno));
    }
    bytes.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return bytes;
  }
}

// Where a file is to be put: a link leads to its target; what is no ordinary file is refused,
// before work is done for it and before a rename could take the place of a device.
std::filesystem::path place_for_file(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path;  // mkstemp gives the reason, if any
  if (S_ISDIR(status.st_mode)) {
    fail(ErrorKind::environment, "{}: is a folder, expected the name of a file", path.string());
  }
  if (!S_ISREG(status.st_mode)) {
    fail(ErrorKind::environment, "{}: is no ordinary file and cannot be replaced", path.string());
  }
  std::error_code unresolved;
  const std::filesystem::path target = std::filesystem::canonical(path, unresolved);
  return unresolved ? path : target;
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    fail(ErrorKind::environment, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    fail(ErrorKind::environment, "{}: is a folder, expected a file", path.string());
  }
  if (S_ISFIFO(status.st_mode)) {
    const auto content =
        std::make_shared<const std::vector<std::byte>>(read_pipe(file.get(), path));
    mapping_ = content;
    bytes_ = *content;
    return;
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) {
    fail(ErrorKind::environment, "{}: cannot be mapped: {}", path.string(), std::strerror(errno));
  }
  mapping_ = std::shared_ptr<const void>(address,
                                         [address, size](const void*) { ::munmap(address, size); });
  bytes_ = {static_cast<const std::byte*>(address), size};
}

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(place_for_file(path)), temporary_(path_.string() + ".tmp-XXXXXX") {
  std::string name = temporary_.string();
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) {
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
  }
  temporary_ = name;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::fail_write(const char* what) const {
  fail(ErrorKind::environment, "{}: {}: {}", path_.string(), what, std::strerror(errno));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail_write("cannot be written");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  // mkstemp makes private files; the result gets the mode that an ordinary new file would have.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(descriptor_, 0666 & ~mask) != 0) fail_write("cannot set its mode");
  if (::fsync(descriptor_) != 0) fail_write("cannot be synchronised");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail_write("cannot be renamed into place");
  ::close(std::exchange(descriptor_, -1));
  // The rename is durable once the folder is synchronised; a file system that cannot do that is
  // no reason to fail after the file is in place.
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
  const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
}

std::string read_text(const std::filesystem::path& path) {
  const MappedFile file(path);
  std::string_view text = file.text();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return std::string(text);
}

}  // namespace clade::detail
