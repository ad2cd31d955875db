#include "taxonomy/table_columns.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

// Lower case, letters and digits alone: "Parent ID" and parent_id are the same word.
std::string plain_word(std::string_view cell) {
  std::string word;
  for (const char c : cell) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) word += lower;
  }
  return word;
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 4> parent_ids{"parentid", "parentcode", "parentkey",
                                                     "parentnodeid"};
constexpr std::array<std::string_view, 5> parent_names{"parent", "parentname", "parentlabel",
                                                       "parentcategory", "parentnode"};
constexpr std::array<std::string_view, 7> ids{"id",     "code",       "key",    "nodeid",
                                              "termid", "categoryid", "childid"};
constexpr std::array<std::string_view, 10> names{
    "name",     "child",     "label",    "title",     "node",
    "category", "childname", "nodename", "nodelabel", "categoryname"};
constexpr std::array<std::string_view, 6> level_words{"level", "lvl",      "l",
                                                      "tier",  "category", "cat"};

// The number behind a word for levels.
std::optional<std::int64_t> level_of(std::string_view word) {
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string_view::npos || !is_one_of(word.substr(0, digits), level_words)) {
    return std::nullopt;
  }
  return word.size() - digits <= 3 ? parse_int(word.substr(digits)) : std::nullopt;
}

void take_first(std::optional<std::size_t>& column, std::size_t i) {
  if (!column) column = i;
}

}  // namespace

TableRecords::TableRecords(std::string_view text, char delimiter, std::string name)
    : rest_(text), delimiter_(delimiter), name_(std::move(name)) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

const std::vector<std::string>* TableRecords::next() {
  while (!rest_.empty()) {
    read_record();
    const bool is_blank = std::all_of(cells_.begin(), cells_.end(),
                                      [](const std::string& cell) { return cell.empty(); });
    if (!is_blank) return &cells_;
  }
  return nullptr;
}

void TableRecords::read_record() {
  cells_.clear();
  line_ = next_line_;
  while (true) {
    cells_.push_back(read_cell());
    if (rest_.empty()) break;
    const char end = rest_.front();
    rest_.remove_prefix(1);
    if (end == '\n') break;
    if (rest_.empty()) cells_.emplace_back();
    if (rest_.empty()) break;
  }
  ++next_line_;
}

// Leaves off at the delimiter, the line end or the end.
std::string TableRecords::read_cell() {
  const std::string_view blanks = delimiter_ == '\t' ? " " : " \t";
  const std::size_t begin = rest_.find_first_not_of(blanks);
  if (begin != std::string_view::npos && rest_[begin] == '"') {
    rest_.remove_prefix(begin + 1);
    return read_quoted();
  }
  const char ends[] = {delimiter_, '\n', '\0'};
  const std::size_t end = std::min(rest_.find_first_of(ends), rest_.size());
  const std::string_view cell = rest_.substr(0, end);
  rest_.remove_prefix(end);
  return std::string(trim(cell));
}

std::string TableRecords::read_quoted() {
  std::string cell;
  while (true) {
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos) {
      fail(ErrorKind::input, "{}:{}: a quote is never closed", name_, next_line_);
    }
    cell.append(rest_.substr(0, quote));
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    cell += '"';
    rest_.remove_prefix(1);
  }
  const char ends[] = {delimiter_, '\n', '\0'};
  const std::size_t end = std::min(rest_.find_first_of(ends), rest_.size());
  if (!trim(rest_.substr(0, end)).empty()) {
    fail(ErrorKind::input,
         "{}:{}: expected '{}' or the end of the line after a closing quote, got {}", name_,
         next_line_, delimiter_, quoted(trim(rest_.substr(0, end))));
  }
  rest_.remove_prefix(end);
  next_line_ += static_cast<std::size_t>(std::count(cell.begin(), cell.end(), '\n'));
  return std::string(trim(cell));
}

std::optional<TableColumns> columns_of(std::span<const std::string> header) {
  TableColumns columns;
  std::vector<std::pair<std::int64_t, std::size_t>> levels;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string word = plain_word(header[i]);
    if (is_one_of(word, parent_ids) || is_one_of(word, parent_names)) {
      if (!columns.parent) columns.names_parent = is_one_of(word, parent_names);
      take_first(columns.parent, i);
    } else if (is_one_of(word, ids)) {
      take_first(columns.id, i);
    } else if (is_one_of(word, names)) {
      take_first(columns.name, i);
    } else if (const auto level = level_of(word)) {
      levels.emplace_back(*level, i);
    }
  }
  std::stable_sort(levels.begin(), levels.end());
  for (const auto& level : levels) columns.levels.push_back(level.second);
  const bool has_parents = columns.parent && (columns.id || columns.name);
  if (has_parents) columns.levels.clear();
  if (!has_parents && columns.levels.empty()) return std::nullopt;
  return columns;
}

}  // namespace clade::detail
