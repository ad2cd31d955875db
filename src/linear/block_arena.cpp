#include "linear/block_arena.h"

#include <algorithm>

namespace clade::detail {

// 1 to 16, then eight sizes until twice as many: 18, 20, ... 32, 36, ...
BlockArena::BlockArena(std::size_t longest) {
  std::size_t step = 1;
  for (std::size_t size = 1; size < longest; size += step) {
    sizes_.push_back(size);
    if (size == 16 * step) step *= 2;
  }
  sizes_.push_back(longest);
  free_.resize(sizes_.size());
}

BlockArena::SizeClass BlockArena::class_for(std::size_t places) const {
  const auto found = std::lower_bound(sizes_.begin(), sizes_.end(), places);
  return static_cast<SizeClass>(found - sizes_.begin());
}

std::uint64_t BlockArena::take(SizeClass run) {
  const std::size_t wanted = sizes_[run];
  for (std::size_t c = run; c < free_.size(); ++c) {
    if (free_[c].empty()) continue;
    const std::uint64_t begin = free_[c].back();
    free_[c].pop_back();
    unused_ -= sizes_[c];
    keep(begin + wanted, sizes_[c] - wanted);
    return begin;
  }
  end_ += wanted;
  return end_ - wanted;
}

void BlockArena::give_back(std::uint64_t begin, SizeClass run) { keep(begin, sizes_[run]); }

// In as few runs as possible.
void BlockArena::keep(std::uint64_t begin, std::size_t places) {
  unused_ += places;
  while (places > 0) {
    const auto larger = std::upper_bound(sizes_.begin(), sizes_.end(), places);
    const auto run = static_cast<std::size_t>(larger - sizes_.begin()) - 1;
    free_[run].push_back(begin);
    begin += sizes_[run];
    places -= sizes_[run];
  }
}

void BlockArena::reset(std::uint64_t end) {
  for (auto& of_size : free_) of_size.clear();
  end_ = end;
  unused_ = 0;
}

}  // namespace clade::detail
