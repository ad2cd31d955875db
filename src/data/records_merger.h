// Blocks to Records, in the order of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "data/read.h"
#include "data/record_block.h"

namespace clade {

template <class Real>
class RecordsMerger {
 public:
  // What blocks were read with; the options must outlive the merger.
  explicit RecordsMerger(const ReadOptions& options) : options_(options) {}

  // The blocks that follow, in order; `first_line` is the number of the first block's first line.
  void append(std::vector<RecordBlock<Real>> blocks, std::string_view file, std::size_t first_line,
              ThreadPool& pool);

  void add_replaced_bytes(std::size_t count) { records_.replaced_bytes += count; }
  void set_has_splits() { records_.has_splits = true; }

  std::size_t size() const { return rows_.size(); }
  const std::vector<std::string>& splits() const { return splits_.splits; }
  Records take() &&;

 private:
  void reserve(const std::vector<RecordBlock<Real>>& blocks);
  void merge_feature_names(std::vector<RecordBlock<Real>>& blocks, ThreadPool& pool);
  void append_block(const RecordBlock<Real>& block, std::string_view file, std::size_t first_line);
  void append_labels(const RecordBlock<Real>& block, std::string_view file, std::size_t first_line);
  void append_ids(const RecordBlock<Real>& block);
  void append_weights(const RecordBlock<Real>& block);
  void append_notes(const BlockNotes& notes, std::string_view file);
  std::uint32_t number_of(const typename RecordBlock<Real>::Name& name, std::string_view file,
                          std::size_t first_line);
  bool has_named_features() const;
  void check_numbers() const;

  const ReadOptions& options_;
  SparseRows<Real> rows_;
  Records records_;
  NameNumbers numbers_;
  BlockNotes splits_;
  std::size_t seen_ = 0;
  bool has_ids_ = false, has_weights_ = false;
  std::uint32_t largest_number_ = 0;
  std::string file_of_largest_number_;
};

extern template class RecordsMerger<float>;
extern template class RecordsMerger<double>;

}  // namespace clade
