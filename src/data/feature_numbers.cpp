#include "data/feature_numbers.h"

#include <algorithm>
#include <numeric>

namespace clade {

std::uint32_t FeatureNumbers::add(std::uint32_t index) {
  const auto next = static_cast<std::uint32_t>(indices_.size());
  if (index >= table_limit) {
    const auto [entry, is_new] = others_.try_emplace(index, next);
    if (is_new) indices_.push_back(index);
    return entry->second;
  }
  if (index >= table_.size()) {
    table_.resize(std::max<std::size_t>(index + 1, std::min(table_limit, 2 * table_.size())), none);
  }
  if (table_[index] == none) {
    table_[index] = next;
    indices_.push_back(index);
  }
  return table_[index];
}

std::vector<std::uint32_t> FeatureNumbers::by_index() const {
  std::vector<std::uint32_t> order(indices_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [this](std::uint32_t a, std::uint32_t b) { return indices_[a] < indices_[b]; });
  return order;
}

}  // namespace clade
