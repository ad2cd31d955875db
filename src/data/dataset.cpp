#include "data/dataset.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/sparse_rows.h"

namespace clade::detail {

namespace {

// The class of a label; where labels are closed, those of all nodes above it, too.
std::vector<ClassId> classes_for(ClassId label, const LabelSpace& label_space) {
  std::vector<ClassId> classes{label};
  if (label_space.mode() != LabelNodes::closed) return classes;
  const NodeId node = label_space.node(label);
  for (const NodeId above : label_space.taxonomy().ancestor_set(node)) {
    const auto found = label_space.class_at(above);
    if (found && above != node && above != label_space.taxonomy().root()) classes.push_back(*found);
  }
  return classes;
}

// By label.
std::vector<std::vector<ClassId>> classes_of(std::span<const LabelName> labels,
                                             const LabelSpace& label_space) {
  std::vector<std::vector<ClassId>> classes;
  classes.reserve(labels.size());
  for (const LabelName& label : labels) {
    const auto found = label_space.find(label.name);
    if (!found) {
      fail(ErrorKind::input, "{}: label {} is not a class{}", label.place,
           clade::detail::quoted(label.name), label_space.taxonomy().suggestion(label.name));
    }
    classes.push_back(classes_for(*found, label_space));
  }
  return classes;
}

}  // namespace

Dataset::Dataset(Records records, const LabelSpace& label_space)
    : rows_(std::move(records.rows)),
      weights_(std::move(records.weights)),
      ids_(std::move(records.ids)),
      has_text_(records.has_text) {
  const std::vector<std::vector<ClassId>> classes = classes_of(records.label_names, label_space);
  label_offsets_.reserve(records.label_offsets.size());
  labels_.reserve(records.labels.size());
  std::vector<ClassId> of_record;
  for (std::size_t i = 0; i < records.size(); ++i) {
    of_record.clear();
    for (const std::uint32_t label : records.labels_of(i)) {
      of_record.insert(of_record.end(), classes[label].begin(), classes[label].end());
    }
    std::sort(of_record.begin(), of_record.end());
    // Two names may mean one class, m and m__misc, or have nodes above them in common.
    of_record.erase(std::unique(of_record.begin(), of_record.end()), of_record.end());
    labels_.insert(labels_.end(), of_record.begin(), of_record.end());
    label_offsets_.push_back(labels_.size());
  }
}

Dataset Dataset::with_labels(std::span<const std::vector<ClassId>> labels) const {
  Dataset result = *this;
  result.whole_.reset();
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
  result.has_text_ = has_text_;
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
  if (whole_) return whole_->with_several > 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (labels(i).size() > 1) return true;
  }
  return false;
}

}  // namespace clade::detail
