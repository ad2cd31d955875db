#include "cli/output/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/fail.h"
#include "cli/options/arguments.h"

namespace clade::detail::cli {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

// How much of the text was written: all of it unless errno says why not.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void Output::flush() {
  if (file_ != nullptr) {
    file_->write(buffer_);
    buffer_.clear();
    return;
  }
  const bool done = write_all(descriptor_, buffer_);
  buffer_.clear();
  if (done) return;
  if (errno == EPIPE) throw ClosedPipe{};
  fail(ErrorKind::environment, "standard output: cannot be written: {}", std::strerror(errno));
}

void Output::commit() {
  flush();
  if (file_ != nullptr) file_->commit();
}

void write_error_line(std::string_view text) {
  const std::string line = std::string(text) + '\n';
  static_cast<void>(write_all(STDERR_FILENO, line));
}

void write_warning(std::string_view text) {
  write_error_line("clade: warning: " + with_flags(text));
}

}  // namespace clade::detail::cli
