// What one block of text gives, and how blocks become Records in the order of the text.
//
// Readers cut their text into blocks that follow from the text alone and parse them on all cores;
// merging in block order then gives the same Records for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clade/dataset.h"

namespace clade {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};
using NameNumbers = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

template <class Real>
class RecordBlock {
 public:
  struct Name {
    std::string name;
    std::size_t line, column;  // of the first appearance; the line counts from 0 in this block
  };

  // A label of the record that is being built; taken once. True for a name that is new here.
  bool add_label(std::string_view name, std::size_t column);
  void add_feature(std::uint32_t index, Real value) { rows_.push({index, value}); }
  void end_record();
  void end_line() { ++lines_; }
  void reserve_features(std::size_t count) { rows_.reserve(0, count); }

  std::size_t size() const { return rows_.size(); }
  std::size_t lines() const { return lines_; }
  const SparseRows<Real>& rows() const { return rows_; }
  const std::vector<Name>& names() const { return names_; }
  const std::vector<std::size_t>& label_offsets() const { return label_offsets_; }
  const std::vector<std::uint32_t>& labels() const { return labels_; }

 private:
  SparseRows<Real> rows_;
  std::vector<Name> names_;
  NameNumbers numbers_;
  std::vector<std::size_t> last_record_;  // by name: the last record that has it
  std::vector<std::size_t> label_offsets_{0};
  std::vector<std::uint32_t> labels_;
  std::size_t lines_ = 0;
};

template <class Real>
class RecordsMerger {
 public:
  // The blocks of one file, in order; `first_line` is the number of the first block's first line.
  void append(std::vector<RecordBlock<Real>> blocks, const std::string& file,
              std::size_t first_line);
  std::size_t size() const { return records_.size(); }
  Records take() &&;

 private:
  void append(const RecordBlock<Real>& block, const std::string& file, std::size_t first_line);
  std::uint32_t number_of(const typename RecordBlock<Real>::Name& name, const std::string& file,
                          std::size_t first_line);

  SparseRows<Real> rows_;
  Records records_;
  NameNumbers numbers_;
};

extern template class RecordBlock<float>;
extern template class RecordBlock<double>;
extern template class RecordsMerger<float>;
extern template class RecordsMerger<double>;

}  // namespace clade
