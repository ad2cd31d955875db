// The records of a .tsv or .csv table below its header.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/record_maker.h"
#include "data/table_cells.h"
#include "data/table_header.h"

namespace clade {

// Parses one block of a chunk.
class TableParser {
 public:
  TableParser(TableKind kind, const TableHeader& header, const TextChunk& chunk,
              std::string_view block, const ReadOptions& options)
      : header_(header),
        chunk_(chunk),
        precision_(options.precision),
        cells_(kind, chunk, block),
        maker_(chunk, block, options),
        index_of_column_(header.columns.size(), not_asked) {}
  RecordBlock parse();

 private:
  // Index 0 is no feature's number.
  static constexpr std::uint32_t not_asked = 0;

  void parse_record();
  bool is_chosen();
  void read_cell(std::size_t column, const Cell& cell);
  void read_labels(const Cell& cell);
  void read_feature(std::size_t column, const Cell& cell);
  std::uint32_t index_of(std::size_t column, const char* where);

  const TableHeader& header_;
  const TextChunk& chunk_;
  Precision precision_;
  TableCells cells_;
  RecordMaker maker_;
  std::vector<std::uint32_t> index_of_column_;  // those that have come up
};

}  // namespace clade
