#include "data/table_header.h"

#include <algorithm>

#include "base/fail.h"
#include "base/text.h"
#include "data/text_fields.h"

namespace clade {

namespace {

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

// The column that an option asks for.
TableColumn& asked_column(const TextChunk& chunk, TableHeader& header, std::string_view option,
                          std::string_view name) {
  if (TableColumn* column = find_column(header, name)) return *column;
  std::vector<std::string> names;
  for (const TableColumn& column : header.columns) names.push_back(column.name);
  fail(ErrorKind::usage, "{}: {} has no column {}{}", option, chunk.name, quoted(name),
       did_you_mean(name, names));
}

void choose_labels(const TextChunk& chunk, const ReadOptions& options, TableHeader& header) {
  TableColumn* one = find_column(header, "label");
  TableColumn* several = find_column(header, "labels");
  if (!options.label_column.empty()) {
    // What else is called a label must not slip in as a feature.
    if (one != nullptr) one->role = Role::ignored;
    if (several != nullptr) several->role = Role::ignored;
    asked_column(chunk, header, "--label-column", options.label_column).role = Role::label;
    return;
  }
  if (one != nullptr && several != nullptr) {
    fail(ErrorKind::input, "{}:1:1: has a column label and a column labels; use --label-column",
         chunk.name);
  }
  if (one != nullptr) one->role = Role::label;
  if (several != nullptr) several->role = Role::label;
}

void choose_texts(const TextChunk& chunk, const ReadOptions& options, TableHeader& header) {
  TableColumn* usual = find_column(header, "text");
  if (usual != nullptr) usual->role = Role::ignored;
  for (const TextField& field : parse_text_fields("--text-column", options.text_column)) {
    if (options.text_column.empty() && usual == nullptr) return;
    TableColumn& column = asked_column(chunk, header, "--text-column", field.name);
    if (column.role == Role::label) {
      fail(ErrorKind::usage, "--text-column: {} is the label's column", quoted(field.name));
    }
    column.role = Role::text;
    column.text_weight = field.weight;
  }
}

}  // namespace

bool TableHeader::has(Role role) const {
  return std::any_of(columns.begin(), columns.end(),
                     [role](const TableColumn& column) { return column.role == role; });
}

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

}  // namespace clade
