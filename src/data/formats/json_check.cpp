#include "data/formats/json_check.h"

#include <algorithm>

#include "base/text.h"

namespace clade::detail {

namespace {

constexpr std::size_t deepest = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Throws a JsonProblem, which stays inside this file.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  void check() {
    check_value(0);
    skip_blanks();
    if (at_ != text_.size()) fail("expected the end of the line");
  }

 private:
  bool is_next(char c) const { return at_ < text_.size() && text_[at_] == c; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::string_view separators = " \t\r\n,:[]{}";
    const std::size_t end = std::min(text_.find_first_of(separators, at_), text_.size());
    const std::size_t length = std::max(end - std::min(at_, end), std::size_t{1});
    const std::string got =
        at_ >= text_.size() ? "the end of the line" : quoted(text_.substr(at_, length));
    throw JsonProblem{at_, expected + ", got " + got};
  }
  [[noreturn]] static void fail_at(std::size_t offset, const std::string& message) {
    throw JsonProblem{offset, message};
  }

  void check_value(std::size_t depth) {
    if (depth > deepest) fail_at(at_, "nested too deeply");
    skip_blanks();
    if (is_next('{')) {
      check_object(depth);
    } else if (is_next('[')) {
      check_array(depth);
    } else if (is_next('"')) {
      check_string();
    } else {
      check_word();
    }
  }

  void check_object(std::size_t depth) {
    ++at_;
    skip_blanks();
    if (is_next('}')) {
      ++at_;
      return;
    }
    while (true) {
      skip_blanks();
      if (!is_next('"')) fail("expected a name in double quotes");
      check_string();
      skip_blanks();
      if (!is_next(':')) fail("expected ':' after a name");
      ++at_;
      check_value(depth + 1);
      if (is_last('}')) return;
    }
  }

  void check_array(std::size_t depth) {
    ++at_;
    skip_blanks();
    if (is_next(']')) {
      ++at_;
      return;
    }
    do {
      check_value(depth + 1);
    } while (!is_last(']'));
  }

  // Behind a value: a comma, or what closes the array or object.
  bool is_last(char closing) {
    skip_blanks();
    const bool is_closed = is_next(closing);
    if (!is_closed && !is_next(',')) fail(std::string("expected ',' or '") + closing + "'");
    ++at_;
    return is_closed;
  }

  void check_string() {
    const std::size_t begin = at_++;
    while (!is_next('"')) {
      if (at_ >= text_.size()) fail_at(begin, "this string has no closing quote");
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        fail_at(at_, "a control character in a string must be written as an escape such as \\t");
      }
      if (text_[at_] == '\\') {
        check_escape();
      } else {
        ++at_;
      }
    }
    ++at_;
  }

  void check_escape() {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (kind == 'u') {
      check_code_point();
      return;
    }
    if (kind == '\0' || std::string_view("\"\\/bfnrt").find(kind) == std::string_view::npos) {
      fail_at(at_, quoted(text_.substr(at_, 2)) + " is no escape");
    }
    at_ += 2;
  }

  // \uXXXX, or two of them for a character beyond U+FFFF.
  void check_code_point() {
    const std::size_t begin = at_;
    const unsigned first = code_unit();
    if (first < 0xd800 || first > 0xdfff) return;
    const bool is_pair = first < 0xdc00 && text_.substr(at_, 2) == "\\u";
    const unsigned second = is_pair ? code_unit() : 0;
    if (second < 0xdc00 || second > 0xdfff) {
      fail_at(begin, quoted(text_.substr(begin, 6)) + " is half a character");
    }
  }

  unsigned code_unit() {
    const std::string_view digits = text_.substr(std::min(at_ + 2, text_.size()), 4);
    if (digits.size() < 4 || !std::all_of(digits.begin(), digits.end(), is_hex)) {
      fail_at(at_, "expected four hexadecimal digits after \\u");
    }
    at_ += 6;
    return static_cast<unsigned>(std::stoul(std::string(digits), nullptr, 16));
  }

  // A number, true, false or null.
  void check_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:[]{}\"", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    if (word != "true" && word != "false" && word != "null" && !is_json_number(word)) {
      fail("expected a value");
    }
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Behind the digits at `at`.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

}  // namespace

std::optional<JsonProblem> find_json_problem(std::string_view text) {
  try {
    Checker(text).check();
  } catch (const JsonProblem& problem) {
    return problem;
  }
  return std::nullopt;
}

bool is_json_number(std::string_view text) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  std::size_t at = skip_digits(text, begin);
  if (at == begin || (text[begin] == '0' && at > begin + 1)) return false;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = at + 1;
    at = skip_digits(text, fraction);
    if (at == fraction) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

}  // namespace clade::detail
