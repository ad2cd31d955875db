// Examples: sparse rows, label sets, weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "clade/feature_names.h"
#include "clade/label_space.h"

namespace clade {

template <class Real>
struct BasicFeature {
  std::uint32_t index;  // from 1, as in the file; 0 is the constant feature of --bias feature
  Real value;
};
using Feature = BasicFeature<float>;

template <class Real>
using BasicSparseRow = std::span<const BasicFeature<Real>>;  // sorted by index, no duplicates
using SparseRow = BasicSparseRow<float>;

// realloc for what may become very large: the system is asked for large pages, as most of the time
// of filling new memory goes into its pages. Null where there is not enough.
void* resized_memory(void* old, std::size_t bytes) noexcept;

// A vector of plain values that grows by resized_memory: large ones move by page tables and are
// not copied. It may also borrow values that lie elsewhere, such as in a mapped file: copies of it
// borrow as well, and whoever changes it changes a copy of the values.
template <class T>
class PlainArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PlainArray() = default;
  PlainArray(const PlainArray& other) {
    if (other.is_borrowed()) {
      data_ = Data(other.data_.get(), other.data_.get_deleter());
      size_ = other.size_;
    } else {
      append(other);
    }
  }
  PlainArray(PlainArray&& other) noexcept
      : data_(std::move(other.data_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  PlainArray& operator=(PlainArray other) noexcept {
    data_ = std::move(other.data_);
    size_ = other.size_;
    capacity_ = other.capacity_;
    return *this;
  }
  ~PlainArray() = default;

  // The values stay where they are as long as `owner` lives.
  static PlainArray borrowed(std::span<const T> values, std::shared_ptr<const void> owner) {
    PlainArray array;
    array.data_ = Data(const_cast<T*>(values.data()), Free{std::move(owner)});
    array.size_ = values.size();
    return array;
  }

  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  bool is_borrowed() const { return data_.get_deleter().owner != nullptr; }
  // The values, for writing.
  T* change() {
    if (is_borrowed()) make_own(size_);
    return data_.get();
  }

  void push_back(T value) {
    if (size_ == capacity_) make_room(size_ + 1);
    data_.get()[size_++] = value;
  }
  void append(const PlainArray& other) {
    if (other.size_ == 0) return;
    make_room(size_ + other.size_);
    std::memcpy(data_.get() + size_, other.data(), other.size_ * sizeof(T));
    size_ += other.size_;
  }
  // Keeps the first `size` values.
  void shrink(std::size_t size) { size_ = size; }

  void reserve(std::size_t capacity) {
    if (is_borrowed()) return make_own(std::max(capacity, size_));
    if (capacity <= capacity_) return;
    void* grown = resized(data_.get(), capacity);
    static_cast<void>(data_.release());
    data_.reset(static_cast<T*>(grown));
    capacity_ = capacity;
  }
  // The same, growing to the double at least: memory that is not used yet costs nothing.
  void make_room(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
  }

 private:
  struct Free {
    std::shared_ptr<const void> owner;  // of borrowed values
    void operator()(T* p) const {
      if (owner == nullptr) std::free(p);
    }
  };
  using Data = std::unique_ptr<T, Free>;

  static void* resized(void* old, std::size_t capacity) {
    if (capacity > ~std::size_t{0} / 2 / sizeof(T)) throw std::bad_alloc();
    void* grown = resized_memory(old, capacity * sizeof(T));
    if (grown == nullptr) throw std::bad_alloc();
    return grown;
  }
  void make_own(std::size_t capacity) {
    Data own(static_cast<T*>(resized(nullptr, std::max<std::size_t>(1, capacity))), Free{});
    std::copy(data_.get(), data_.get() + size_, own.get());
    data_ = std::move(own);
    capacity_ = capacity;
  }

  Data data_;
  std::size_t size_ = 0, capacity_ = 0;  // no capacity while the values are borrowed
};

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

// Chosen once per run: float by default, double where the tolerance asks for it.
enum class Precision { single, double_ };
using Rows = std::variant<SparseRows<float>, SparseRows<double>>;

// How a text begins, for people to read.
struct TextBeginning {
  std::string text;
  bool is_cut = false;  // it goes on
};

// What readers give: rows and labels by name, before there is a label space.
struct Records {
  Rows rows;
  std::vector<LabelName> label_names;         // distinct, in order of first appearance
  std::vector<std::size_t> label_offsets{0};  // labels of record i: [offset i, offset i+1)
  std::vector<std::uint32_t> labels;          // indices into label_names
  std::vector<double> weights;                // empty: all 1
  std::vector<std::string> ids;               // empty: the record's number from 0
  std::vector<TextBeginning> beginnings;      // empty: not asked for, or there are no texts

  // The named features of the rows, by index. Empty where known names were given: rows use those,
  // and all others are left out and counted. Empty in a piece of a RecordStream, which keeps the
  // names.
  FeatureNames names;
  std::optional<Taxonomy> taxonomy;  // where the files bring one along (.arff)
  std::size_t unknown_features = 0;  // values and occurrences of words
  bool has_text = false;             // some record has a text, whether it was analysed or not
  bool has_splits = false;           // some file says which split its records belong to
  std::size_t replaced_bytes = 0;    // that were no UTF-8 and were read as '?'

  std::size_t size() const { return label_offsets.size() - 1; }
  std::span<const std::uint32_t> labels_of(std::size_t i) const {
    return {labels.data() + label_offsets[i], label_offsets[i + 1] - label_offsets[i]};
  }
};

class Dataset {
 public:
  // Every label of the records must be a class of the label space.
  Dataset(Records records, const LabelSpace& label_space);

  std::size_t size() const { return label_offsets_.size() - 1; }
  const Rows& rows() const { return rows_; }
  Rows& rows() { return rows_; }
  // Sorted, without duplicates; empty for an unlabelled example.
  std::span<const ClassId> labels(std::size_t i) const {
    return {labels_.data() + label_offsets_[i], label_offsets_[i + 1] - label_offsets_[i]};
  }
  double weight(std::size_t i) const { return weights_.empty() ? 1.0 : weights_[i]; }
  std::string id(std::size_t i) const { return ids_.empty() ? std::to_string(i) : ids_[i]; }
  bool is_multilabel() const;  // some example has several labels
  // The same examples with other labels, one sorted list each.
  Dataset with_labels(std::span<const std::vector<ClassId>> labels) const;
  // Some of the examples, in this order.
  Dataset part(std::span<const std::size_t> examples) const;

 private:
  Dataset() = default;

  Rows rows_;
  std::vector<std::size_t> label_offsets_{0};
  std::vector<ClassId> labels_;
  std::vector<double> weights_;
  std::vector<std::string> ids_;
};

}  // namespace clade
