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

namespace clade::detail {

namespace {

struct TableColumn {
  std::string name;
  FieldRole role = FieldRole::feature;
  double text_weight = 1;
};

struct TableHeader {
  std::vector<TableColumn> columns;
  std::string label_separator;
  std::vector<std::string> absent;  // numeric features of the model that have no column
};

std::vector<std::string> read_names(const TextChunk& chunk, const std::vector<Cell>& cells) {
  std::vector<std::string> names;
  for (const Cell& cell : cells) {
    const std::string_view name = trim(cell.text);
    if (chunk.is_replaced(cell.place)) {
      fail_at(chunk, cell.place.data(), "expected a name in UTF-8, got " + quoted(name));
    }
    names.emplace_back(name);
  }
  std::vector<std::string> sorted = names;
  std::erase(sorted, "");
  if (sorted.empty()) fail_at(chunk, cells[0].place.data(), "expected the names of columns");
  std::sort(sorted.begin(), sorted.end());
  const auto same = std::adjacent_find(sorted.begin(), sorted.end());
  if (same == sorted.end()) return names;
  fail_at(chunk, cells[0].place.data(), "the column " + quoted(*same) + " occurs twice");
}

// A column that the call names and the table lacks. One name that holds many looks like another
// delimiter.
void check_asked(const TextChunk& chunk, const FieldRoles& roles,
                 const std::vector<std::string>& names) {
  for (const FieldRoles::Asked& field : roles.asked()) {
    if (std::find(names.begin(), names.end(), field.name) != names.end()) continue;
    std::string hint = did_you_mean(field.name, names);
    if (hint.empty()) {
      const std::vector<std::string> some(
          names.begin(),
          names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), std::size_t{12})));
      hint = fmt::format("; there {} {}{}", names.size() == 1 ? "is" : "are", join(some, ", "),
                         names.size() > some.size() ? ", ..." : "");
    }
    fail_parameter(field.parameter, "{} has no column {}{}", chunk.name, quoted(field.name), hint);
  }
}

// A model that learned from a column goes on using it.
bool knows_feature(const ReadOptions& options, std::string_view name) {
  return options.known_names != nullptr &&
         options.known_names->find(FeatureNames::feature_mark, name) != FeatureNames::unknown;
}

// The numeric features of a model that the table has no column for, where their values are missed.
std::vector<std::string> absent_columns(const std::vector<TableColumn>& columns,
                                        const ReadOptions& options) {
  std::vector<std::string> names;
  for (const TableColumn& column : columns) {
    if (column.role == FieldRole::feature) names.push_back(column.name);
  }
  return absent_features(options, names);
}

TableHeader read_table_header(const TextChunk& chunk, const std::vector<Cell>& cells,
                              const ReadOptions& options) {
  const std::vector<std::string> names = read_names(chunk, cells);
  const FieldRoles roles(options.fields, options.remembered, names);
  check_asked(chunk, roles, names);
  TableHeader header;
  header.label_separator = roles.label_separator().empty() ? "|" : roles.label_separator();
  std::size_t label_columns = 0;
  for (const std::string& name : names) {
    FieldRoles::Use use = roles.use(name);
    if (use.role == FieldRole::unnamed) {
      use.role = knows_feature(options, name) ? FieldRole::feature : roles.role_of_rest();
    }
    if (name.empty()) use.role = FieldRole::ignored;  // the numbers of rows, most often
    header.columns.push_back({name, use.role, use.text_weight});
    label_columns += use.role == FieldRole::label;
  }
  if (label_columns > 1) {
    fail(ErrorKind::input, "{}:1:1: has a column label and a column labels; use `label_field`",
         chunk.name);
  }
  header.absent = absent_columns(header.columns, options);
  if (!header.absent.empty() && options.missing == MissingValues::refuse) {
    fail_at(chunk, cells[0].place.data(),
            "no column: " + refused_missing(quoted(header.absent.front())));
  }
  return header;
}

// Parses one block of a chunk.
class TableParser {
 public:
  TableParser(TableStyle style, const TableHeader& header, const TextChunk& chunk,
              std::string_view block, const ReadOptions& options)
      : header_(header),
        chunk_(chunk),
        precision_(options.precision),
        knows_names_(options.known_names != nullptr),
        cells_(style, chunk, block),
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
  bool knows_names_;
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
  for (const std::string& name : header_.absent) {
    maker_.add_missing(name, cells.front().place.data());
  }
  maker_.end_record();
}

bool TableParser::is_chosen() {
  const auto column = std::find_if(header_.columns.begin(), header_.columns.end(),
                                   [](const TableColumn& c) { return c.role == FieldRole::split; });
  if (column == header_.columns.end()) return maker_.is_chosen(std::nullopt, nullptr, false);
  const Cell& cell = cells_.cells()[static_cast<std::size_t>(column - header_.columns.begin())];
  const std::optional<std::string_view> split =
      cell.text.empty() ? std::nullopt : std::optional(cell.text);
  return maker_.is_chosen(split, cell.place.data(), true);
}

