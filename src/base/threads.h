// A small pool of threads that runs numbered blocks of work.
//
// oneTBB was left out: Debian's build of it gives false alarms under the thread sanitizer, and
// clade needs one pattern only. Determinism rests on the caller: blocks follow from the problem,
// never from the number of threads, and their results are merged in block order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace clade::detail {

class ThreadPool {
 public:
  // `threads` counts the calling thread; 0 means all cores. Error{environment} where the system
  // does not give so many.
  explicit ThreadPool(unsigned threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }

  // Calls work(block) once for every block in [0, blocks), in any order and on any thread, and
  // returns when all are done. Of several exceptions that of the lowest block is rethrown.
  // Not reentrant: a block must not start blocks on the same pool.
  void for_blocks(std::size_t blocks, const std::function<void(std::size_t)>& work);

  // The same over [0, size) cut into ranges of `grain`: work(begin, end).
  void for_ranges(std::size_t size, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& work);

 private:
  void stop();
  void serve();
  void run_blocks(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::size_t next_ = 0, blocks_ = 0, running_ = 0;
  std::size_t failed_block_ = 0;
  std::exception_ptr failure_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace clade::detail
