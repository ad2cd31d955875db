// The features that a model knows, numbered without gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "data/sparse_rows.h"

namespace clade::detail {

// Files may use any index up to 2^32 - 2; weights have one row per feature that training saw.
class FeatureIndex {
 public:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t constant = 0;  // of `bias=feature`: value 1 everywhere

  FeatureIndex() = default;
  // `indices` sorted, without duplicates.
  explicit FeatureIndex(std::vector<std::uint32_t> indices);
  template <class Real>
  static FeatureIndex of(const SparseRows<Real>& rows, bool with_constant);

  std::size_t size() const { return indices_.size(); }
  std::span<const std::uint32_t> indices() const { return indices_; }
  bool has_constant() const { return !indices_.empty() && indices_.front() == constant; }
  // The number of the feature, or `unknown`.
  std::uint32_t find(std::uint32_t index) const;

 private:
  // The numbers of features by index - first, where the indices from there on are dense enough for
  // a table.
  struct Table {
    std::uint32_t first = 0;
    std::vector<std::uint32_t> numbers;
  };
  Table make_table(std::size_t begin, std::size_t end, std::uint32_t first) const;

  std::vector<std::uint32_t> indices_;
  Table numbered_, named_;  // below and from FeatureNames::first_index on
};

// The row in a model's numbers: unknown features are left out (returns how many), and the constant
// feature comes first if the index has it.
template <class From, class To>
std::size_t map_to_model(BasicSparseRow<From> row, const FeatureIndex& index,
                         std::vector<BasicFeature<To>>& out) {
  out.clear();
  if (index.has_constant()) out.push_back({0, To{1}});
  std::size_t unknown = 0;
  for (const auto& f : row) {
    const std::uint32_t number = index.find(f.index);
    if (number == FeatureIndex::unknown) {
      ++unknown;
    } else {
      out.push_back({number, static_cast<To>(f.value)});
    }
  }
  return unknown;
}

// Numbers for features in the order in which they first come, for learning from a stream.
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

}  // namespace clade::detail
