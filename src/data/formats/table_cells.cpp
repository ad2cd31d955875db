#include "data/formats/table_cells.h"

#include <fmt/core.h>

#include <algorithm>
#include <compare>
#include <cstring>

#include "base/fail.h"
#include "base/text.h"
#include "data/formats/format.h"

namespace clade::detail {

namespace {

// A backslash before any other letter is a backslash.
void unescape_tsv(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (next == 't' || next == 'n' || next == '\\') {
      out += next == 't' ? '\t' : next == 'n' ? '\n' : '\\';
      ++i;
    } else {
      out += text[i];
    }
  }
}

void unescape_csv(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"') ++i;
  }
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

bool TableCells::next() {
  if (at_ == end_) return false;
  cells_.clear();
  style_.has_quotes ? read_record_of_csv() : read_line_of_tsv();
  return true;
}

// The place for the text of the next cell. Growing would move short texts that cells refer to, so
// it is done by hand.
std::string& TableCells::scratch() {
  const std::size_t cell = cells_.size();
  if (cell < scratch_.size()) return scratch_[cell];
  std::vector<std::string> grown(2 * cell + 8);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const bool is_scratch = i < scratch_.size() && cells_[i].text.data() == scratch_[i].data();
    if (i < scratch_.size()) grown[i] = std::move(scratch_[i]);
    if (is_scratch) cells_[i].text = grown[i];
  }
  scratch_ = std::move(grown);
  return scratch_[cell];
}

void TableCells::read_line_of_tsv() {
  const char* line_end = std::find(at_, end_, '\n');
  const char* next_line = line_end == end_ ? end_ : line_end + 1;
  if (line_end != at_ && line_end[-1] == '\r') --line_end;
  while (true) {
    const char* cell_end = std::find(at_, line_end, style_.delimiter);
    const std::string_view place = between(at_, cell_end);
    if (place.find('\\') == std::string_view::npos) {
      add(place);
    } else {
      std::string& text = scratch();
      unescape_tsv(place, text);
      cells_.push_back({text, place});
    }
    if (cell_end == line_end) break;
    at_ = cell_end + 1;
  }
  at_ = next_line;
  ++lines_;
}

void TableCells::read_record_of_csv() {
  while (true) {
    if (at_ != end_ && *at_ == '"') {
      read_quoted();
    } else {
      read_unquoted();
    }
    if (at_ == end_ || *at_ == '\n') break;
    ++at_;  // the delimiter
  }
  if (at_ != end_) ++at_;
  ++lines_;
}

// Leaves off at the delimiter, the line feed or the end.
void TableCells::read_quoted() {
  const char* const quote = at_;
  bool has_quotes = false;
  while (true) {
    ++at_;
    const char* closing = std::find(at_, end_, '"');
    if (closing == end_) fail_at(chunk_, quote, "this quote is never closed");
    at_ = closing + 1;
    if (at_ == end_ || *at_ != '"') break;
    has_quotes = true;
  }
  const std::string_view inside = between(quote + 1, at_ - 1);
  const std::string_view place = between(quote, at_);
  lines_ += static_cast<std::size_t>(std::count(inside.begin(), inside.end(), '\n'));
  if (has_quotes) {
    std::string& text = scratch();
    unescape_csv(inside, text);
    cells_.push_back({text, place});
  } else {
    cells_.push_back({inside, place});
  }
  if (at_ != end_ && *at_ == '\r' && (at_ + 1 == end_ || at_[1] == '\n')) ++at_;
  if (at_ != end_ && *at_ != style_.delimiter && *at_ != '\n') {
    fail_at(chunk_, at_,
            fmt::format("expected {} or the end of the line after a closing quote, got {}",
                        style_.delimiter == ',' ? "a comma"
                                                : quoted(std::string_view(&style_.delimiter, 1)),
                        quoted(std::string_view(at_, 1))));
  }
}

