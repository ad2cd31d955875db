// Work that takes longer than an answer should, one piece after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace clade::detail::serve {

class Chores {
 public:
  Chores() : thread_([this] { run(); }) {}
  // What is waiting is done before.
  ~Chores();
  Chores(const Chores&) = delete;
  Chores& operator=(const Chores&) = delete;

  // It must not throw.
  void add(std::function<void()> chore);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace clade::detail::serve
