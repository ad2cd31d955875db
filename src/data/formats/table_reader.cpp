// .tsv and .csv tables: a header that says what each column is, then a record per line.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/formats/format.h"
#include "data/formats/table_cells.h"
#include "data/number_text.h"
#include "data/read.h"
#include "data/record_maker.h"
#include "data/text_fields.h"

namespace clade::detail {

namespace {

struct TableColumn {
  enum class Role { feature, label, id, text, weight, split, ignored };
  std::string name;
  Role role = Role::feature;
  double text_weight = 1;
};

struct TableHeader {
  std::vector<TableColumn> columns;

  bool has(TableColumn::Role role) const {
    return std::any_of(columns.begin(), columns.end(),
                       [role](const TableColumn& column) { return column.role == role; });
  }
};

using Role = TableColumn::Role;

TableColumn* find_column(TableHeader& header, std::string_view name) {
  const auto found = std::find_if(header.columns.begin(), header.columns.end(),
                                  [name](const TableColumn& c) { return c.name == name; });
  return found == header.columns.end() ? nullptr : &*found;
}

void read_names(const TextChunk& chunk, const std::vector<Cell>& cells, TableHeader& header) {
  std::vector<std::string_view> names;
  for (const Cell& cell : cells) {
    const std::string_view name = trim(cell.text);
    if (name.empty()) fail_at(chunk, cell.place.data(), "expected the name of a column");
    if (chunk.is_replaced(cell.place)) {
      fail_at(chunk, cell.place.data(), "expected a name in UTF-8, got " + quoted(name));
    }
    header.columns.push_back({std::string(name)});
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  const auto same = std::adjacent_find(names.begin(), names.end());
  if (same == names.end()) return;
  fail_at(chunk, cells[0].place.data(), "the column " + quoted(*same) + " occurs twice");
}

// The column that a parameter asks for.
TableColumn& asked_column(const TextChunk& chunk, TableHeader& header, std::string_view parameter,
                          std::string_view name) {
  if (TableColumn* column = find_column(header, name)) return *column;
  std::vector<std::string> names;
  for (const TableColumn& column : header.columns) names.push_back(column.name);
  fail_parameter(std::string(parameter), "{} has no column {}{}", chunk.name, quoted(name),
                 did_you_mean(name, names));
}

void choose_labels(const TextChunk& chunk, const ReadOptions& options, TableHeader& header) {
  TableColumn* one = find_column(header, "label");
  TableColumn* several = find_column(header, "labels");
  if (!options.label_column.empty()) {
    // What else is called a label must not slip in as a feature.
    if (one != nullptr) one->role = Role::ignored;
    if (several != nullptr) several->role = Role::ignored;
    asked_column(chunk, header, "label_column", options.label_column).role = Role::label;
    return;
  }
  if (one != nullptr && several != nullptr) {
    fail(ErrorKind::input, "{}:1:1: has a column label and a column labels; use `label_column`",
         chunk.name);
  }
  if (one != nullptr) one->role = Role::label;
  if (several != nullptr) several->role = Role::label;
}

void choose_texts(const TextChunk& chunk, const ReadOptions& options, TableHeader& header) {
  TableColumn* usual = find_column(header, "text");
  if (usual != nullptr) usual->role = Role::ignored;
  for (const TextField& field : parse_text_fields("text_column", options.text_column)) {
    if (options.text_column.empty() && usual == nullptr) return;
    TableColumn& column = asked_column(chunk, header, "text_column", field.name);
    if (column.role == Role::label) {
      fail_parameter("text_column", "{} is the label's column", quoted(field.name));
    }
    column.role = Role::text;
    column.text_weight = field.weight;
  }
}

// Error{input} for columns without a name or with the same, Error{usage} for a column that an
// option names and the table lacks.
TableHeader read_table_header(const TextChunk& chunk, const std::vector<Cell>& cells,
                              const ReadOptions& options) {
  TableHeader header;
  read_names(chunk, cells, header);
  for (TableColumn& column : header.columns) {
    if (column.name == "id") column.role = Role::id;
    if (column.name == "weight") column.role = Role::weight;
    if (column.name == "split") column.role = Role::split;
  }
  choose_labels(chunk, options, header);
  choose_texts(chunk, options, header);
  return header;
}

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

}  // namespace

RecordBlock TableParser::parse() {
  while (cells_.next()) {
    // In a table of one column a blank line is an empty cell.
    if (cells_.is_blank() && header_.columns.size() > 1) continue;
    parse_record();
  }
  return std::move(maker_).take(cells_.lines());
}

void TableParser::parse_record() {
  const std::vector<Cell>& cells = cells_.cells();
  const std::size_t expected = header_.columns.size();
  if (cells.size() != expected) {
    fail_at(chunk_, cells[std::min(expected, cells.size() - 1)].place.data(),
            fmt::format("expected {} field{}, as the header has, got {}", expected,
                        expected == 1 ? "" : "s", cells.size()));
  }
  maker_.begin_record();
  if (!is_chosen()) return;
  for (std::size_t c = 0; c < cells.size(); ++c) read_cell(c, cells[c]);
  maker_.end_record();
}

bool TableParser::is_chosen() {
  const auto column =
      std::find_if(header_.columns.begin(), header_.columns.end(),
                   [](const TableColumn& c) { return c.role == TableColumn::Role::split; });
  if (column == header_.columns.end()) return maker_.is_chosen(std::nullopt, nullptr, false);
  const Cell& cell = cells_.cells()[static_cast<std::size_t>(column - header_.columns.begin())];
  const std::optional<std::string_view> split =
      cell.text.empty() ? std::nullopt : std::optional(cell.text);
  return maker_.is_chosen(split, cell.place.data(), true);
}

void TableParser::read_cell(std::size_t column, const Cell& cell) {
  switch (header_.columns[column].role) {
    case TableColumn::Role::feature:
      return read_feature(column, cell);
    case TableColumn::Role::label:
      return read_labels(cell);
    case TableColumn::Role::id:
      return maker_.set_id(cell.text, cell.place);
    case TableColumn::Role::text:
      return maker_.add_text(cell.text, header_.columns[column].text_weight);
    case TableColumn::Role::weight: {
      const std::string_view number = trim(cell.text);
      if (!number.empty()) maker_.set_weight(number, cell.place.data());
      return;
    }
    case TableColumn::Role::split:
    case TableColumn::Role::ignored:
      return;
  }
}

void TableParser::read_labels(const Cell& cell) {
  if (cell.text.empty()) return;
  // Where the text is not what is written, the cell's place must do.
  const bool is_written = cell.text.data() >= cell.place.data() &&
                          cell.text.data() <= cell.place.data() + cell.place.size();
  for (const std::string_view label : split(cell.text, '|')) {
    maker_.add_label(label, is_written ? label : cell.place);
  }
}

void TableParser::read_feature(std::size_t column, const Cell& cell) {
  const std::string_view word = trim(cell.text);
  if (word.empty()) return;  // missing
  if (!is_number(word)) {
    fail_at(chunk_, cell.place.data(),
            fmt::format("column {}: expected a number, got {} (`text_column` names columns of "
                        "text, `label_column` the labels)",
                        quoted(header_.columns[column].name), quoted(word)));
  }
  std::string problem;
  const double value = finite_value(word, precision_, problem);
  if (!problem.empty()) {
    fail_at(chunk_, cell.place.data(),
            fmt::format("column {}: {}", quoted(header_.columns[column].name), problem));
  }
  if (value != 0) maker_.add_value(index_of(column, cell.place.data()), value, cell.place.data());
}

std::uint32_t TableParser::index_of(std::size_t column, const char* where) {
  std::uint32_t& index = index_of_column_[column];
  // An unknown one is asked for each time, so that it is counted.
  if (index == not_asked || index == FeatureNames::unknown) {
    index = maker_.index_of(header_.columns[column].name, where);
  }
  return index;
}

namespace {

class TableReader : public FormatReader {
 public:
  TableReader(TableKind kind, const ReadOptions& options) : kind_(kind), options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    TableCells cells(kind_, first, first.text);
    cells.next();
    header_ = read_table_header(first, cells.cells(), options_);
    return static_cast<std::size_t>(cells.position() - first.text.data());
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return TableParser(kind_, header_, chunk, block, options_).parse();
  }

  bool has_splits() const override { return header_.has(TableColumn::Role::split); }

 private:
  TableKind kind_;
  const ReadOptions& options_;
  TableHeader header_;
};

}  // namespace

std::unique_ptr<FormatReader> make_tsv_reader(const ReadOptions& options) {
  return std::make_unique<TableReader>(TableKind::tsv, options);
}

std::unique_ptr<FormatReader> make_csv_reader(const ReadOptions& options) {
  return std::make_unique<TableReader>(TableKind::csv, options);
}

}  // namespace clade::detail