// A quote inside is a letter like others.
void TableCells::read_unquoted() {
  const char* const begin = at_;
  while (at_ != end_ && *at_ != style_.delimiter && *at_ != '\n') ++at_;
  const bool ends_line = at_ == end_ || *at_ == '\n';
  const char* cell_end = ends_line && at_ != begin && at_[-1] == '\r' ? at_ - 1 : at_;
  add(between(begin, cell_end));
}

namespace {

// Behind the quote that closes the field whose opening quote is at `at`; null where there is none.
const char* behind_quoted(const char* at, const char* end) {
  ++at;
  while (true) {
    at = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
    if (at == nullptr || ++at == end) return at;
    if (*at != '"') return at;
    if (++at == end) return nullptr;
  }
}

std::vector<std::size_t> cut_quoted(std::string_view text, std::size_t block_size, char delimiter) {
  std::vector<std::size_t> ends;
  const char* const end = text.data() + text.size();
  std::size_t block_begin = 0, record_end = 0;
  // A quote opens a quoted field only where the field begins.
  for (const char* at = text.data(); at != end; ++at) {
    if (*at == '"') at = behind_quoted(at, end);
    if (at == nullptr) break;
    while (at != end && *at != delimiter && *at != '\n') ++at;
    if (at == end) break;
    if (*at == delimiter) continue;
    record_end = static_cast<std::size_t>(at - text.data()) + 1;
    if (record_end - block_begin >= block_size) {
      ends.push_back(record_end);
      block_begin = record_end;
    }
  }
  if (record_end > block_begin) ends.push_back(record_end);
  return ends;
}

// Header and records, as far as they are whole.
std::vector<std::vector<std::string>> first_records(std::string_view text, char delimiter) {
  constexpr std::size_t most_bytes = std::size_t{1} << 16, most_records = 50;
  const bool is_cut = text.size() > most_bytes;
  if (is_cut) text = text.substr(0, most_bytes);
  TextChunk chunk;
  chunk.text = text;
  TableCells cells(TableStyle::csv(delimiter), chunk, text);
  std::vector<std::vector<std::string>> records;
  try {
    while (records.size() < most_records && cells.next()) {
      if (cells.is_blank()) continue;
      std::vector<std::string>& record = records.emplace_back();
      for (const Cell& cell : cells.cells()) record.emplace_back(trim(cell.text));
    }
  } catch (const Error&) {  // a quote that is closed later, or not at all
    return records;
  }
  if (is_cut && records.size() < most_records && !records.empty()) records.pop_back();
  return records;
}

// How well a table fits: the fields that are asked for first, then records as wide as the header.
struct Fit {
  std::size_t asked = 0, same_width = 0, width = 0;
  auto operator<=>(const Fit&) const = default;
};

Fit fit_of(std::string_view text, char delimiter, const std::vector<FieldRoles::Asked>& asked) {
  const auto records = first_records(text, delimiter);
  if (records.empty() || records[0].size() < 2) return {};
  Fit fit{0, 0, records[0].size()};
  for (const FieldRoles::Asked& field : asked) {
    fit.asked += std::count(records[0].begin(), records[0].end(), field.name) > 0;
  }
  for (const auto& record : records) fit.same_width += record.size() == fit.width;
  // Sentences have commas as well.
  const bool is_table = fit.asked > 0 || fit.same_width * 10 >= records.size() * 9;
  return is_table ? fit : Fit();
}

}  // namespace

std::optional<char> find_delimiter(std::string_view beginning, const FieldOptions& asked,
                                   const FieldOptions& remembered) {
  std::vector<FieldRoles::Asked> fields = FieldRoles(asked, {}, {}).asked();
  const std::vector<FieldRoles::Asked> known = FieldRoles(remembered, {}, {}).asked();
  fields.insert(fields.end(), known.begin(), known.end());
  Fit best;
  std::optional<char> found;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const Fit fit = fit_of(beginning, delimiter, fields);
    if (fit > best) {
      best = fit;
      found = delimiter;
    }
  }
  return found;
}

Cutter cutter_of(TableStyle style) {
  if (!style.has_quotes) return &cut_lines;
  return [style](std::string_view text, std::size_t block_size) {
    return cut_quoted(text, block_size, style.delimiter);
  };
}

}  // namespace clade::detail
