// Taxonomies as spreadsheets: a header, and a row for each edge, node or path.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/placed_nodes.h"
#include "taxonomy/table_columns.h"

namespace clade::detail {

namespace {

using Cells = std::vector<std::string>;

// A row with what its columns hold.
struct TableRow {
  std::string id, name, parent;
  std::size_t line;
};

std::string cell_at(const Cells& cells, std::optional<std::size_t> column) {
  return column && *column < cells.size() ? name_of_text(cells[*column]) : "";
}

// What databases write where there is no parent.
bool means_none(std::string_view cell) {
  return cell.empty() || cell == "NULL" || cell == "null" || cell == "None" || cell == "\\N";
}

class TableReader {
 public:
  TableReader(TableRecords& records, const TableColumns& columns, TaxonomyDraft& draft)
      : records_(records), columns_(columns), draft_(draft) {}

  void read() {
    if (!columns_.levels.empty()) return read_levels();
    while (const Cells* cells = records_.next()) {
      rows_.push_back({cell_at(*cells, columns_.id), cell_at(*cells, columns_.name),
                       cell_at(*cells, columns_.parent), records_.line()});
    }
    columns_.id&& columns_.name ? add_nodes() : add_edges();
  }

 private:
  // A path per row.
  void read_levels() {
    PlacedNodes nodes;
    while (const Cells* cells = records_.next()) {
      PlacedNodes::Place node = PlacedNodes::top;
      bool has_ended = false;
      for (const std::size_t column : columns_.levels) {
        const std::string name = cell_at(*cells, column);
        if (!name.empty() && has_ended) {
          fail_row(records_.line(),
                   fmt::format("expected the levels above {} filled in, got an empty one",
                               quoted(name)));
        }
        has_ended = name.empty();
        if (!has_ended) node = nodes.child(node, name, records_.line());
      }
    }
    nodes.add_to(draft_);
  }

  // Names are nodes, as in an edge list.
  void add_edges() {
    for (const TableRow& row : rows_) {
      const std::string& name = columns_.name ? row.name : row.id;
      if (name.empty()) fail_row(row.line, "expected the name of a node, got an empty cell");
      if (means_none(row.parent)) {
        draft_.node(name);
        continue;
      }
      const NodeId parent = draft_.node(row.parent);
      draft_.add_edge(parent, draft_.node(name), row.line);
    }
    note_several_parents(draft_);
  }

  // Ids are nodes; names that are not unique become paths.
  void add_nodes() {
    PlacedNodes nodes;
    std::unordered_map<std::string, PlacedNodes::Place> by_id;
    std::unordered_map<std::string, std::size_t> uses;
    for (const TableRow& row : rows_) {
      if (row.id.empty()) fail_row(row.line, "expected an id, got an empty cell");
      const std::string& name = row.name.empty() ? row.id : row.name;
      const auto known = by_id.find(row.id);
      if (known == by_id.end()) {
        by_id.emplace(row.id, nodes.add(name, row.id, row.line));
        ++uses[name];
      } else if (nodes.name(known->second) != name) {
        fail_row(row.line, fmt::format("the id {} is that of {} in a row above", quoted(row.id),
                                       quoted(nodes.name(known->second))));
      }
    }
    std::unordered_map<std::string, PlacedNodes::Place> by_name;
    for (const auto& [id, node] : by_id) {
      if (uses[nodes.name(node)] == 1) by_name.emplace(nodes.name(node), node);
    }
    const bool by_names = columns_.names_parent && parents_are_names(by_id, by_name);
    for (const TableRow& row : rows_) {
      const auto& known = by_names ? by_name : by_id;
      const auto parent = known.find(row.parent);
      if (parent != known.end()) {
        nodes.add_edge(parent->second, by_id.at(row.id), row.line);
      } else if (!is_top(row.parent)) {
        fail_row(row.line,
                 fmt::format("expected the id of another row for the parent of {}, got {}",
                             quoted(row.id), quoted(row.parent)));
      }
    }
    add_ids(nodes.add_to(draft_), by_id);
  }

  static bool is_top(std::string_view parent) {
    return means_none(parent) || parent == "0" || parent == "-1" || parent == "-";
  }

  // Whether a column called "parent" holds names: some are no ids, and all are names.
  bool parents_are_names(const std::unordered_map<std::string, PlacedNodes::Place>& by_id,
                         const std::unordered_map<std::string, PlacedNodes::Place>& by_name) const {
    const auto all_in = [&](const auto& known) {
      return std::all_of(rows_.begin(), rows_.end(), [&](const TableRow& row) {
        return known.count(row.parent) > 0 || is_top(row.parent);
      });
    };
    return !all_in(by_id) && all_in(by_name);
  }

