#include "taxonomy/obo_lines.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr std::string_view blanks = " \t";

bool ends_in_open_backslash(std::string_view line) {
  std::size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

// The place of the first of `letters` that has no backslash in front and is not in quotes.
std::size_t find_unescaped(std::string_view text, std::string_view letters) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (!quoted && letters.find(text[i]) != std::string_view::npos) {
      return i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    }
  }
  return std::string_view::npos;
}

// A name may hold one quote mark: where none closes it, it is a letter like others.
std::size_t find_comment(std::string_view value) {
  const std::size_t found = find_unescaped(value, "!");
  const bool has_open_quote = std::count(value.begin(), value.end(), '"') % 2 == 1;
  if (found != std::string_view::npos || !has_open_quote) return found;
  const std::size_t comment = value.find(" ! ");
  return comment == std::string_view::npos ? comment : comment + 1;
}

// Trailing modifiers are the last thing of a value: {a="b", c="d"}.
std::string_view without_modifiers(std::string_view value) {
  if (!value.ends_with('}') || value.ends_with("\\}")) return value;
  std::size_t open = find_unescaped(value, "{");
  if (open == std::string_view::npos) return value;
  if (open > 0 && blanks.find(value[open - 1]) == std::string_view::npos) return value;
  return value.substr(0, open);
}

std::string_view bare_value(std::string_view value) {
  return trim(without_modifiers(trim(value.substr(0, find_comment(value)))));
}

char escaped_letter(char letter) {
  switch (letter) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'W':
      return ' ';
    default:
      return letter;  // a letter that would mean something else: : , " \ ( ) [ ] { } !
  }
}

}  // namespace

OboLines::OboLines(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

std::optional<std::string> OboLines::next_joined() {
  if (rest_.empty()) return std::nullopt;
  std::string joined;
  begin_ = number_ + 1;
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    joined += line;
    if (!ends_in_open_backslash(joined)) return joined;
    joined.pop_back();
  }
  fail(ErrorKind::input, "{}:{}: expected a line that goes on behind the backslash, got the end",
       name_, number_);
}

bool OboLines::next(OboLine& line) {
  while (const auto joined = next_joined()) {
    const std::string_view text = trim(*joined);
    if (text.empty() || text.starts_with('!')) continue;
    line = {begin_, "", "", ""};
    if (text.starts_with('[')) {
      const std::size_t close = text.find(']');
      if (close == std::string_view::npos || !bare_value(text.substr(close + 1)).empty()) {
        fail(ErrorKind::input, "{}:{}: expected a stanza such as [Term], got {}", name_, begin_,
             quoted(text));
      }
      line.stanza = text.substr(1, close - 1);
      return true;
    }
    const std::size_t colon = find_unescaped(text, ":");
    if (colon == 0 || colon == std::string_view::npos) {
      fail(ErrorKind::input, "{}:{}: expected tag: value, got {}", name_, begin_, quoted(text));
    }
    line.tag = obo_text(text.substr(0, colon));
    line.value = text.substr(colon + 1);
    return true;
  }
  return false;
}

std::string obo_text(std::string_view value) {
  const std::string_view bare = bare_value(value);
  std::string text;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const bool is_escape = bare[i] == '\\' && i + 1 < bare.size();
    text += is_escape ? escaped_letter(bare[++i]) : bare[i];
  }
  return text;
}

std::vector<std::string> obo_words(std::string_view value) {
  const std::string_view bare = bare_value(value);
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    if (blanks.find(bare[i]) != std::string_view::npos) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    const bool is_escape = bare[i] == '\\' && i + 1 < bare.size();
    words.back() += is_escape ? escaped_letter(bare[++i]) : bare[i];
  }
  return words;
}

std::string obo_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ' ') {
      escaped += "\\W";
    } else if (c == '\n' || c == '\t') {
      escaped += c == '\n' ? "\\n" : "\\t";
    } else {
      constexpr std::string_view meaningful = "\\\"!{}";
      if (meaningful.find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace clade::detail
