#include "cli/options/arguments.h"

#include <algorithm>
#include <set>

#include "base/fail.h"
#include "base/former_names.h"
#include "base/set_options.h"
#include "base/text.h"

namespace clade::detail::cli {

namespace {

struct Option {
  std::string flag;
  std::optional<std::string> value;  // of --flag=value
};

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

// A value never starts with "--", so that a forgotten one is noticed; --name=--x can say it.
bool can_be_value(std::string_view word) { return !word.starts_with("--"); }

// The flag by its present name.
std::string current_flag(const std::string& flag) {
  if (!flag.starts_with("--")) return flag;
  std::string name = flag.substr(2);
  std::replace(name.begin(), name.end(), '-', '_');
  const std::string_view current = current_name(name);
  return current == name ? flag : flag_of(current);
}

Option split_option(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == std::string::npos) {
    return {current_flag(word), std::nullopt};
  }
  return {current_flag(word.substr(0, equals)), word.substr(equals + 1)};
}

const Parameter* find_option(const CommandSpec& spec, std::string_view flag) {
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) {
      if (flag_of(option.name) == flag) return &option;
    }
  }
  return nullptr;
}

// What may be meant by -t, and by other names of -o; "" where nothing comes to mind.
std::string hint_for(const CommandSpec& spec, const std::string& flag) {
  if (find_option(spec, "-o") != nullptr) {
    for (const char* name : {"--output", "--out", "--output-file", "--outfile"}) {
      if (flag == name) return " (did you mean '-o'?)";
    }
  }
  if (flag.size() != 2) return "";
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) {
      if (option.name.front() == flag[1] && option.name.size() > 1) {
        return fmt::format(" (did you mean {}?)", quoted(flag_of(option.name)));
      }
    }
  }
  return "";
}

std::string help_hint(const CommandSpec& spec) {
  return fmt::format("'clade {} --help' lists the options",
                     spec.help_name.empty() ? spec.name : spec.help_name);
}

[[noreturn]] void fail_unknown(const CommandSpec& spec, const std::string& flag) {
  const std::string explanation = spec.explain_unknown ? spec.explain_unknown(flag) : "";
  if (!explanation.empty()) fail(ErrorKind::usage, "{}: {}", spec.name, explanation);
  std::vector<std::string> known{"--help"};
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) known.push_back(flag_of(option.name));
  }
  std::string hint = hint_for(spec, flag);
  if (hint.empty()) hint = did_you_mean(flag, known);
  if (hint.empty()) hint = "; " + help_hint(spec);
  fail(ErrorKind::usage, "{}: unknown option {}{}", spec.name, quoted(flag), hint);
}

// Sets the option at words[at]; returns the position of the last word it used.
std::size_t take_option(const CommandSpec& spec, const Arguments& words, std::size_t at,
                        std::set<std::string>& seen) {
  const Option option = split_option(words[at]);
  const Parameter* parameter = find_option(spec, option.flag);
  if (parameter == nullptr) fail_unknown(spec, option.flag);
  if (!seen.insert(option.flag).second) {
    fail(ErrorKind::usage, "{}: {} is given twice", spec.name, option.flag);
  }
  if (option.value || parameter->is_switch) {
    parameter->set(option.value.value_or("true"));
    return at;
  }
  if (at + 1 == words.size() || !can_be_value(words[at + 1])) {
    fail(ErrorKind::usage, "{}: {}: expected {}, got nothing", spec.name, option.flag,
         parameter->expects);
  }
  parameter->set(words[at + 1]);
  return at + 1;
}

void check_count(const CommandSpec& spec, const Arguments& given) {
  const auto& expected = spec.positionals;
  const auto required = static_cast<std::size_t>(
      std::count_if(expected.begin(), expected.end(), [](const auto& p) { return p.required; }));
  if (given.size() < required) {
    std::string name = expected[given.size()].name;
    if (name.ends_with("...")) name.resize(name.size() - 3);
    fail(ErrorKind::usage, "{}: {} is missing; usage: clade {} {}", spec.name, name, spec.name,
         spec.usage.front());
  }
  const bool open_end = !expected.empty() && expected.back().repeated;
  if (given.size() > expected.size() && !open_end) {
    fail(ErrorKind::usage, "{}: unexpected argument {}; {}", spec.name,
         quoted(given[expected.size()]),
         spec.help_name.empty() ? fmt::format("usage: clade {} {}", spec.name, spec.usage.front())
                                : help_hint(spec));
  }
}

}  // namespace

std::string flag_of(std::string_view name) {
  if (name == "o") return "-o";
  std::string flag = fmt::format("--{}", name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string flag_with_value(std::string_view name, std::string_view value) {
  return value.empty() ? flag_of(name) : fmt::format("{} {}", flag_of(name), value);
}

std::string with_flags(std::string_view text) { return respelled(text, flag_with_value); }

bool wants_help(const Arguments& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end,
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

bool wants_version(const Arguments& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, "--version") != end;
}

std::optional<std::string> peek_value(const Arguments& words, std::string_view flag) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const Option option = split_option(words[i]);
    if (option.flag != flag) continue;
    if (option.value) return option.value;
    if (i + 1 < words.size() && can_be_value(words[i + 1])) return words[i + 1];
  }
  return std::nullopt;
}

Arguments parse_arguments(const CommandSpec& spec, const Arguments& words) {
  Arguments positional;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      positional.insert(positional.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        words.end());
      break;
    }
    if (is_option(words[i])) {
      i = take_option(spec, words, i, seen);
    } else {
      positional.push_back(words[i]);
    }
  }
  check_count(spec, positional);
  if (spec.checks_effects) {
    for (const std::string& flag : seen) check_effect(*find_option(spec, flag));
  }
  return positional;
}

void hide_default(std::vector<Parameter>& options, std::string_view name) {
  for (Parameter& option : options) {
    if (option.name == name) option.default_value.clear();
  }
}

void set_condition(std::vector<Parameter>& options, std::string_view name,
                   std::function<std::string()> idle) {
  for (Parameter& option : options) {
    if (option.name == name) option.idle = idle;
  }
}

void keep_options(std::vector<Parameter>& options, Options& kept) {
  for (Parameter& option : options) {
    option.set = [set = option.set, name = option.name, &kept](std::string_view value) {
      set(value);
      kept.push_back({name, value});
    };
  }
}

void remove_option(std::vector<Parameter>& options, std::string_view name) {
  std::erase_if(options, [name](const Parameter& option) { return option.name == name; });
}

}  // namespace clade::detail::cli
