// One data file to blocks of records, chunk by chunk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "data/formats/format.h"
#include "data/read.h"
#include "data/record_block.h"
#include "data/text_chunks.h"

namespace clade::detail {

// The records of one chunk of text.
struct ParsedChunk {
  std::string_view file;       // its name, valid as long as the parser
  std::size_t first_line = 1;  // of the first block
  std::vector<RecordBlock> blocks;
  std::size_t replaced_bytes = 0;      // that were no UTF-8
  bool has_splits = false;             // the file says which split its records belong to
  std::optional<Taxonomy> taxonomy;    // that the file brings along
  std::optional<FieldSummary> fields;  // with the first chunk of a file
};

// The text of the records of one chunk, as it is in the file.
struct RecordTexts {
  std::string_view format;                // of the file
  std::string_view header;                // with the first chunk: what stands in front of them
  std::vector<std::string_view> records;  // those that are chosen
};

// Whether the file is text, by its name or what was asked for.
bool is_text_format(const std::filesystem::path& path, const std::string& asked);

// Whether a file can be read from any of its lines on: it is text as it is stored, and a record is
// a line.
bool has_records_as_lines(const std::filesystem::path& path, const ReadOptions& options);

// Blocks are parsed on all cores while the chunk behind them is read.
class FileParser {
 public:
  // Opens the file. The options and the pool must outlive the parser. A range is one of lines_in,
  // of a file that has_records_as_lines.
  FileParser(const std::filesystem::path& path, const ReadOptions& options, ThreadPool& pool,
             ByteRange range = {});

  // The chunk that follows; false behind the last one, after the checks of the file as a whole.
  bool next(ParsedChunk& parsed);
  // The same with the texts of its records, valid until the next call.
  bool next_texts(RecordTexts& texts);

 private:
  struct Opened;
  FileParser(Opened opened, ThreadPool& pool);
  FieldSummary fields() const;
  std::string_view pass_over_header(TextChunk& chunk);
  void look_at_header(std::string_view beginning);
  std::vector<RecordBlock> parse(const TextChunk& chunk);
  void count(const std::vector<RecordBlock>& blocks);
  void check() const;

  ThreadPool& pool_;
  const DataFormat* format_;
  std::unique_ptr<FormatReader> reader_;
  Encoding encoding_;
  TextChunks text_;
  FileSummary file_;
  bool is_whole_ = true, starts_file_ = true;
  std::size_t line_ = 1;  // of what comes next
  bool is_first_ = true;
};

}  // namespace clade::detail
