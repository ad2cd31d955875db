// Rows of different length in one array.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/state.h"

namespace clade::detail {

template <class T>
class Csr {
 public:
  Csr() = default;
  // Rows of these lengths, to be filled in.
  template <class Sizes>
  static Csr of_sizes(const Sizes& sizes) {
    Csr csr;
    csr.offsets_.reserve(sizes.size() + 1);
    for (const auto size : sizes) csr.offsets_.push_back(csr.offsets_.back() + size);
    csr.values_.resize(csr.offsets_.back());
    return csr;
  }

  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t total() const { return values_.size(); }
  std::span<const T> row(std::size_t i) const {
    return {values_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]};
  }
  std::span<T> row(std::size_t i) {
    return {values_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]};
  }

  // Appends to the row that is being built; end_row closes it.
  void push(const T& value) { values_.push_back(value); }
  void end_row() { offsets_.push_back(values_.size()); }
  template <class Range>
  void push_row(const Range& range) {
    values_.insert(values_.end(), range.begin(), range.end());
    end_row();
  }
  void reserve(std::size_t rows, std::size_t total) {
    offsets_.reserve(rows + 1);
    values_.reserve(total);
  }

  std::span<const std::size_t> offsets() const { return offsets_; }
  std::span<const T> values() const { return values_; }

  void state(State& s) { s(offsets_, values_); }

 private:
  std::vector<std::size_t> offsets_{0};
  std::vector<T> values_;
};

}  // namespace clade::detail
