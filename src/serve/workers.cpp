#include "serve/workers.h"

#include <vector>

namespace clade::detail::serve {

namespace {

constexpr std::size_t documents_for_threads = 128, grain = 32;

}  // namespace

void Workers::append_each(std::size_t count, const Append& append, std::string& to) {
  std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
  if (count < documents_for_threads || !lock.try_lock()) {
    for (std::size_t i = 0; i < count; ++i) append(i, to);
    return;
  }
  if (pool_ == nullptr) pool_ = std::make_unique<ThreadPool>();
  std::vector<std::string> pieces((count + grain - 1) / grain);
  pool_->for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) append(i, pieces[begin / grain]);
  });
  for (const std::string& piece : pieces) to += piece;
}

}  // namespace clade::detail::serve
