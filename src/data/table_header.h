// The header of a .tsv or .csv table: what each column is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/read.h"
#include "data/table_cells.h"

namespace clade {

struct TableColumn {
  enum class Role { feature, label, id, text, weight, split, ignored };
  std::string name;
  Role role = Role::feature;
  double text_weight = 1;
};

struct TableHeader {
  std::vector<TableColumn> columns;

  bool has(TableColumn::Role role) const;
};

// Error{input} for columns without a name or with the same, Error{usage} for a column that an
// option names and the table lacks.
TableHeader read_table_header(const TextChunk& chunk, const std::vector<Cell>& cells,
                              const ReadOptions& options);

}  // namespace clade
