// Parsed chunks to Records, in the order of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "data/file_parser.h"
#include "data/read.h"
#include "data/record_block.h"

namespace clade::detail {

class RecordsMerger {
 public:
  // What blocks were read with; the options must outlive the merger.
  explicit RecordsMerger(const ReadOptions& options)
      : options_(options), rows_(make_rows(options.precision)) {
    if (options.first_names != nullptr) names_ = *options.first_names;
  }

  // Room for so many records and values of rows, where that is known.
  void reserve(std::size_t records, std::size_t values);

  // The chunk that follows.
  void append(ParsedChunk chunk, ThreadPool& pool);

  // What was appended since the last time; Records::names stays empty, as later pieces go on with
  // the same names.
  Records take_piece();
  // The same with the names, which begin anew.
  Records take_rest();

  // Of all pieces:
  std::size_t taken() const { return taken_; }
  const std::vector<std::string>& splits() const { return splits_.splits; }
  const FeatureNames& names() const { return names_; }

 private:
  void take_taxonomy(const Taxonomy& taxonomy, std::string_view file);
  void reserve_for(const std::vector<RecordBlock>& blocks);
  void merge_feature_names(std::vector<RecordBlock>& blocks, ThreadPool& pool);
  void append_block(const RecordBlock& block, std::string_view file, std::size_t first_line);
  void append_labels(const RecordBlock& block, std::string_view file, std::size_t first_line);
  void append_ids(const RecordBlock& block);
  void append_weights(const RecordBlock& block);
  void append_snippets(const RecordBlock& block);
  void append_notes(const BlockNotes& notes, std::string_view file);
  std::uint32_t number_of(const RecordBlock::Name& name, std::string_view file,
                          std::size_t first_line);
  bool has_named_features() const;
  void check_numbers() const;

  const ReadOptions& options_;

  // The piece.
  Rows rows_;
  Records records_;
  NameNumbers numbers_;
  bool has_ids_ = false, has_weights_ = false;

  // All pieces: nothing here may grow with the number of records.
  FeatureNames names_;
  BlockNotes splits_;
  std::size_t seen_ = 0, taken_ = 0;
  bool has_text_ = false;
  std::uint32_t largest_number_ = 0;
  std::string file_of_largest_number_;
};

}  // namespace clade::detail
