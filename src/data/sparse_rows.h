// Sparse rows one after the other, in single or double precision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "clade/features.h"
#include "data/plain_array.h"

namespace clade::detail {

template <class Real>
struct CompactRows;

template <class Real>
class SparseRows {
 public:
  SparseRows() { offsets_.push_back(0); }
  // Row i is [offsets[i], offsets[i + 1]) of the features; both may be views.
  SparseRows(PlainArray<std::size_t> offsets, PlainArray<BasicFeature<Real>> features)
      : offsets_(std::move(offsets)), features_(std::move(features)) {}

  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t nonzeros() const { return features_.size(); }
  bool is_view() const { return features_.is_view(); }
  BasicSparseRow<Real> row(std::size_t i) const {
    const std::size_t* place = offsets_.data() + i;
    return {features_.data() + place[0], place[1] - place[0]};
  }
  // For writing: the features stay sorted.
  std::span<BasicFeature<Real>> mutable_row(std::size_t i) {
    compact_.reset();
    const std::size_t* place = offsets_.data() + i;
    return {features_.mutable_data() + place[0], place[1] - place[0]};
  }
  void prefetch_place(std::size_t i) const { __builtin_prefetch(offsets_.data() + i); }
  void push(BasicFeature<Real> feature) { features_.push_back(feature); }
  void end_row() {
    compact_.reset();
    offsets_.push_back(features_.size());
  }
  void append(const SparseRows& other) {
    compact_.reset();
    const std::size_t before = features_.size();
    features_.append(other.features_);
    offsets_.reserve_at_least(offsets_.size() + other.size());
    for (std::size_t i = 1; i < other.offsets_.size(); ++i) {
      offsets_.push_back(before + other.offsets_.data()[i]);
    }
  }
  void reserve(std::size_t rows, std::size_t nonzeros) {
    offsets_.reserve(rows + 1);
    features_.reserve(nonzeros);
  }
  // The same, but capacity at least doubles: for rows that come in pieces.
  void reserve_at_least(std::size_t rows, std::size_t nonzeros) {
    offsets_.reserve_at_least(rows + 1);
    features_.reserve_at_least(nonzeros);
  }
  // Calls edit(row) for every row, to change it in place; it returns how many of the row's
  // features, from the front, are kept. It must not throw; with a pool it is called on all cores.
  template <class Edit>
  void edit_rows(Edit edit, ThreadPool* pool = nullptr) {
    compact_.reset();
    std::size_t* offsets = offsets_.mutable_data();
    BasicFeature<Real>* features = features_.mutable_data();
    if (pool == nullptr || pool->size() == 1) {
      return features_.shrink(edit_range(edit, offsets, features, 0, size()));
    }
    // Each range closes its own gaps; then the ranges move together.
    constexpr std::size_t grain = 256;
    std::vector<std::size_t> begins(size() / grain + 2), ends(begins.size());
    for (std::size_t r = 0; r * grain < size(); ++r) begins[r] = offsets[r * grain];
    pool->for_ranges(size(), grain, [&](std::size_t first, std::size_t last) {
      const std::size_t begin = begins[first / grain];
      ends[first / grain] = edit_range(edit, offsets, features, first, last, begin);
    });
    std::size_t kept = 0;
    for (std::size_t first = 0; first < size(); first += grain) {
      const std::size_t begin = begins[first / grain], end = ends[first / grain];
      const std::size_t gap = begin - kept;
      if (gap > 0) std::copy(features + begin, features + end, features + kept);
      for (std::size_t i = first; i < std::min(first + grain, size()); ++i) offsets[i + 1] -= gap;
      kept += end - begin;
    }
    features_.shrink(kept);
  }

  // The rows as training needs them, if they were prepared (in a pack); null otherwise.
  const std::shared_ptr<const CompactRows<Real>>& compact() const { return compact_; }
  void set_compact(std::shared_ptr<const CompactRows<Real>> rows) { compact_ = std::move(rows); }

 private:
  // Edits the rows of a range, whose features begin at `begin`; returns where they end afterwards.
  template <class Edit>
  static std::size_t edit_range(Edit& edit, std::size_t* offsets, BasicFeature<Real>* features,
                                std::size_t first, std::size_t last, std::size_t begin = 0) {
    std::size_t kept = begin;
    for (std::size_t i = first; i < last; ++i) {
      const std::span<BasicFeature<Real>> row{features + begin, offsets[i + 1] - begin};
      begin = offsets[i + 1];
      const std::size_t size = edit(row);
      if (kept != begin - row.size())
        std::copy(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size), features + kept);
      kept += size;
      offsets[i + 1] = kept;
    }
    return kept;
  }

  PlainArray<std::size_t> offsets_;
  PlainArray<BasicFeature<Real>> features_;
  std::shared_ptr<const CompactRows<Real>> compact_;  // dropped when the rows change
};

// The same rows with features numbered without gaps, in the order of their indices.
template <class Real>
struct CompactRows {
  std::vector<std::uint32_t> indices;  // by number
  SparseRows<Real> rows;
};

using Rows = std::variant<SparseRows<float>, SparseRows<double>>;

inline Rows make_rows(Precision precision) {
  if (precision == Precision::single) return SparseRows<float>();
  return SparseRows<double>();
}
inline Precision precision_of(const Rows& rows) {
  return std::holds_alternative<SparseRows<float>>(rows) ? Precision::single : Precision::double_;
}

// Some of the rows, in this order.
template <class Real>
SparseRows<Real> chosen_rows(const SparseRows<Real>& rows, std::span<const std::size_t> indices) {
  std::size_t nonzeros = 0;
  for (const std::size_t i : indices) nonzeros += rows.row(i).size();
  SparseRows<Real> result;
  result.reserve(indices.size(), nonzeros);
  for (const std::size_t i : indices) {
    for (const BasicFeature<Real>& feature : rows.row(i)) result.push(feature);
    result.end_row();
  }
  return result;
}

}  // namespace clade::detail
