// The cells of one record of .tsv or .csv text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/text_chunks.h"

namespace clade::detail {

struct Cell {
  std::string_view text;   // without quotes and escapes; valid until the next record is read
  std::string_view place;  // the part of the chunk that it was read from
};

enum class TableKind {
  tsv,  // no quoting; \t \n \\ are escapes
  csv,  // RFC 4180
};

// Reads records one after the other.
class TableCells {
 public:
  TableCells(TableKind kind, const TextChunk& chunk, std::string_view text)
      : kind_(kind), chunk_(chunk), at_(text.data()), end_(text.data() + text.size()) {}

  // Goes to the next record; false at the end of the text. Error{input} for wrong quotes.
  bool next();
  const std::vector<Cell>& cells() const { return cells_; }
  // A line with nothing on it has one cell, which is empty.
  bool is_blank() const { return cells_.size() == 1 && cells_[0].place.empty(); }
  const char* position() const { return at_; }  // behind the record
  std::size_t lines() const { return lines_; }  // up to there

 private:
  void read_line_of_tsv();
  void read_record_of_csv();
  void read_quoted();
  void read_unquoted();
  void add(std::string_view place) { cells_.push_back({place, place}); }
  std::string& scratch();

  TableKind kind_;
  const TextChunk& chunk_;
  const char* at_;
  const char* end_;
  std::size_t lines_ = 0;
  std::vector<Cell> cells_;
  // Texts that differ from what is written, by cell; never shrinks, so that memory is reused.
  std::vector<std::string> scratch_;
};

}  // namespace clade::detail
