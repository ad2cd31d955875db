#include "serve/chores.h"

#include <utility>

namespace clade::detail::serve {

Chores::~Chores() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Chores::add(std::function<void()> chore) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(chore));
  }
  wake_.notify_one();
}

void Chores::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::function<void()> chore = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    chore();
    lock.lock();
  }
}

}  // namespace clade::detail::serve
