// What a data format has to give: a reader for one line in the table of data_format.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "data/read.h"
#include "data/record_block.h"
#include "data/text_chunks.h"

namespace clade {

// What a file was found to hold.
struct FileSummary {
  std::string_view name;
  std::size_t records = 0;  // left out or not
  std::size_t taken = 0;
  bool has_text = false;
};

// Reads one file. `parse` is called from several threads at once.
class FormatReader {
 public:
  virtual ~FormatReader() = default;

  // Looks at the beginning of the text: the number of bytes that belong to no record.
  virtual std::size_t read_header(const TextChunk& first) = 0;
  virtual RecordBlock parse(const TextChunk& chunk, std::string_view block) const = 0;
  // After the last block: throws where the file as a whole is wrong.
  virtual void check(const FileSummary& /*file*/) const {}
  // Whether the records of this file say which split they belong to.
  virtual bool has_splits() const { return false; }
  // Of a file that brings one along.
  virtual std::optional<Taxonomy> taxonomy() const { return std::nullopt; }
};

// `options` must outlive the reader.
using MakeReader = std::unique_ptr<FormatReader> (*)(const ReadOptions& options);

std::unique_ptr<FormatReader> make_svm_reader(const ReadOptions& options);
std::unique_ptr<FormatReader> make_jsonl_reader(const ReadOptions& options);
std::unique_ptr<FormatReader> make_tsv_reader(const ReadOptions& options);
std::unique_ptr<FormatReader> make_csv_reader(const ReadOptions& options);
std::unique_ptr<FormatReader> make_arff_reader(const ReadOptions& options);

}  // namespace clade
