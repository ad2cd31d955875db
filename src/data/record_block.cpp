#include "data/record_block.h"

#include <fmt/core.h>

namespace clade {

template <class Real>
bool RecordBlock<Real>::add_label(std::string_view name, std::size_t column) {
  const std::size_t record = size();
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) {
    // A record may have very many labels, so duplicates are found by stamps, not by search.
    if (std::exchange(last_record_[known->second], record) != record) {
      labels_.push_back(known->second);
    }
    return false;
  }
  const auto number = static_cast<std::uint32_t>(names_.size());
  numbers_.emplace(name, number);
  names_.push_back({std::string(name), lines_, column});
  last_record_.push_back(record);
  labels_.push_back(number);
  return true;
}

template <class Real>
void RecordBlock<Real>::end_record() {
  rows_.end_row();
  label_offsets_.push_back(labels_.size());
}

template <class Real>
void RecordsMerger<Real>::append(std::vector<RecordBlock<Real>> blocks, const std::string& file,
                                 std::size_t first_line) {
  std::size_t rows = rows_.size(), nonzeros = rows_.nonzeros(), labels = records_.labels.size();
  for (const auto& block : blocks) {
    rows += block.size();
    nonzeros += block.rows().nonzeros();
    labels += block.labels().size();
  }
  rows_.reserve(rows, nonzeros);
  records_.label_offsets.reserve(rows + 1);
  records_.labels.reserve(labels);
  for (auto& block : blocks) {
    const RecordBlock<Real> taken = std::exchange(block, {});  // frees it on the way
    append(taken, file, first_line);
    first_line += taken.lines();
  }
}

template <class Real>
void RecordsMerger<Real>::append(const RecordBlock<Real>& block, const std::string& file,
                                 std::size_t first_line) {
  std::vector<std::uint32_t> number_of_name;
  number_of_name.reserve(block.names().size());
  for (const auto& name : block.names()) {
    number_of_name.push_back(number_of(name, file, first_line));
  }
  const std::size_t before = records_.labels.size();
  for (const std::uint32_t label : block.labels()) {
    records_.labels.push_back(number_of_name[label]);
  }
  for (std::size_t i = 1; i < block.label_offsets().size(); ++i) {
    records_.label_offsets.push_back(before + block.label_offsets()[i]);
  }
  rows_.append(block.rows());
}

template <class Real>
std::uint32_t RecordsMerger<Real>::number_of(const typename RecordBlock<Real>::Name& name,
                                             const std::string& file, std::size_t first_line) {
  const auto next = static_cast<std::uint32_t>(records_.label_names.size());
  const auto [entry, is_new] = numbers_.try_emplace(name.name, next);
  if (is_new) {
    records_.label_names.push_back(
        {name.name, fmt::format("{}:{}:{}", file, first_line + name.line, name.column)});
  }
  return entry->second;
}

template <class Real>
Records RecordsMerger<Real>::take() && {
  records_.rows = std::move(rows_);
  return std::move(records_);
}

template class RecordBlock<float>;
template class RecordBlock<double>;
template class RecordsMerger<float>;
template class RecordsMerger<double>;

}  // namespace clade
