// Reading and writing whole files safely.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace clade::detail {

// A file mapped read-only for as long as a copy of the object lives (a pipe is read into memory). A
// missing or unreadable file, or a folder, is an Error{environment} that names the path.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

 private:
  std::shared_ptr<const void> mapping_;
  std::span<const std::byte> bytes_;
};

// The path of the MappedFile that holds this address; null where there is none, or too many. The
// memory of a file that another program cuts ends there, with SIGBUS: may be called in its handler.
const char* mapped_file_at(const void* address) noexcept;

// Writes to a temporary name beside `path`, synchronises and renames on commit(): readers see the
// old file or the whole new one, which has the mode of the old. Without commit() the temporary file
// is removed. A character device, such as /dev/null, is written as it is. Anything else that is no
// ordinary file is an Error{environment} at once.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) {
    write(std::as_bytes(std::span<const char>(text.data(), text.size())));
  }
  void commit();
  // Where the bytes are until then.
  std::filesystem::path temporary() const { return temporary_; }

 private:
  [[noreturn]] void fail_write(const char* what) const;

  std::filesystem::path path_;
  std::string temporary_;
  int descriptor_ = -1;
  unsigned mode_ = 0;     // of the file to replace; 0: there is none
  bool replaces_ = true;  // no device
  std::size_t slot_ = 0;  // among the names that remove_temporary_files() knows
};

// Takes away what AtomicFiles have begun, for a program that ends at once: may be called in a
// signal handler.
void remove_temporary_files() noexcept;

// The content of a file as text, without a leading byte order mark.
std::string read_text(const std::filesystem::path& path);

}  // namespace clade::detail
