#include "base/threads.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/fail.h"

namespace clade::detail {

ThreadPool::ThreadPool(unsigned threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  try {
    for (unsigned i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
  } catch (const std::system_error& error) {
    stop();
    fail(ErrorKind::environment, "{} threads cannot be started: {}", threads,
         error.code().message());
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::for_blocks(std::size_t blocks, const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  blocks_ = blocks;
  failure_ = nullptr;
  if (blocks > 1) wake_.notify_all();
  run_blocks(lock);
  idle_.wait(lock, [this] { return running_ == 0; });
  work_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::for_ranges(std::size_t size, std::size_t grain,
                            const std::function<void(std::size_t, std::size_t)>& work) {
  grain = std::max<std::size_t>(grain, 1);
  for_blocks(size / grain + (size % grain != 0 ? 1 : 0),
             [&](std::size_t block) { work(block * grain, std::min(size, (block + 1) * grain)); });
}

void ThreadPool::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || (work_ != nullptr && next_ < blocks_); });
    if (stopping_) return;
    run_blocks(lock);
    if (running_ == 0) idle_.notify_one();
  }
}

// Takes blocks until none is left. A failure lets the blocks below the failed one finish, so that
// the exception that is rethrown does not depend on timing.
void ThreadPool::run_blocks(std::unique_lock<std::mutex>& lock) {
  while (next_ < blocks_) {
    const std::size_t block = next_++;
    ++running_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*work_)(block);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    --running_;
    if (failure && (!failure_ || block < failed_block_)) {
      failure_ = failure;
      failed_block_ = block;
      next_ = blocks_;  // blocks are taken in order: all lower ones are done or running
    }
  }
}

}  // namespace clade::detail
