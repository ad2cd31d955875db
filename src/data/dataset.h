// Examples: sparse rows, label sets, weights.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clade/label_space.h"
#include "data/records.h"

namespace clade::detail {

// What is known of all examples where a data set holds those of one rank among several.
struct WholeData {
  std::size_t size = 0;
  std::size_t with_several = 0;           // examples that have several labels
  double weight = 0;                      // of all examples
  std::vector<double> examples_of_class;  // by class
  std::vector<double> weight_of_class;    // of its examples
};

class Dataset {
 public:
  struct Labels {
    std::vector<std::size_t> offsets{0};  // those of example i are [offset i, offset i + 1)
    std::vector<ClassId> classes;
  };
  // The labels of an example are sorted, without duplicates; `weights` may be empty.
  Dataset(Rows rows, Labels labels, std::vector<double> weights, bool has_text)
      : rows_(std::move(rows)),
        label_offsets_(std::move(labels.offsets)),
        labels_(std::move(labels.classes)),
        weights_(std::move(weights)),
        has_text_(has_text) {}
  // Every label of the records must be a class of the label space.
  Dataset(Records records, const LabelSpace& label_space);

  std::size_t size() const { return label_offsets_.size() - 1; }
  // Of the ranks together; null where these are all examples.
  const WholeData* whole() const { return whole_ ? &*whole_ : nullptr; }
  void set_whole(WholeData whole) { whole_ = std::move(whole); }
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
  std::optional<WholeData> whole_;
};

}  // namespace clade::detail
