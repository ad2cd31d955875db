#include "solver/problem/constraint_set.h"

#include <algorithm>

namespace clade::detail {

std::uint32_t ConstraintSet::add_list(std::span<const Decision> rivals) {
  lists_.push_row(rivals);
  return static_cast<std::uint32_t>(lists_.size() - 1);
}

std::uint32_t ConstraintSet::add_pattern(std::span<const Block> blocks,
                                         std::span<const Decision> left_out) {
  std::size_t count = 0;
  for (const Block& block : blocks) {
    const auto list = lists_.row(block.list);
    count += list.size();
    for (const Decision d : left_out) {
      if (std::binary_search(list.begin(), list.end(), d)) --count;
    }
  }
  blocks_.push_row(blocks);
  left_out_.push_row(left_out);
  counts_.push_back(count);
  return static_cast<std::uint32_t>(counts_.size() - 1);
}

}  // namespace clade::detail
