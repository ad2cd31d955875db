#include "cli/output/help.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/wrapped_text.h"

namespace clade::detail::cli {

namespace {

constexpr std::size_t widest_first_column = 24;

using Rows = std::vector<std::pair<std::string, std::string>>;

Rows rows_of(const OptionGroup& group) {
  Rows rows;
  for (const Parameter& option : group.options) {
    rows.emplace_back(flag_of(option.name), meaning_of(option));
  }
  return rows;
}

}  // namespace

std::string meaning_of(const Parameter& option) {
  const std::string help = with_flags(option.help);
  if (option.is_switch) return help;
  std::vector<std::string> notes;
  if (option.expects != any_text.expects) notes.push_back(with_flags(option.expects));
  if (!option.default_value.empty()) notes.push_back("default " + option.default_value);
  return notes.empty() ? help : fmt::format("{} [{}]", help, join(notes, "; "));
}

std::string two_columns(const Rows& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) {
    if (row.first.size() <= widest_first_column) width = std::max(width, row.first.size());
  }
  std::string out;
  for (const auto& row : rows) {
    const std::size_t indent = width + 4;
    out += "  " + row.first;
    if (row.first.size() > width) {
      out += '\n' + std::string(indent, ' ');
    } else {
      out += std::string(indent - 2 - row.first.size(), ' ');
    }
    out += wrapped(row.second, indent) + '\n';
  }
  return out;
}

std::string help_text(const CommandSpec& spec) {
  std::string out = fmt::format("clade {}: {}\n", spec.name, spec.summary);
  for (const std::string& usage : spec.usage) {
    out += &usage == spec.usage.data() ? "\nUsage: " : "       ";
    out += wrapped(fmt::format("clade {} {}", spec.name, usage), 9) + '\n';
  }
  Rows arguments;
  for (const Positional& positional : spec.positionals) {
    arguments.emplace_back(positional.name, positional.help);
  }
  if (!arguments.empty()) out += "\nArguments:\n" + two_columns(arguments);
  for (const OptionGroup& group : spec.groups) {
    if (!group.options.empty())
      out += fmt::format("\n{}:\n", group.title) + two_columns(rows_of(group));
  }
  if (!spec.notes.empty()) out += '\n' + spec.notes;
  if (!spec.examples.empty()) out += "\nExamples:\n";
  for (const Example& example : spec.examples) {
    out += fmt::format("  {}\n      {}\n", example.command, wrapped(example.meaning, 6));
  }
  return out;
}

int show_help(const CommandSpec& spec, Output& out) {
  if (out.spec_reader()) {
    out.spec_reader()(spec);
  } else {
    out.write(help_text(spec));
  }
  return 0;
}

}  // namespace clade::detail::cli
