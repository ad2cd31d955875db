// What a data format gives: a line in the table of format.cpp, a cutter and a reader.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/read.h"
#include "data/record_block.h"
#include "data/text_chunks.h"

namespace clade::detail {

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

// Line ends inside quotes belong to the record (RFC 4180).
std::vector<std::size_t> cut_csv(std::string_view text, std::size_t block_size);

// A record is a line; a header of ARFF in front of the first one is in the same block as it.
std::vector<std::size_t> cut_arff(std::string_view text, std::size_t block_size);

struct DataFormat {
  std::string_view name;
  std::array<std::string_view, 2> other_names;  // taken as file endings and by `format` as well
  Cutter cut;
  bool replaces_invalid_utf8;  // for formats whose texts may have any content
  MakeReader make_reader;

  bool is_pack() const { return cut == nullptr; }  // it is no text
};

// The format that was asked for; where `asked` is empty, the one that the file's name tells (svm
// for standard input). Error{usage} where there is none.
const DataFormat& format_of(const std::filesystem::path& path, const std::string& asked);

}  // namespace clade::detail
