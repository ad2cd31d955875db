// From a struct with `static constexpr auto fields()` to a list of Parameter.
//
//   struct SolverParams {
//     double tolerance = 1e-3;
//     static constexpr auto fields() {
//       using P = SolverParams;
//       return std::tuple{Field{"tolerance", &P::tolerance, above_zero, "relative duality gap"}};
//     }
//   };
//
// A params struct may contain another: Nested{&P::solver} takes over all its fields.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "clade/parameter.h"

namespace clade::detail {

// A condition on a value and the words that describe it in messages and help.
struct NumberRule {
  bool (*holds)(double);
  const char* expects;
};
inline constexpr NumberRule above_zero{[](double v) { return v > 0 && v < 1e300; },
                                       "a number above 0"};
inline constexpr NumberRule above_zero_or_inf{[](double v) { return v > 0; },
                                              "a number above 0, or inf"};
inline constexpr NumberRule above_zero_inf_or_auto{[](double v) { return v > 0; },
                                                   "a number above 0, inf or auto"};
inline constexpr NumberRule between_zero_and_one{[](double v) { return v > 0 && v < 1; },
                                                 "a number above 0 and below 1"};
inline constexpr NumberRule at_least_zero{[](double v) { return v >= 0 && v < 1e300; },
                                          "a number of at least 0"};
inline constexpr NumberRule at_least_one{[](double v) { return v >= 1; },
                                         "a whole number of at least 1"};
inline constexpr NumberRule whole_number{[](double v) { return v >= 0; },
                                         "a whole number of at least 0"};

// A condition on text: check throws nothing and returns "" or what was expected.
struct TextRule {
  std::string (*problem)(std::string_view);
  const char* expects;
};
inline constexpr TextRule any_text{[](std::string_view) { return std::string(); }, "text"};

// An enum's names, specialised beside the enum:
//   template <> struct EnumNames<Slack> {
//     static constexpr std::array values{std::pair{"instance", Slack::instance}, ...}; };
template <class E>
struct EnumNames;

template <class E>
std::string enum_name(E value) {
  for (const auto& [name, candidate] : EnumNames<E>::values) {
    if (candidate == value) return name;
  }
  return "?";
}

struct NoRule {};

// When a parameter has an effect, as others of its struct are, and why it has none otherwise:
// "without `kernel=poly`".
template <class P>
struct When {
  bool (*holds)(const P&);
  const char* otherwise;
};

template <class P, class T, class Rule = NoRule>
struct Field {
  const char* name;
  T P::*member;
  Rule rule;
  const char* help;
  When<P> when{nullptr, ""};  // always
};
template <class P, class T, class Rule>
Field(const char*, T P::*, Rule, const char*) -> Field<P, T, Rule>;
template <class P, class T, class Rule>
Field(const char*, T P::*, Rule, const char*, When<P>) -> Field<P, T, Rule>;

// A switch or an enum needs no rule.
template <class P, class T>
struct PlainField {
  const char* name;
  T P::*member;
  const char* help;
  When<P> when{nullptr, ""};
};
template <class P, class T>
PlainField(const char*, T P::*, const char*) -> PlainField<P, T>;
template <class P, class T>
PlainField(const char*, T P::*, const char*, When<P>) -> PlainField<P, T>;

template <class P, class Inner>
struct Nested {
  Inner P::*member;
};
template <class P, class Inner>
Nested(Inner P::*) -> Nested<P, Inner>;

namespace params_detail {

// `largest_whole` is 0 where fractions are fine.
double parse_number(const std::string& name, NumberRule rule, double largest_whole,
                    std::string_view text);
bool parse_switch(const std::string& name, std::string_view text);
std::size_t parse_choice(const std::string& name, const std::vector<std::string>& choices,
                         std::string_view text);
void check_text(const std::string& name, const TextRule& rule, std::string_view text);
std::string number_text(double value);

// The largest value of an integer type that a double holds exactly.
template <class T>
constexpr double largest_whole() {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if constexpr (!std::is_integral_v<T>) return 0;
  return std::min(exact, static_cast<double>(std::numeric_limits<T>::max()));
}

template <class T>
Parameter number(const char* name, T* value, NumberRule rule, const char* help) {
  Parameter p{name, rule.expects, help, number_text(static_cast<double>(*value)), false, {}, {}};
  p.set = [=, n = std::string(name)](std::string_view text) {
    *value = static_cast<T>(parse_number(n, rule, largest_whole<T>(), text));
  };
  p.get = [=] { return number_text(static_cast<double>(*value)); };
  return p;
}

// The same for a number that may be left open: nothing is written `auto`, as the rule must say.
template <class T>
Parameter number_or_auto(const char* name, std::optional<T>* value, NumberRule rule,
                         const char* help) {
  const auto text_of = [value]() -> std::string {
    return *value ? number_text(static_cast<double>(**value)) : "auto";
  };
  Parameter p{name, rule.expects, help, text_of(), false, {}, {}};
  p.set = [value, rule, n = std::string(name)](std::string_view text) {
    if (text == "auto") {
      value->reset();
    } else {
      *value = static_cast<T>(parse_number(n, rule, largest_whole<T>(), text));
    }
  };
  p.get = text_of;
  return p;
}
Parameter text(const char* name, std::string* value, TextRule rule, const char* help);
Parameter toggle(const char* name, bool* value, const char* help);

template <class E>
Parameter choice(const char* name, E* value, const char* help) {
  std::vector<std::string> names;
  std::string expects;
  for (const auto& entry : EnumNames<E>::values) {
    names.emplace_back(entry.first);
    expects += (expects.empty() ? "" : "|") + names.back();
  }
  Parameter p{name, expects, help, enum_name(*value), false, {}, {}};
  p.set = [value, names, n = std::string(name)](std::string_view text) {
    *value = EnumNames<E>::values[parse_choice(n, names, text)].second;
  };
  p.get = [value] { return enum_name(*value); };
  return p;
}

// The same for a choice that may be left open: nothing is written `auto`.
template <class E>
Parameter choice_or_auto(const char* name, std::optional<E>* value, const char* help) {
  std::vector<std::string> names{"auto"};
  for (const auto& entry : EnumNames<E>::values) names.emplace_back(entry.first);
  std::string expects;
  for (const std::string& word : names) expects += (expects.empty() ? "" : "|") + word;
  const auto text_of = [value]() -> std::string { return *value ? enum_name(**value) : "auto"; };
  Parameter p{name, expects, help, text_of(), false, {}, {}};
  p.set = [value, names, n = std::string(name)](std::string_view text) {
    const std::size_t chosen = parse_choice(n, names, text);
    if (chosen == 0) {
      value->reset();
    } else {
      *value = EnumNames<E>::values[chosen - 1].second;
    }
  };
  p.get = text_of;
  return p;
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class P>
void collect(P& params, std::vector<Parameter>& out);

template <class P>
void set_condition(const P& params, const When<P>& when, Parameter& parameter) {
  if (when.holds == nullptr) return;
  parameter.idle = [&params, when] {
    return std::string(when.holds(params) ? "" : when.otherwise);
  };
}

template <class P, class T, class Rule>
void add(P& params, const Field<P, T, Rule>& field, std::vector<Parameter>& out) {
  if constexpr (std::is_same_v<T, std::string>) {
    out.push_back(text(field.name, &(params.*field.member), field.rule, field.help));
  } else if constexpr (is_optional<T>) {
    out.push_back(number_or_auto(field.name, &(params.*field.member), field.rule, field.help));
  } else {
    out.push_back(number(field.name, &(params.*field.member), field.rule, field.help));
  }
  set_condition(params, field.when, out.back());
}
template <class P, class T>
void add(P& params, const PlainField<P, T>& field, std::vector<Parameter>& out) {
  if constexpr (std::is_same_v<T, bool>) {
    out.push_back(toggle(field.name, &(params.*field.member), field.help));
  } else if constexpr (is_optional<T>) {
    out.push_back(choice_or_auto(field.name, &(params.*field.member), field.help));
  } else {
    out.push_back(choice(field.name, &(params.*field.member), field.help));
  }
  set_condition(params, field.when, out.back());
}
template <class P, class Inner>
void add(P& params, const Nested<P, Inner>& nested, std::vector<Parameter>& out) {
  collect(params.*nested.member, out);
}

template <class P>
void collect(P& params, std::vector<Parameter>& out) {
  std::apply([&](const auto&... field) { (add(params, field, out), ...); }, P::fields());
}

}  // namespace params_detail

// The same parameter with one more value, a word such as `auto` that leaves it open; the default
// where `is_open` is true now. Must not outlive `is_open`.
Parameter with_open_value(Parameter parameter, std::string word, bool* is_open);

// The parameters of `params`, bound to it: it must outlive them.
template <class P>
std::vector<Parameter> parameters_of(P& params) {
  std::vector<Parameter> out;
  params_detail::collect(params, out);
  return out;
}

}  // namespace clade::detail
