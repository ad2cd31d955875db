#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
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

// Where a file is to be put, and what is there.
struct Place {
  std::filesystem::path path;  // a link leads to its target
  unsigned mode = 0;           // of the file that is there
  bool is_device = false;
};

// What can neither be replaced nor written is refused, before work is done for it.
Place place_for_file(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {path};  // mkstemp gives the reason, if any
  if (S_ISDIR(status.st_mode)) {
    fail(ErrorKind::environment, "{}: is a folder, expected the name of a file", path.string());
  }
  if (S_ISCHR(status.st_mode)) return {path, 0, true};
  if (!S_ISREG(status.st_mode)) {
    fail(ErrorKind::environment, "{}: is no ordinary file and cannot be replaced", path.string());
  }
  std::error_code unresolved;
  const std::filesystem::path target = std::filesystem::canonical(path, unresolved);
  return {unresolved ? path : target, status.st_mode & 07777U};
}

// Mapped files, where a signal handler finds them.
struct Mapping {
  std::atomic<bool> taken{false};
  std::atomic<const std::byte*> begin{nullptr}, end{nullptr};
  std::array<char, PATH_MAX> name{};
};
constexpr std::size_t most_mappings = 64;
std::array<Mapping, most_mappings> mappings;

// Returns its place; null where there is none.
Mapping* remember_mapping(std::span<const std::byte> bytes, const std::string& name) {
  if (name.size() >= PATH_MAX) return nullptr;
  for (Mapping& entry : mappings) {
    if (entry.taken.exchange(true)) continue;
    std::copy_n(name.c_str(), name.size() + 1, entry.name.begin());
    entry.end = bytes.data() + bytes.size();
    entry.begin = bytes.data();
    return &entry;
  }
  return nullptr;
}

void forget_mapping(Mapping* entry) {
  if (entry == nullptr) return;
  entry->begin = nullptr;
  entry->end = nullptr;
  entry->taken = false;
}

// The names of temporary files, where a signal handler finds them: it can reach nothing but what is
// outside functions, and no memory that may be freed. A file too many is not known here.
struct TemporaryName {
  std::atomic<bool> taken{false}, valid{false};
  std::array<char, PATH_MAX> name{};
};
constexpr std::size_t most_names = 64;
std::array<TemporaryName, most_names> temporary_names;

// Returns its place; most_names where it found none.
std::size_t remember_temporary(const std::string& name) {
  if (name.size() >= PATH_MAX) return most_names;
  for (std::size_t slot = 0; slot < most_names; ++slot) {
    TemporaryName& entry = temporary_names[slot];
    if (entry.taken.exchange(true)) continue;
    std::copy_n(name.c_str(), name.size() + 1, entry.name.begin());
    entry.valid = true;
    return slot;
  }
  return most_names;
}

void forget_temporary(std::size_t slot) {
  if (slot >= most_names) return;
  temporary_names[slot].valid = false;
  temporary_names[slot].taken = false;
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
  bytes_ = {static_cast<const std::byte*>(address), size};
  Mapping* entry = remember_mapping(bytes_, path.string());
  mapping_ = std::shared_ptr<const void>(address, [address, size, entry](const void*) {
    forget_mapping(entry);
    ::munmap(address, size);
  });
}

const char* mapped_file_at(const void* address) noexcept {
  for (const Mapping& entry : mappings) {
    const std::byte* begin = entry.begin;
    if (begin != nullptr && address >= begin && address < entry.end) return entry.name.data();
  }
  return nullptr;
}

AtomicFile::AtomicFile(const std::filesystem::path& path) : slot_(most_names) {
  Place place = place_for_file(path);
  path_ = std::move(place.path);
  mode_ = place.mode;
  replaces_ = !place.is_device;
  temporary_ = replaces_ ? path_.string() + ".tmp-XXXXXX" : path_.string();
  // From here on nothing takes memory: where that failed, the file would stay.
  descriptor_ =
      replaces_ ? ::mkstemp(temporary_.data()) : ::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) {
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_.string(), std::strerror(errno));
  }
  if (replaces_) slot_ = remember_temporary(temporary_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (replaces_) ::unlink(temporary_.c_str());
  forget_temporary(slot_);
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
  if (!replaces_) {
    ::close(std::exchange(descriptor_, -1));
    return;
  }
  // mkstemp makes private files; a new file gets the mode that is usual for one.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = mode_ != 0 ? static_cast<mode_t>(mode_) : 0666 & ~mask;
  if (::fchmod(descriptor_, mode) != 0) fail_write("cannot set its mode");
  if (::fsync(descriptor_) != 0) fail_write("cannot be synchronised");
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail_write("cannot be renamed into place");
  forget_temporary(slot_);
  ::close(std::exchange(descriptor_, -1));
  // The rename is durable once the folder is synchronised; a file system that cannot do that is
  // no reason to fail after the file is in place.
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
  const Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
}

void remove_temporary_files() noexcept {
  for (const TemporaryName& entry : temporary_names) {
    if (entry.valid) ::unlink(entry.name.data());
  }
}

std::string read_text(const std::filesystem::path& path) {
  const MappedFile file(path);
  std::string_view text = file.text();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return std::string(text);
}

}  // namespace clade::detail
