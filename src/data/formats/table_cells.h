// The cells of one record of .tsv or .csv text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/fields.h"
#include "data/text_chunks.h"

namespace clade::detail {

struct Cell {
  std::string_view text;   // without quotes and escapes; valid until the next record is read
  std::string_view place;  // the part of the chunk that it was read from
};

// How cells are written.
struct TableStyle {
  char delimiter = ',';
  bool has_quotes = true;  // RFC 4180; else \t \n \\ are escapes

  static TableStyle tsv() { return {'\t', false}; }
  static TableStyle csv(char delimiter) { return {delimiter, true}; }
};

// What stands between the columns of a table with quotes, by its first records; nothing where they
// do not look like a table. Fields that are asked for decide.
std::optional<char> find_delimiter(std::string_view beginning, const FieldOptions& asked,
                                   const FieldOptions& remembered);

// Blocks of whole records: line ends inside quotes belong to the record.
Cutter cutter_of(TableStyle style);

// Reads records one after the other.
class TableCells {
 public:
  TableCells(TableStyle style, const TextChunk& chunk, std::string_view text)
      : style_(style), chunk_(chunk), at_(text.data()), end_(text.data() + text.size()) {}

  // Goes to the next record; false at the end of the text. Error{input} for wrong quotes.
  bool next();
  const std::vector<Cell>& cells() const { return cells_; }
  // Nothing is in any cell, as on an empty line and in an empty row of a spreadsheet.
  bool is_blank() const {
    return std::all_of(cells_.begin(), cells_.end(),
                       [](const Cell& cell) { return cell.text.empty(); });
  }
  const char* position() const { return at_; }  // behind the record
  std::size_t lines() const { return lines_; }  // up to there

 private:
  void read_line_of_tsv();
  void read_record_of_csv();
  void read_quoted();
  void read_unquoted();
  void add(std::string_view place) { cells_.push_back({place, place}); }
  std::string& scratch();

  TableStyle style_;
  const TextChunk& chunk_;
  const char* at_;
  const char* end_;
  std::size_t lines_ = 0;
  std::vector<Cell> cells_;
  // Texts that differ from what is written, by cell; never shrinks, so that memory is reused.
  std::vector<std::string> scratch_;
};

}  // namespace clade::detail
