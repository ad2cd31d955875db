// Sparse rows one after the other, in single or double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "clade/features.h"
#include "data/plain_array.h"

namespace clade {

template <class Real>
class SparseRows {
 public:
  SparseRows() { offsets_.push_back(0); }
  // Rows that lie elsewhere: row i is [offsets[i], offsets[i + 1]) of the features.
  SparseRows(PlainArray<std::size_t> offsets, PlainArray<BasicFeature<Real>> features)
      : offsets_(std::move(offsets)), features_(std::move(features)) {}

  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t nonzeros() const { return features_.size(); }
  bool are_borrowed() const { return features_.is_borrowed(); }
  BasicSparseRow<Real> row(std::size_t i) const {
    const std::size_t* place = offsets_.data() + i;
    return {features_.data() + place[0], place[1] - place[0]};
  }
  // For writing: the features stay sorted.
  std::span<BasicFeature<Real>> change_row(std::size_t i) {
    numbered_.reset();
    const std::size_t* place = offsets_.data() + i;
    return {features_.change() + place[0], place[1] - place[0]};
  }
  void prefetch_place(std::size_t i) const { __builtin_prefetch(offsets_.data() + i); }
  void push(BasicFeature<Real> feature) { features_.push_back(feature); }
  void end_row() {
    numbered_.reset();
    offsets_.push_back(features_.size());
  }
  void append(const SparseRows& other) {
    numbered_.reset();
    const std::size_t before = features_.size();
    features_.append(other.features_);
    offsets_.make_room(offsets_.size() + other.size());
    for (std::size_t i = 1; i < other.offsets_.size(); ++i) {
      offsets_.push_back(before + other.offsets_.data()[i]);
    }
  }
  void reserve(std::size_t rows, std::size_t nonzeros) {
    offsets_.reserve(rows + 1);
    features_.reserve(nonzeros);
  }
  // The same, growing by a good part, for rows that come in pieces.
  void make_room(std::size_t rows, std::size_t nonzeros) {
    offsets_.make_room(rows + 1);
    features_.make_room(nonzeros);
  }
  // Lets `edit(row)` change every row in place; it returns how many of the row's features, from the
  // front, stay. It must not throw.
  template <class Edit>
  void edit_rows(Edit edit) {
    numbered_.reset();
    std::size_t* offsets = offsets_.change();
    BasicFeature<Real>* features = features_.change();
    std::size_t begin = 0, kept = 0;
    for (std::size_t i = 1; i < offsets_.size(); ++i) {
      const std::span<BasicFeature<Real>> row{features + begin, offsets[i] - begin};
      begin = offsets[i];
      for (const auto& feature : row.first(edit(row))) features[kept++] = feature;
      offsets[i] = kept;
    }
    features_.shrink(kept);
  }

  // The same rows with features numbered without gaps, in the order of their indices, which is what
  // training needs; null where nobody has made them beforehand.
  struct Numbered;
  const std::shared_ptr<const Numbered>& numbered() const { return numbered_; }
  void set_numbered(std::shared_ptr<const Numbered> rows) { numbered_ = std::move(rows); }

 private:
  PlainArray<std::size_t> offsets_;
  PlainArray<BasicFeature<Real>> features_;
  std::shared_ptr<const Numbered> numbered_;  // not after a change
};

template <class Real>
struct SparseRows<Real>::Numbered {
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

}  // namespace clade
