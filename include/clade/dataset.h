// Examples: sparse rows, label sets, weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
  std::vector<LabelName> label_names;        // distinct, in order of first appearance
  std::vector<std::size_t> label_offsets{0};  // labels of record i: [offset i, offset i+1)
  std::vector<std::uint32_t> labels;         // indices into label_names
  std::vector<double> weights;               // empty: all 1
  std::vector<std::string> ids;              // empty: the record's number from 0

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
