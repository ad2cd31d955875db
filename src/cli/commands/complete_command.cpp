// clade complete WORDS: what the last of them, which may be empty, can become. The completion of a
// shell (share/completions) asks this, so that it follows the declarations of commands and options.
// A line for each word, with what it means behind a tab; no line where files are meant.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "clade/error.h"
#include "clade/method.h"
#include "cli/commands/commands.h"
#include "cli/output/help.h"
#include "generate/generate.h"

namespace clade::detail::cli {

namespace {

using Candidates = std::vector<std::pair<std::string, std::string>>;

template <class Entries>
Candidates names_of(const Entries& entries) {
  Candidates candidates;
  for (const auto& entry : entries) {
    candidates.emplace_back(std::string(entry.name), with_flags(entry.summary));
  }
  return candidates;
}

const Command* command_named(std::string_view name) {
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '+';
  });
}

// The values of a choice ("linear|rbf|poly"); none for numbers, texts and files.
Candidates values_of(const Parameter& option) {
  if (flag_of(option.name) == "--method") return names_of(methods());
  Candidates values;
  for (std::string_view value : split(option.expects, '|')) {
    if (!is_word(value)) return {};
    values.emplace_back(std::string(value), "");
  }
  return values.size() > 1 ? values : Candidates{};
}

const Parameter* option_of(const CommandSpec& spec, std::string_view flag) {
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) {
      if (flag_of(option.name) == flag) return &option;
    }
  }
  return nullptr;
}

Candidates flags_of(const CommandSpec& spec, const Arguments& given) {
  Candidates flags;
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) {
      const std::string flag = flag_of(option.name);
      const bool is_given = std::find(given.begin(), given.end(), flag) != given.end();
      if (!is_given) flags.emplace_back(flag, meaning_of(option));
    }
  }
  flags.emplace_back("--help", "explain the command and its options");
  return flags;
}

// Of the options that the words before decide (those of --method); as if none was given where
// they are not right yet.
Candidates options_of(Arguments before, const std::string& last, std::size_t command_words) {
  Candidates candidates;
  const auto read = [&](const CommandSpec& spec) {
    const Parameter* open = option_of(spec, before.back());
    if (open != nullptr && !open->is_switch) {
      candidates = values_of(*open);
    } else if (last.starts_with('-')) {
      candidates = flags_of(spec, before);
    }
  };
  try {
    with_spec(before, read);
  } catch (const Error&) {
    with_spec(
        Arguments(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(command_words)),
        read);
  }
  return candidates;
}

Candidates candidates_for(Arguments before, const std::string& last) {
  if (!before.empty() && before.front() == "help") before.erase(before.begin());
  if (before.empty()) {
    Candidates names = names_of(commands());
    names.emplace_back("help", "explain a command");
    return names;
  }
  const Command* command = command_named(before.front());
  if (command == nullptr) return {};
  const bool is_family = command->parts != nullptr;
  if (is_family && before.size() == 1) return names_of(command->parts());
  if (before.size() == 1 && before.front() == "generate" && !last.starts_with('-')) {
    return names_of(generators());
  }
  return options_of(std::move(before), last, is_family ? 2 : 1);
}

}  // namespace

int run_complete(const Arguments& words, Output& out) {
  const Arguments before(words.begin(), words.empty() ? words.end() : words.end() - 1);
  const std::string last = words.empty() ? "" : words.back();
  try {
    for (const auto& [word, meaning] : candidates_for(before, last)) {
      if (word.starts_with(last)) out.print("{}\t{}\n", word, meaning);
    }
  } catch (const Error&) {
    // A line that cannot be completed is no error of its own.
  }
  return 0;
}

}  // namespace clade::detail::cli
