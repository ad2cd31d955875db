// A line for each request, written by a thread of its own, so that a slow disk delays nobody.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace clade::detail::serve {

class AccessLog {
 public:
  // A file that is appended to, or "-" for standard error. Error{environment} where it cannot be
  // opened.
  explicit AccessLog(std::string file);
  ~AccessLog();  // after everything was written
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  // From any thread; the line with its end. Where the disk cannot follow, lines are left out and
  // counted rather than kept without bound.
  void write(const std::string& line);
  // The file was moved away: a new one is begun.
  void reopen();
  std::uint64_t left_out() const { return left_out_.load(std::memory_order_relaxed); }

 private:
  void run();

  std::string file_;
  std::atomic<int> descriptor_;
  std::atomic<std::uint64_t> left_out_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string waiting_;
  bool stopping_ = false, reopening_ = false;
  std::thread writer_;
};

}  // namespace clade::detail::serve
