#include "data/dataset.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/sparse_rows.h"

namespace clade::detail {

namespace {

std::vector<ClassId> classes_of(std::span<const LabelName> labels, const LabelSpace& label_space) {
  std::vector<ClassId> classes;
  classes.reserve(labels.size());
  for (const LabelName& label : labels) {
    const auto found = label_space.find(label.name);
    if (!found) {
      fail(ErrorKind::input, "{}: label {} is not a class{}", label.place,
           clade::detail::quoted(label.name), label_space.taxonomy().suggestion(label.name));
    }
    classes.push_back(*found);
  }
  return classes;
}

}  // namespace

Dataset::Dataset(Records records, const LabelSpace& label_space)
    : rows_(std::move(records.rows)),
      weights_(std::move(records.weights)),
      ids_(std::move(records.ids)) {
  const std::vector<ClassId> classes = classes_of(records.label_names, label_space);
  label_offsets_.reserve(records.label_offsets.size());
  labels_.reserve(records.labels.size());
  std::vector<ClassId> of_record;
  for (std::size_t i = 0; i < records.size(); ++i) {
    of_record.clear();
    for (const std::uint32_t label : records.labels_of(i)) of_record.push_back(classes[label]);
    std::sort(of_record.begin(), of_record.end());
    // Two names may mean one class: m and m__misc.
    of_record.erase(std::unique(of_record.begin(), of_record.end()), of_record.end());
    labels_.insert(labels_.end(), of_record.begin(), of_record.end());
    label_offsets_.push_back(labels_.size());
  }
}

Dataset Dataset::with_labels(std::span<const std::vector<ClassId>> labels) const {
  Dataset result = *this;
  result.labels_.clear();
  result.label_offsets_.assign(1, 0);
  for (const std::vector<ClassId>& of_example : labels) {
    result.labels_.insert(result.labels_.end(), of_example.begin(), of_example.end());
    result.label_offsets_.push_back(result.labels_.size());
  }
  return result;
}

Dataset Dataset::part(std::span<const std::size_t> examples) const {
  Dataset result;
  result.rows_ =
      std::visit([&](const auto& rows) -> Rows { return chosen_rows(rows, examples); }, rows_);
  for (const std::size_t i : examples) {
    const auto own = labels(i);
    result.labels_.insert(result.labels_.end(), own.begin(), own.end());
    result.label_offsets_.push_back(result.labels_.size());
    if (!weights_.empty()) result.weights_.push_back(weights_[i]);
    if (!ids_.empty()) result.ids_.push_back(ids_[i]);
  }
  return result;
}

bool Dataset::is_multilabel() const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (labels(i).size() > 1) return true;
  }
  return false;
}

}  // namespace clade::detail
