// Examples: sparse rows, label sets, weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
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

template <class Real>
class SparseRows {
 public:
  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t nonzeros() const { return features_.size(); }
  BasicSparseRow<Real> row(std::size_t i) const {
    return {features_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]};
  }
  std::span<BasicFeature<Real>> row(std::size_t i) {
    return {features_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]};
  }
  void push(BasicFeature<Real> feature) { features_.push_back(feature); }
  void end_row() { offsets_.push_back(features_.size()); }
  void append(const SparseRows& other) {
    const std::size_t before = features_.size();
    features_.insert(features_.end(), other.features_.begin(), other.features_.end());
    for (std::size_t i = 1; i < other.offsets_.size(); ++i) {
      offsets_.push_back(before + other.offsets_[i]);
    }
  }
  void reserve(std::size_t rows, std::size_t nonzeros) {
    offsets_.reserve(rows + 1);
    features_.reserve(nonzeros);
  }
  // The same, growing by half at least, for rows that come in pieces.
  void make_room(std::size_t rows, std::size_t nonzeros) {
    if (rows + 1 > offsets_.capacity()) {
      offsets_.reserve(std::max(rows + 1, offsets_.capacity() * 3 / 2));
    }
    if (nonzeros > features_.capacity()) {
      features_.reserve(std::max(nonzeros, features_.capacity() * 3 / 2));
    }
  }
  // Lets `edit(row)` change every row in place; it returns how many of the row's features, from the
  // front, stay. It must not throw.
  template <class Edit>
  void edit_rows(Edit edit) {
    std::size_t begin = 0, kept = 0;
    for (std::size_t i = 1; i < offsets_.size(); ++i) {
      const std::span<BasicFeature<Real>> row{features_.data() + begin, offsets_[i] - begin};
      begin = offsets_[i];
      for (const auto& feature : row.first(edit(row))) features_[kept++] = feature;
      offsets_[i] = kept;
    }
    features_.resize(kept);
  }

 private:
  std::vector<std::size_t> offsets_{0};
  std::vector<BasicFeature<Real>> features_;
};

// Chosen once per run: float by default, double where the tolerance asks for it.
enum class Precision { single, double_ };
using Rows = std::variant<SparseRows<float>, SparseRows<double>>;

// What readers give: rows and labels by name, before there is a label space.
struct Records {
  Rows rows;
  std::vector<LabelName> label_names;         // distinct, in order of first appearance
  std::vector<std::size_t> label_offsets{0};  // labels of record i: [offset i, offset i+1)
  std::vector<std::uint32_t> labels;          // indices into label_names
  std::vector<double> weights;                // empty: all 1
  std::vector<std::string> ids;               // empty: the record's number from 0

  // The named features of the rows, by index. Empty where the names were given (frozen): then the
  // rows use the given ones, and what they do not have is left out and counted.
  FeatureNames names;
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

 private:
  Rows rows_;
  std::vector<std::size_t> label_offsets_{0};
  std::vector<ClassId> labels_;
  std::vector<double> weights_;
  std::vector<std::string> ids_;
};

}  // namespace clade
