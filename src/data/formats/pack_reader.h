// The records of a pack: all at once, where they are in the file, or piece by piece among other
// files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/threads.h"
#include "data/file_parser.h"
#include "data/fingerprint.h"
#include "data/formats/pack_file.h"
#include "data/read.h"

namespace clade::detail {

// The rows stay in the file unless the options ask for others: another precision, or other numbers
// for features that have names.
Records read_pack(const std::filesystem::path& path, const ReadOptions& options, ThreadPool& pool);

// As FileParser for text: blocks of records, which are copies.
class PackParser {
 public:
  // The options and the pool must outlive the parser.
  PackParser(const std::filesystem::path& path, const ReadOptions& options, ThreadPool& pool);

  bool next(ParsedChunk& parsed);

 private:
  RecordBlock block(std::size_t begin, std::size_t end) const;
  template <class Real>
  void append_row(BasicSparseRow<Real> row, RecordBlock& block,
                  std::vector<BasicFeature<double>>& scratch) const;

  const ReadOptions& options_;
  ThreadPool& pool_;
  PackFile pack_;
  Rows rows_;
  std::vector<std::uint32_t> known_;  // by name: the number that the known names have for it
  RowFingerprints fingerprints_;      // where they are asked for
  std::size_t next_ = 0;
};

}  // namespace clade::detail
