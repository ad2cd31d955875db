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

  // How the text is cut into records.
  virtual Cutter cutter() const { return &cut_lines; }

  // Looks at the beginning of the text: the number of bytes that belong to no record.
  virtual std::size_t read_header(const TextChunk& first) = 0;
  virtual RecordBlock parse(const TextChunk& chunk, std::string_view block) const = 0;
  // After the last block: throws where the file as a whole is wrong.
  virtual void check(const FileSummary& /*file*/) const {}
  // Whether the records of this file say which split they belong to.
  virtual bool has_splits() const { return false; }
  // Of a file that brings one along.
  virtual std::optional<Taxonomy> taxonomy() const { return std::nullopt; }
  // What its fields are, after read_header; the caller adds the names of file and format.
  virtual FieldSummary fields() const { return {}; }
};

// `options` must outlive the reader; `beginning` is what the text begins with.
using MakeReader = std::unique_ptr<FormatReader> (*)(const ReadOptions& options,
                                                     std::string_view beginning);

std::unique_ptr<FormatReader> make_svm_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_jsonl_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_tsv_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_csv_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_arff_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_fasttext_reader(const ReadOptions&, std::string_view beginning);
std::unique_ptr<FormatReader> make_text_reader(const ReadOptions&, std::string_view beginning);

// A record is a line; a header of ARFF in front of the first one is in the same block as it.
std::vector<std::size_t> cut_arff(std::string_view text, std::size_t block_size);

struct DataFormat {
  enum class Kind { text, pack, numpy };
  std::string_view name;
  std::array<std::string_view, 2> other_names;  // taken as file endings and by `format` as well
  Kind kind;
  bool has_fields;                 // which have names
  bool replaces_invalid_utf8;      // for formats whose texts may have any content
  MakeReader make_reader;          // of text
  bool records_are_lines = false;  // each by itself, without a header that names columns
};

// The format that was asked for; where `asked` is empty, the one that the file's name tells; null
// where it tells none. Error{usage} for an unknown one that was asked for.
const DataFormat* format_by_name(const std::filesystem::path& path, const std::string& asked);
// The format by what a text begins with. Error{usage} where that tells none.
const DataFormat& format_of_text(std::string_view name, std::string_view beginning,
                                 const ReadOptions& options);
// Error{input} for what is no text, as a workbook of a spreadsheet program; `is_named` where the
// format does not follow from the content.
void check_is_text(std::string_view name, std::string_view beginning, bool is_named);
// Error{usage} where a format without named fields is asked for some.
void check_no_fields(const DataFormat& format, std::string_view file, const FieldOptions& fields);

}  // namespace clade::detail