  void add_ids(const std::vector<NodeId>& nodes,
               const std::unordered_map<std::string, PlacedNodes::Place>& by_id) {
    std::unordered_set<std::string> done;
    for (const TableRow& row : rows_) {
      if (!done.insert(row.id).second) continue;
      const NodeId node = nodes[by_id.at(row.id)];
      const auto other = draft_.find(row.id);
      if (other == node) continue;
      if (other) {
        draft_.add_loud_note(row.line,
                             fmt::format("the id {} of {} is the name of another node: as a label "
                                         "it means the latter",
                                         quoted(row.id), quoted(draft_.name(node))));
      }
      draft_.add_alias(row.id, node);
    }
  }

  [[noreturn]] void fail_row(std::size_t line, const std::string& problem) const {
    fail(ErrorKind::input, "{}:{}: {}", draft_.source(), line, problem);
  }

  TableRecords& records_;
  const TableColumns& columns_;
  TaxonomyDraft& draft_;
  std::vector<TableRow> rows_;
};

// With one column a record is a cell, whatever is in it. Quotes that do not go with a delimiter say
// that it is another.
std::optional<TableColumns> header_with(std::string_view text, char delimiter,
                                        const std::string& name) {
  try {
    TableRecords records(text.substr(0, text.find('\n')), delimiter, name);
    const Cells* header = records.next();
    return header != nullptr ? columns_of(*header) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string_view without_blank_lines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \r\n");
  if (begin == std::string_view::npos) return {};
  const std::size_t line = text.find_last_of('\n', begin);
  return text.substr(line == std::string_view::npos ? 0 : line + 1);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of("\",\n\r") == std::string_view::npos && trim(text) == text) {
    return std::string(text);
  }
  std::string cell = "\"";
  for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
  return cell + '"';
}

}  // namespace

bool begins_with_header(std::string_view text) {
  text = without_blank_lines(text);
  Cells header;
  for (const auto cell : split(text.substr(0, text.find('\n')), '\t')) {
    header.emplace_back(trim(cell));
  }
  if (!columns_of(header)) return false;
  if (header.size() != 2) return true;
  // An edge like any other where its words are nodes further down.
  const std::string_view rest = text.substr(std::min(text.find('\n'), text.size()));
  const auto comes_again = [&](const std::string& word) {
    for (std::size_t at = rest.find(word); at != std::string_view::npos;
         at = rest.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = rest[at - 1] == '\n' || rest[at - 1] == '\t';
      const bool ends = end == rest.size() ||
                        std::string_view("\t\r\n").find(rest[end]) != std::string_view::npos;
      if (begins && ends) return true;
    }
    return false;
  };
  return std::none_of(header.begin(), header.end(), comes_again);
}

void read_table(std::string_view text, const TaxonomyReadOptions& /*options*/,
                TaxonomyDraft& draft) {
  const std::string_view body = without_blank_lines(text);
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const auto columns = header_with(body, delimiter, draft.source());
    if (!columns) continue;
    TableRecords records(text, delimiter, draft.source());
    const Cells header = *records.next();
    draft.add_note(records.line(), fmt::format("is the header: {}", join(header, ", ")));
    return TableReader(records, *columns, draft).read();
  }
  fail(ErrorKind::input,
       "{}: expected a header with {}, got {} (`taxonomy_format` says where a file is no table)",
       draft.source(), known_headers, quoted(body.substr(0, body.find_first_of("\r\n"))));
}

std::string write_table(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const Taxonomy& taxonomy = document.taxonomy;
  for (const NodeId node : taxonomy.top_down()) {
    const std::string_view name = taxonomy.name(node);
    if (name.empty() || (trim(name) == name && !means_none(name))) continue;
    fail(ErrorKind::input, "a table cannot hold the node {}: {}", quoted(name),
         means_none(name) ? "there it means that a parent is missing"
                          : "its name begins or ends with a blank");
  }
  std::string text = "parent,child\n";
  if (taxonomy.size() == 1) text += "," + csv_cell(taxonomy.name(taxonomy.root())) + "\n";
  for (const TaxonomyEdge& edge : edges_in_order(taxonomy, false)) {
    text += csv_cell(taxonomy.name(edge.parent)) + "," + csv_cell(taxonomy.name(edge.child)) + "\n";
  }
  return text;
}

}  // namespace clade::detail
