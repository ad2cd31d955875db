// Numbers for features in the order in which they first come, for learning from a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace clade {

class FeatureNumbers {
 public:
  // The number of the feature with this index; a new one where it has none yet.
  std::uint32_t add(std::uint32_t index);
  std::size_t size() const { return indices_.size(); }
  std::uint32_t index(std::uint32_t number) const { return indices_[number]; }
  // All numbers, in the order of their indices.
  std::vector<std::uint32_t> by_index() const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t table_limit = std::size_t{1} << 24;

  std::vector<std::uint32_t> table_;  // of small indices
  std::unordered_map<std::uint32_t, std::uint32_t> others_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace clade
