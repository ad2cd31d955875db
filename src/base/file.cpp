#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/fail.h"

namespace clade {

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
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) {
    fail(ErrorKind::environment, "{}: cannot be mapped: {}", path.string(), std::strerror(errno));
  }
  mapping_ = std::shared_ptr<const void>(address, [address, size](const void*) {
    ::munmap(address, size);
  });
  bytes_ = {static_cast<const std::byte*>(address), size};
}

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path), temporary_(path.string() + ".tmp-XXXXXX") {
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

}  // namespace clade
