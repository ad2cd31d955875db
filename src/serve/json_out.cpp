#include "serve/json_out.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "data/utf8.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr std::array<bool, 256> bytes_to_escape() {
  std::array<bool, 256> marked{};
  for (std::size_t c = 0; c < 0x20; ++c) marked[c] = true;
  marked['"'] = marked['\\'] = true;
  return marked;
}

void append_escaped(std::string& to, char c) {
  switch (c) {
    case '"':
      to += "\\\"";
      break;
    case '\\':
      to += "\\\\";
      break;
    case '\n':
      to += "\\n";
      break;
    case '\t':
      to += "\\t";
      break;
    case '\r':
      to += "\\r";
      break;
    default:
      fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned char>(c));
  }
}

}  // namespace

void append_json_string(std::string& to, std::string_view text) {
  static constexpr std::array<bool, 256> marked = bytes_to_escape();
  std::string mended;
  if (!is_utf8(text)) {
    mended = text;
    replace_invalid_utf8(mended);
    text = mended;
  }
  to += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!marked[static_cast<unsigned char>(text[i])]) continue;
    to.append(text, plain, i - plain);
    append_escaped(to, text[i]);
    plain = i + 1;
  }
  to.append(text, plain);
  to += '"';
}

void append_json_number(std::string& to, double value) {
  if (!std::isfinite(value)) {
    throw Refusal(Fault::input, "the values of the document are too large for the model");
  }
  fmt::format_to(std::back_inserter(to), "{}", value);
}

void append_json_strings(std::string& to, std::span<const std::string> texts) {
  to += '[';
  for (const std::string& text : texts) {
    if (&text != texts.data()) to += ',';
    append_json_string(to, text);
  }
  to += ']';
}

std::string json_strings(std::span<const std::string> texts) {
  std::string json;
  append_json_strings(json, texts);
  return json;
}

void append_answers(std::string& to, std::span<const Answer> answers) {
  to += '[';
  for (const Answer& answer : answers) {
    if (&answer != answers.data()) to += ',';
    to += R"({"label":)";
    append_json_string(to, answer.label);
    to += R"(,"score":)";
    append_json_number(to, answer.score);
    if (answer.probability) {
      to += R"(,"probability":)";
      append_json_number(to, *answer.probability);
    }
    to += R"(,"path":)";
    append_json_strings(to, answer.path);
    to += '}';
  }
  to += ']';
}

}  // namespace clade::detail::serve
