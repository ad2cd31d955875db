#include "taxonomy/arff_header.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr std::string_view blanks = " \t\r";
using Kind = ArffAttribute::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 8> kinds{
    {{"numeric", Kind::numeric},
     {"real", Kind::numeric},
     {"integer", Kind::numeric},
     {"string", Kind::text},
     {"key", Kind::key},
     {"date", Kind::date},
     {"hierarchical", Kind::hierarchical},
     {"nominal", Kind::nominal}}};

void skip_blanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
}

bool at_comment(std::string_view rest) { return rest.empty() || rest.front() == '%'; }

std::optional<unsigned> hex_number(std::string_view digits) {
  unsigned number = 0;
  for (const char c : digits) {
    const char lower = static_cast<char>(c | 0x20);
    const bool is_digit = c >= '0' && c <= '9', is_letter = lower >= 'a' && lower <= 'f';
    if (!is_digit && !is_letter) return std::nullopt;
    number = number * 16 + static_cast<unsigned>(is_digit ? c - '0' : lower - 'a' + 10);
  }
  return digits.size() == 4 ? std::optional(number) : std::nullopt;
}

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

// What follows a backslash; `rest` begins behind the backslash and is moved on.
void take_escape(std::string_view& rest, std::string& out) {
  const char letter = rest.front();
  const auto code = letter == 'u' ? hex_number(rest.substr(1, 4)) : std::nullopt;
  rest.remove_prefix(1);
  if (code) {
    rest.remove_prefix(4);
    append_utf8(out, *code);
  } else {
    constexpr std::string_view letters = "ntr", meanings = "\n\t\r";
    const std::size_t known = letters.find(letter);
    out += known == std::string_view::npos ? letter : meanings[known];
  }
}

class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  ArffHeader parse() {
    std::string_view rest = text_;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++line_;
      skip_blanks(line);
      if (!at_comment(line) && parse_line(line)) {
        header_.length = text_.size() - rest.size();
        return std::move(header_);
      }
    }
    fail_here("expected @data behind the attributes, got the end of the text");
  }

 private:
  // True for @data.
  bool parse_line(std::string_view line) {
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    const std::string keyword = lower_case(line.substr(0, end));
    line.remove_prefix(end);
    if (keyword == "@data") return true;
    if (keyword == "@attribute") {
      parse_attribute(line);
    } else if (keyword != "@relation") {
      fail_here("expected @relation, @attribute or @data, got " + quoted(keyword));
    }
    return false;
  }

  void parse_attribute(std::string_view rest) {
    ArffAttribute attribute;
    attribute.line = line_;
    skip_blanks(rest);
    if (!take_arff_word(rest, "{", attribute.name) || attribute.name.empty()) {
      fail_here("expected the name of an attribute, got " + quoted(trim(rest)));
    }
    skip_blanks(rest);
    if (rest.starts_with('{')) {
      attribute.kind = Kind::nominal;
      rest.remove_prefix(1);
      parse_values(attribute, rest, '}');
    } else {
      parse_kind(attribute, rest);
    }
    header_.attributes.push_back(std::move(attribute));
  }

  void parse_kind(ArffAttribute& attribute, std::string_view rest) {
    std::string word;
    take_arff_word(rest, "", word);
    const std::string lower = lower_case(word);
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const auto& entry) { return entry.first == lower; });
    if (known == kinds.end() || known->second == Kind::nominal) {
      fail_here(
          fmt::format("attribute {}: expected numeric, string, {{values}} or hierarchical, "
                      "got {}",
                      quoted(attribute.name), quoted(word)));
    }
    attribute.kind = known->second;
    if (attribute.kind == Kind::hierarchical) parse_values(attribute, rest, '\0');
  }

  // Values between commas, up to `close` or the end of the line.
  void parse_values(ArffAttribute& attribute, std::string_view rest, char close) {
    while (true) {
      skip_blanks(rest);
      if (close != '\0' && rest.empty()) {
        fail_here(
            fmt::format("attribute {}: expected '}}' behind the values, got the end of the "
                        "line",
                        quoted(attribute.name)));
      }
      if (close == '\0' ? at_comment(rest) : rest.front() == close) break;
      attribute.values.push_back(parse_value(attribute, rest, close));
      skip_blanks(rest);
      if (!rest.empty() && rest.front() == ',') rest.remove_prefix(1);
    }
    if (attribute.values.empty()) {
      fail_here(fmt::format("attribute {}: expected values, got none", quoted(attribute.name)));
    }
  }

  // Values without quotes may hold blanks inside.
  std::string parse_value(const ArffAttribute& attribute, std::string_view& rest, char close) {
    std::string value;
    if (rest.front() == '\'' || rest.front() == '"') {
      if (!take_arff_word(rest, "", value)) {
        fail_here(fmt::format("attribute {}: expected a quote at the end of {}",
                              quoted(attribute.name), quoted(value)));
      }
    } else {
      std::size_t end = 0;
      while (
          end < rest.size() && rest[end] != ',' && rest[end] != close &&
          !(rest[end] == '%' && end > 0 && blanks.find(rest[end - 1]) != std::string_view::npos)) {
        ++end;
      }
      value = trim(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    if (value.empty()) {
      fail_here(
          fmt::format("attribute {}: expected a value, got an empty one", quoted(attribute.name)));
    }
    return value;
  }

  [[noreturn]] void fail_here(const std::string& message) const {
    fail(ErrorKind::input, "{}:{}: {}", name_, line_, message);
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t line_ = 0;
  ArffHeader header_;
};

}  // namespace

ArffHeader parse_arff_header(std::string_view text, const std::string& name_for_messages) {
  return HeaderParser(text, name_for_messages).parse();
}

bool take_arff_word(std::string_view& rest, std::string_view ends, std::string& word) {
  word.clear();
  skip_blanks(rest);
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) {
    const auto is_end = [&](char c) {
      return blanks.find(c) != std::string_view::npos || ends.find(c) != std::string_view::npos;
    };
    const auto end =
        static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_end) - rest.begin());
    word = rest.substr(0, end);
    rest.remove_prefix(end);
    return true;
  }
  const char mark = rest.front();
  rest.remove_prefix(1);
  while (!rest.empty() && rest.front() != mark) {
    if (rest.front() == '\\' && rest.size() > 1) {
      rest.remove_prefix(1);
      take_escape(rest, word);
    } else {
      word += rest.front();
      rest.remove_prefix(1);
    }
  }
  if (rest.empty()) return false;
  rest.remove_prefix(1);
  return true;
}

std::string arff_word(std::string_view text) {
  constexpr std::string_view special = " ,{}%'\"\\?\t";
  const bool is_plain = !text.empty() && text.find_first_of(special) == std::string_view::npos &&
                        std::none_of(text.begin(), text.end(),
                                     [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (is_plain) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\t' || c == '\r') {
      word += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
      continue;
    }
    if (c == '\'' || c == '\\') word += '\\';
    word += c;
  }
  return word + '\'';
}

}  // namespace clade::detail
