// Command lines of our own: options are Parameter declarations, so that flags, help and messages
// come from the same place, and a slip is answered with the nearest known word.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "clade/options.h"
#include "clade/parameter.h"

namespace clade::detail::cli {

using Arguments = std::vector<std::string>;

struct Positional {
  std::string name;
  std::string help;
  bool required = true;
  bool repeated = false;  // the last one only
};

struct OptionGroup {
  std::string title;
  std::vector<Parameter> options;
};

struct Example {
  std::string command;
  std::string meaning;
};

// What a command takes, for parsing and for its help.
struct CommandSpec {
  std::string name;                // "train", "taxonomy check"
  std::string summary;             // one line
  std::vector<std::string> usage;  // what follows "clade NAME", one entry per form
  std::vector<Positional> positionals;
  std::vector<OptionGroup> groups;
  std::string notes;
  std::vector<Example> examples;
  // The command that messages send to for help, where that is not `name`.
  std::string help_name = {};
  // Whether an option that has no effect beside the others is an error here, or found out later.
  bool checks_effects = true;
  // A better message than "unknown option" for a flag, or "".
  std::function<std::string(std::string_view flag)> explain_unknown;
};

// --max-epochs for the parameter max_epochs; -o for the one named "o".
std::string flag_of(std::string_view name);
// --kernel linear; the flag alone where the value is empty.
std::string flag_with_value(std::string_view name, std::string_view value);
// A text of the library (clade/error.h) with its parameters as flags.
std::string with_flags(std::string_view text);

bool wants_help(const Arguments& words);
bool wants_version(const Arguments& words);

// The value of `flag` before it is known which options there are, for options that decide it.
std::optional<std::string> peek_value(const Arguments& words, std::string_view flag);

// Sets every option of the spec that `words` name and returns the positional arguments.
// Error{usage} for an unknown, repeated or incomplete option and a wrong number of arguments.
Arguments parse_arguments(const CommandSpec& spec, const Arguments& words);

// The help shows no default for what is off unless it is asked for.
void hide_default(std::vector<Parameter>& options, std::string_view name);

// When an option has an effect (clade/parameter.h).
void set_condition(std::vector<Parameter>& options, std::string_view name,
                   std::function<std::string()> idle);

// Whatever is set from now on is kept, too, in the order of setting.
void keep_options(std::vector<Parameter>& options, Options& kept);

// For a command that has no use for it.
void remove_option(std::vector<Parameter>& options, std::string_view name);

// Rules for options that name a file.
inline constexpr TextRule file_name{
    [](std::string_view text) {
      return std::string(text.empty() ? "expected the name of a file" : "");
    },
    "FILE"};
inline constexpr NumberRule thread_count{[](double v) { return v >= 0 && v <= 1024; },
                                         "a whole number from 0 (all cores) to 1024"};
inline constexpr NumberRule seed_number{[](double v) { return v >= 0 && v <= 2147483647; },
                                        "a whole number from 0 to 2147483647"};

}  // namespace clade::detail::cli
