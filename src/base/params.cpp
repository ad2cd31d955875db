#include "base/params.h"

#include <algorithm>
#include <cmath>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace params_detail {

double parse_number(const std::string& name, NumberRule rule, double largest_whole,
                    std::string_view text) {
  const auto value = parse_double(text);
  const bool holds = value && !std::isnan(*value) && rule.holds(*value) &&
                     (largest_whole == 0 || *value == std::floor(*value));
  if (!holds) {
    fail_parameter(name, "expected {}, got {}", rule.expects, quoted(text));
  }
  if (largest_whole != 0 && *value > largest_whole) {
    fail_parameter(name, "expected {} and at most {:.0f}, got {}", rule.expects, largest_whole,
                   quoted(text));
  }
  return *value;
}

bool parse_switch(const std::string& name, std::string_view text) {
  if (text == "true" || text.empty()) return true;
  if (text == "false") return false;
  fail_parameter(name, "expected true or false, got {}", quoted(text));
}

std::size_t parse_choice(const std::string& name, const std::vector<std::string>& choices,
                         std::string_view text) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end()) {
    fail_parameter(name, "expected {}, got {}{}", join(choices, "|"), quoted(text),
                   did_you_mean(text, choices));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

void check_text(const std::string& name, const TextRule& rule, std::string_view text) {
  const std::string problem = rule.problem(text);
  if (!problem.empty()) fail_parameter(name, "{}, got {}", problem, quoted(text));
}

std::string number_text(double value) { return format_number(value); }

Parameter text(const char* name, std::string* value, TextRule rule, const char* help) {
  Parameter p{name, rule.expects, help, *value, false, {}, {}};
  p.set = [value, rule, n = std::string(name)](std::string_view text) {
    check_text(n, rule, text);
    *value = text;
  };
  p.get = [value] { return *value; };
  return p;
}

Parameter toggle(const char* name, bool* value, const char* help) {
  Parameter p{name, "", help, *value ? "true" : "false", true, {}, {}};
  p.set = [value, n = std::string(name)](std::string_view text) { *value = parse_switch(n, text); };
  p.get = [value] { return *value ? "true" : "false"; };
  return p;
}

}  // namespace params_detail

namespace {

// The same error, expecting more.
Error expecting(const Error& error, const std::string& narrow, const std::string& wide) {
  std::string message = error.message();
  const std::size_t at = message.find("expected " + narrow);
  if (at == std::string::npos) return error;
  message.replace(message.find(narrow, at), narrow.size(), wide);
  return {error.kind(), error.parameter(), message};
}

}  // namespace

namespace {

// "a|b" becomes "word|a|b", "a number, inf or auto" becomes "a number, inf, auto or word".
std::string with_word(std::string expects, const std::string& word) {
  if (expects.find('|') != std::string::npos) return word + "|" + expects;
  const std::size_t last = expects.rfind(" or ");
  if (last == std::string::npos) return expects + ", or " + word;
  return expects.replace(last, 4, ", ") + " or " + word;
}

}  // namespace

Parameter with_open_value(Parameter parameter, std::string word, bool* is_open) {
  Parameter p = parameter;
  p.expects = with_word(p.expects, word);
  if (*is_open) p.default_value = word;
  p.set = [set = parameter.set, word, is_open, narrow = parameter.expects,
           wide = p.expects](std::string_view text) {
    try {
      if (text != word) set(text);
    } catch (const Error& error) {
      throw expecting(error, narrow, wide);
    }
    *is_open = text == word;
  };
  p.get = [get = parameter.get, word, is_open] { return *is_open ? word : get(); };
  if (parameter.idle) {
    p.idle = [idle = parameter.idle, is_open] { return *is_open ? std::string() : idle(); };
  }
  return p;
}

}  // namespace clade::detail
