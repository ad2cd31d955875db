#include "data/formats/table_cells.h"

#include <algorithm>
#include <cstring>

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
  kind_ == TableKind::tsv ? read_line_of_tsv() : read_record_of_csv();
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
    const char* cell_end = std::find(at_, line_end, '\t');
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
    ++at_;  // the comma
  }
  if (at_ != end_) ++at_;
  ++lines_;
}

// Leaves off at the comma, the line feed or the end.
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
  if (at_ != end_ && *at_ != ',' && *at_ != '\n') {
    fail_at(chunk_, at_,
            "expected a comma or the end of the line after a closing quote, got " +
                quoted(std::string_view(at_, 1)));
  }
}

void TableCells::read_unquoted() {
  const char* const begin = at_;
  while (at_ != end_ && *at_ != ',' && *at_ != '\n') {
    if (*at_ == '"') {
      fail_at(chunk_, at_,
              "a field with a quote in it must stand in quotes, with \"\" for each quote inside");
    }
    ++at_;
  }
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

}  // namespace

std::vector<std::size_t> cut_csv(std::string_view text, std::size_t block_size) {
  std::vector<std::size_t> ends;
  const char* const end = text.data() + text.size();
  std::size_t block_begin = 0, record_end = 0;
  // A quote opens a quoted field only where the field begins; the parser refuses it elsewhere.
  for (const char* at = text.data(); at != end; ++at) {
    if (*at == '"') at = behind_quoted(at, end);
    if (at == nullptr) break;
    while (at != end && *at != ',' && *at != '\n') ++at;
    if (at == end) break;
    if (*at == ',') continue;
    record_end = static_cast<std::size_t>(at - text.data()) + 1;
    if (record_end - block_begin >= block_size) {
      ends.push_back(record_end);
      block_begin = record_end;
    }
  }
  if (record_end > block_begin) ends.push_back(record_end);
  return ends;
}

}  // namespace clade::detail
