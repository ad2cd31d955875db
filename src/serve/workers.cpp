#include "serve/workers.h"

#include <vector>

namespace clade::detail::serve {

namespace {

constexpr std::size_t documents_for_threads = 128, grain = 32;

}  // namespace

bool Workers::share(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
  if (count < documents_for_threads) return false;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  if (pool_ == nullptr) pool_ = std::make_unique<ThreadPool>();
  pool_->for_ranges(count, grain, work);
  return true;
}

void Workers::append_each(std::size_t count, const Append& append, std::string& to) {
  std::vector<std::string> pieces((count + grain - 1) / grain);
  const auto append_range = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) append(i, pieces[begin / grain]);
  };
  if (share(count, append_range)) {
    for (const std::string& piece : pieces) to += piece;
  } else {
    for (std::size_t i = 0; i < count; ++i) append(i, to);
  }
}

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& work) {
  const auto work_range = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(i);
  };
  if (!share(count, work_range)) work_range(0, count);
}

}  // namespace clade::detail::serve
