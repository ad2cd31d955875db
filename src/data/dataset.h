// Examples: sparse rows, label sets, weights.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "clade/label_space.h"
#include "data/records.h"

namespace clade::detail {

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
  bool is_multilabel() const;                  // some example has several labels
  bool has_text() const { return has_text_; }  // rows are terms of texts, at least in part
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
  bool has_text_ = false;
};

}  // namespace clade::detail
