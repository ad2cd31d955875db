// Many documents of one request on several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "base/threads.h"

namespace clade::detail::serve {

// Safe to use from several threads.
class Workers {
 public:
  // Calls append(i, to) for every i below `count` and puts what it appends behind each other in
  // order. Few are done by the calling thread; many by other threads, too, unless these work for
  // another request. Of several exceptions that of the lowest i is thrown.
  using Append = std::function<void(std::size_t i, std::string& to)>;
  void append_each(std::size_t count, const Append& append, std::string& to);

  // Calls work(i) for every i below `count`, in any order.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  // False where it has to be done by the calling thread.
  bool share(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work);

  std::mutex mutex_;
  std::unique_ptr<ThreadPool> pool_;  // made when it is first of use
};

}  // namespace clade::detail::serve
