#include "serve/http/access_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/fail.h"

namespace clade::detail::serve {

namespace {

constexpr std::size_t most_waiting = std::size_t{8} << 20;

int open_log(const std::string& file) {
  if (file == "-") return STDERR_FILENO;
  return ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}

bool write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

AccessLog::AccessLog(std::string file) : file_(std::move(file)), descriptor_(open_log(file_)) {
  if (descriptor_ < 0) {
    fail(ErrorKind::environment, "{}: cannot be written: {}", file_, std::strerror(errno));
  }
  writer_ = std::thread([this] { run(); });
}

AccessLog::~AccessLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  writer_.join();
  if (file_ != "-") ::close(descriptor_);
}

void AccessLog::write(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() + line.size() > most_waiting) {
    left_out_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  waiting_ += line;
}

void AccessLog::reopen() {
  {
    const std::lock_guard lock(mutex_);
    reopening_ = true;
  }
  wake_.notify_one();
}

void AccessLog::run() {
  std::string lines;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait_for(lock, std::chrono::milliseconds(100));
    const bool is_last = stopping_, reopens = std::exchange(reopening_, false);
    lines.swap(waiting_);
    lock.unlock();
    if (!lines.empty() && !write_whole(descriptor_, lines)) {
      left_out_.fetch_add(static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')),
                          std::memory_order_relaxed);
    }
    lines.clear();
    if (reopens && file_ != "-") {
      const int next = open_log(file_);
      if (next >= 0) ::close(descriptor_.exchange(next));
    }
    lock.lock();
    if (is_last) return;
  }
}

}  // namespace clade::detail::serve