void TableParser::read_cell(std::size_t column, const Cell& cell) {
  switch (header_.columns[column].role) {
    case FieldRole::feature:
      return read_feature(column, cell);
    case FieldRole::label:
      return read_labels(cell);
    case FieldRole::id:
      return maker_.set_id(cell.text, cell.place);
    case FieldRole::text:
      return maker_.add_text(cell.text, header_.columns[column].text_weight);
    case FieldRole::weight: {
      const std::string_view number = trim(cell.text);
      if (!number.empty()) maker_.set_weight(number, cell.place.data());
      return;
    }
    case FieldRole::split:
    case FieldRole::ignored:
    case FieldRole::unnamed:
      return;
  }
}

void TableParser::read_labels(const Cell& cell) {
  if (trim(cell.text).empty()) return;
  // Where the text is not what is written, the cell's place must do.
  const bool is_written = cell.text.data() >= cell.place.data() &&
                          cell.text.data() <= cell.place.data() + cell.place.size();
  for_each_label(cell.text, header_.label_separator, [&](std::string_view label) {
    maker_.add_label(label, is_written ? label : cell.place);
  });
}

namespace {

std::string_view advice_on(std::string_view word) {
  for (const std::string_view missing : {"None", "none", "-", "."}) {
    if (word == missing) return "an empty cell, NA, NaN, null or ? is a missing value";
  }
  return "`text_fields` names columns of text, `label_field` the labels, `ignore_fields` what to "
         "pass over";
}

}  // namespace

void TableParser::read_feature(std::size_t column, const Cell& cell) {
  const std::string_view word = trim(cell.text);
  if (word.empty() || is_missing_word(word)) {
    return maker_.add_missing(header_.columns[column].name, cell.place.data());
  }
  if (!is_number(word)) {
    // A column that the model has never seen may be anything.
    if (knows_names_ && index_of(column, cell.place.data()) == FeatureNames::unknown) return;
    fail_at(chunk_, cell.place.data(),
            fmt::format("column {}: expected a number, got {} ({})",
                        quoted(header_.columns[column].name), quoted(word), advice_on(word)));
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
  TableReader(TableStyle style, const ReadOptions& options) : style_(style), options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    TableCells cells(style_, first, first.text);
    cells.next();
    if (is_separator_line(cells)) cells.next();
    while (cells.is_blank() && cells.next()) continue;
    header_ = read_table_header(first, cells.cells(), options_);
    return static_cast<std::size_t>(cells.position() - first.text.data());
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return TableParser(style_, header_, chunk, block, options_).parse();
  }

  Cutter cutter() const override { return cutter_of(style_); }

  bool has_splits() const override {
    return std::any_of(header_.columns.begin(), header_.columns.end(),
                       [](const TableColumn& column) { return column.role == FieldRole::split; });
  }

  FieldSummary fields() const override {
    FieldSummary summary;
    if (style_.has_quotes && style_.delimiter != ',') summary.delimiter = delimiter_name();
    for (const TableColumn& column : header_.columns) {
      summary.fields.push_back({column.name.empty() ? "a column without a name" : column.name,
                                column.role, column.text_weight});
    }
    return summary;
  }

 private:
  // Spreadsheet programs may say first what separates the columns: sep=;
  static bool is_separator_line(const TableCells& cells) {
    return cells.cells().size() <= 2 && cells.cells()[0].text.starts_with("sep=");
  }

  std::string delimiter_name() const {
    if (style_.delimiter == ';') return "semicolons";
    if (style_.delimiter == '\t') return "tabs";
    return style_.delimiter == '|' ? "bars" : quoted(std::string_view(&style_.delimiter, 1));
  }

  TableStyle style_;
  const ReadOptions& options_;
  TableHeader header_;
};

std::optional<char> asked_delimiter(const ReadOptions& options) {
  const auto asked = parse_delimiter(options.fields.delimiter);
  return asked ? asked : parse_delimiter(options.remembered.delimiter);
}

}  // namespace

// A header in quotes is that of a program which writes all words so.
std::unique_ptr<FormatReader> make_tsv_reader(const ReadOptions& options,
                                              std::string_view beginning) {
  std::optional<char> delimiter = asked_delimiter(options);
  const std::string_view header = trim(beginning.substr(0, beginning.find('\n')));
  if (!delimiter && header.starts_with('"') && header.ends_with('"')) delimiter = '\t';
  return std::make_unique<TableReader>(delimiter ? TableStyle::csv(*delimiter) : TableStyle::tsv(),
                                       options);
}

std::unique_ptr<FormatReader> make_csv_reader(const ReadOptions& options,
                                              std::string_view beginning) {
  std::optional<char> delimiter = asked_delimiter(options);
  if (!delimiter && beginning.starts_with("sep=") && beginning.size() > 4) delimiter = beginning[4];
  if (!delimiter) delimiter = find_delimiter(beginning, options.fields, options.remembered);
  return std::make_unique<TableReader>(TableStyle::csv(delimiter.value_or(',')), options);
}

}  // namespace clade::detail
