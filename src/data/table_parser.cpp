#include "data/table_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.h"
#include "data/number_text.h"

namespace clade {

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
            fmt::format("column {}: expected a number, got {} (--text-column names columns of "
                        "text, --label-column the labels)",
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

}  // namespace clade
